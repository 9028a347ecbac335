#include "random_expression.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace clgauge::symbolic::test {

std::int64_t floor_quotient64(std::int64_t a, std::int64_t b) {
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::int64_t RandomExpressions::integer(std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
}

Expression RandomExpressions::leaf() {
  if (integer(0, 2) == 0) {
    const std::int64_t constant = integer(-5, 9);
    return {Poly(constant), [constant](const Sizes&) { return constant; },
            std::to_string(constant)};
  }
  const std::string name = symbols_[static_cast<std::size_t>(
      integer(0, static_cast<std::int64_t>(symbols_.size()) - 1))];
  return {context_.symbol(name), [name](const Sizes& sizes) { return sizes.at(name); }, name};
}

Expression RandomExpressions::make(int depth) {
  if (depth == 0) return leaf();
  const Expression a = make(depth - 1);
  const auto x = a.value;
  switch (integer(0, 9)) {
    case 0:
    case 1: {
      const Expression b = make(depth - 1);
      const auto y = b.value;
      return {a.poly + b.poly, [x, y](const Sizes& s) { return x(s) + y(s); },
              "(" + a.description + " + " + b.description + ")"};
    }
    case 2: {
      const Expression b = make(depth - 1);
      const auto y = b.value;
      return {a.poly - b.poly, [x, y](const Sizes& s) { return x(s) - y(s); },
              "(" + a.description + " - " + b.description + ")"};
    }
    case 3: {
      const Expression b = leaf();
      const auto y = b.value;
      return {a.poly * b.poly, [x, y](const Sizes& s) { return x(s) * y(s); },
              "(" + a.description + " * " + b.description + ")"};
    }
    case 4:
    case 5: {
      const std::int64_t divisor = integer(2, 9);
      return {floor_div(context_, a.poly, Poly(divisor)),
              [x, divisor](const Sizes& s) { return floor_quotient64(x(s), divisor); },
              "floor(" + a.description + "/" + std::to_string(divisor) + ")"};
    }
    case 6: {
      const std::int64_t divisor = integer(2, 9);
      return {
          modulo(context_, a.poly, Poly(divisor)),
          [x, divisor](const Sizes& s) { return x(s) - divisor * floor_quotient64(x(s), divisor); },
          "(" + a.description + " % " + std::to_string(divisor) + ")"};
    }
    case 7: {
      const Expression b = leaf();
      const auto y = b.value;
      return {max(context_, a.poly, b.poly),
              [x, y](const Sizes& s) { return std::max(x(s), y(s)); },
              "max(" + a.description + ", " + b.description + ")"};
    }
    case 8: {
      const Expression b = leaf();
      const auto y = b.value;
      return {min(context_, a.poly, b.poly),
              [x, y](const Sizes& s) { return std::min(x(s), y(s)); },
              "min(" + a.description + ", " + b.description + ")"};
    }
    default:
      return {positive_part(context_, a.poly),
              [x](const Sizes& s) { return std::max(std::int64_t{0}, x(s)); },
              "max(0, " + a.description + ")"};
  }
}

std::int64_t evaluate_at(const Context& context, const Poly& poly, const Sizes& sizes) {
  Values values;
  for (const auto& [name, value] : sizes) {
    if (const AtomId* id = context.find_symbol(name)) values[*id] = value;
  }
  const auto result = evaluate(context, poly, values);
  if (!result) {
    ADD_FAILURE() << "a symbol has no value in " << print(context, poly);
    return 0;
  }
  EXPECT_TRUE(result->is_integer()) << print(context, poly) << " is " << result->text();
  return to_int64(result->floor());
}

}  // namespace clgauge::symbolic::test
