#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "random_expression.h"

namespace clgauge::symbolic {
namespace {

using test::evaluate_at;
using test::Expression;
using test::RandomExpressions;
using test::Sizes;
using ::testing::HasSubstr;

std::string reprint(const std::string& text) {
  Context context;
  return print(context, parse(context, text));
}

TEST(Text, CanonicalForms) {
  EXPECT_EQ(reprint("m + n*2 - 1"), "m + 2*n - 1");
  EXPECT_EQ(reprint("(n+1)^2"), "n^2 + 2*n + 1");
  EXPECT_EQ(reprint("n*(n+1)/2"), "(n^2 + n)/2");
  EXPECT_EQ(reprint("-n/2"), "-n/2");
  EXPECT_EQ(reprint("floor((n + 15)/16)"), "floor((n + 15)/16)");
  EXPECT_EQ(reprint("ceil(n/(m + 1))"), "-floor(-n/(m + 1))");
  EXPECT_EQ(reprint("max(0, n - 5)"), "max(0, n - 5)");
  EXPECT_EQ(reprint("n % 16"), "n - 16*floor(n/16)");
  EXPECT_EQ(reprint("@a + 0"), "@a");
  EXPECT_EQ(reprint("n - n"), "0");
}

// sum over x1 = 0 .. n, x2 = x1 .. n, ..., of x1 & xlast
std::int64_t nested(int left, std::int64_t from, std::int64_t first, std::int64_t n) {
  std::int64_t total = 0;
  for (std::int64_t x = from; x <= n; ++x) {
    total += left == 1 ? (first & x) : nested(left - 1, x, first < 0 ? x : first, n);
  }
  return total;
}

TEST(Text, SumsThatNestDeep) {
  constexpr int kDepth = 12;
  std::string text = "bitand(x1, x" + std::to_string(kDepth) + ")";
  for (int i = kDepth; i > 0; --i) {
    const std::string low = i == 1 ? "0" : "x" + std::to_string(i - 1);
    text = "sum(x" + std::to_string(i) + ", " + low + ", n, " + text + ")";
  }
  Context context;
  const Poly sum = parse(context, text);
  EXPECT_EQ(parse(context, print(context, sum)), sum);
  EXPECT_EQ(evaluate(context, sum, {{context.symbol_id("n"), 3}}),
            Rational(nested(kDepth, 0, -1, 3)));
}

TEST(Text, LaunchDescriptionsDivideLikeIntegers) {
  Context context;
  EXPECT_EQ(print(context, parse(context, "n/4", Division::floor)), "floor(n/4)");
  EXPECT_EQ(print(context, parse(context, "7/2", Division::floor)), "3");
}

TEST(Text, ErrorsNamePositionAndExpectation) {
  const auto message = [](const char* text) -> std::string {
    Context context;
    try {
      (void)parse(context, text);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message("n +"), HasSubstr("position 4"));
  EXPECT_THAT(message("2 n"), HasSubstr("an operator or the end"));
  EXPECT_THAT(message("n/m"), HasSubstr("floor() or ceil()"));
  EXPECT_THAT(message("n/(m-m)"), HasSubstr("not zero"));
  EXPECT_THAT(message("sqrt(n)"), HasSubstr("one of the functions"));
  EXPECT_THAT(message("pow(n, 2)"), HasSubstr("constant base"));
  EXPECT_THAT(message("_k0 + 1"), HasSubstr("_k0"));
  EXPECT_THAT(message(std::string(5000, '(').c_str()), HasSubstr("nesting"));
  EXPECT_THAT(message("99999999999999999999999999999999999999999"), HasSubstr("overflows"));
  EXPECT_THAT(message(""), HasSubstr("position 1"));
}

TEST(TextProperty, PrintedExpressionsParseBack) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Context context;
    RandomExpressions random(context, seed, {"n", "m", "zeta"});
    const Expression expression = random.make(4);
    const std::string text = print(context, expression.poly);
    Context other;
    (void)other.symbol("zeta");  // another order of atoms than in the first context
    const Poly parsed = parse(other, text);
    // Another order of atoms may let the prover simplify once more, hence not always equal.
    EXPECT_LE(print(other, parsed).size(), text.size()) << "seed " << seed;
    const Sizes sizes{{"n", random.integer(-30, 30)},
                      {"m", random.integer(-30, 30)},
                      {"zeta", random.integer(-30, 30)}};
    ASSERT_EQ(evaluate_at(other, parsed, sizes), expression.value(sizes)) << text;
  }
}

}  // namespace
}  // namespace clgauge::symbolic
