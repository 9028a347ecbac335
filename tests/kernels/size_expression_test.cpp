#include "kernels/size_expression.h"

#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>
#include <utility>

#include "base/error.h"

namespace clgauge::kernels {
namespace {

TEST(SizeExpression, FollowsPrecedenceAndParentheses) {
  EXPECT_EQ(evaluate("2 + 3*4", {}), 14);
  EXPECT_EQ(evaluate("(2+3) * 4", {}), 20);
  EXPECT_EQ(evaluate("20 / 4 / 2 - 1 - 1", {}), 0);
  EXPECT_EQ(evaluate("(n + 63) / 64 * 64", {{"n", 65}}), 128);
}

TEST(SizeExpression, ComparesWholeSums) {
  const Sizes sizes = {{"n", 48}, {"m", 5}};
  EXPECT_EQ(evaluate("n % 16 == 0", sizes), 1);
  EXPECT_EQ(evaluate("m % 16 == 0", sizes), 0);
  EXPECT_EQ(evaluate("n >= 48", sizes), 1);
  EXPECT_EQ(evaluate("n > 48", sizes), 0);
  EXPECT_EQ(evaluate("m + 1 <= 6", sizes), 1);
  EXPECT_EQ(evaluate("m != n", sizes), 1);
  EXPECT_EQ(evaluate("m < n - 43", sizes), 0);
}

std::string message_of(const std::string& expression, const Sizes& sizes = {}) {
  try {
    return std::to_string(evaluate(expression, sizes));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
}

TEST(SizeExpression, SaysWhereAndWhat) {
  EXPECT_EQ(message_of("n + k", {{"n", 1}}),
            "size expression 'n + k', before position 6: size 'k' has no value");
  EXPECT_NE(message_of("(1 + 2").find("expected ')'"), std::string::npos);
  EXPECT_NE(message_of("1 +").find("expected a number"), std::string::npos);
  EXPECT_NE(message_of("").find("expected a number"), std::string::npos);
  EXPECT_NE(message_of("1 2").find("expected an operator"), std::string::npos);
  EXPECT_NE(message_of("4 / (2 - 2)").find("division by zero"), std::string::npos);
  EXPECT_NE(message_of("9223372036854775807 + 1").find("64 bits"), std::string::npos);
  EXPECT_NE(message_of("n * n", {{"n", 4'000'000'000}}).find("64 bits"), std::string::npos);
  EXPECT_NE(message_of("99999999999999999999").find("64-bit"), std::string::npos);
  EXPECT_NE(message_of("12ab").find("64-bit"), std::string::npos);
}

// A random expression as fully parenthesised text, beside its value by direct computation.
std::pair<std::string, std::int64_t> random_expression(std::mt19937& random, const Sizes& sizes,
                                                       int depth) {
  std::uniform_int_distribution<int> pick(0, depth == 0 ? 1 : 6);
  switch (pick(random)) {
    case 0: {
      const int number = std::uniform_int_distribution<int>(0, 50)(random);
      return {std::to_string(number), number};
    }
    case 1: {
      const auto at = std::next(sizes.begin(), std::uniform_int_distribution<int>(0, 1)(random));
      return {at->first, at->second};
    }
    default: {
      const auto [left, l] = random_expression(random, sizes, depth - 1);
      const auto [right, r] = random_expression(random, sizes, depth - 1);
      const std::string open = "(" + left + ")", close = "(" + right + ")";
      switch (std::uniform_int_distribution<int>(0, 4)(random)) {
        case 0:
          return {open + " + " + close, l + r};
        case 1:
          return {open + "-" + close, l - r};
        case 2:
          return {open + "*" + close, l * r};
        case 3:
          return r > 0 ? std::pair{open + " / " + close, l / r} : std::pair{left, l};
        default:
          return r > 0 ? std::pair{open + "%" + close, l % r} : std::pair{left, l};
      }
    }
  }
}

TEST(SizeExpression, AgreesWithDirectComputation) {
  std::mt19937 random(20261121);
  const Sizes sizes = {{"n", 37}, {"width_2", 1000}};
  for (int i = 0; i < 2000; ++i) {
    // Depth 2: a product of at most four leaves, each at most 1000, stays within 64 bits.
    const auto [text, value] = random_expression(random, sizes, 2);
    EXPECT_EQ(evaluate(text, sizes), value) << text;
  }
}

}  // namespace
}  // namespace clgauge::kernels
