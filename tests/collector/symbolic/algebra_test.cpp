#include <gtest/gtest.h>

#include <limits>

#include "random_expression.h"

namespace clgauge::symbolic {
namespace {

using test::evaluate_at;
using test::Expression;
using test::RandomExpressions;
using test::Sizes;

TEST(Integer, FloorQuotientRoundsTowardsMinusInfinity) {
  for (std::int64_t a = -20; a <= 20; ++a) {
    for (std::int64_t b = -7; b <= 7; ++b) {
      if (b == 0) continue;
      const Integer q = floor_quotient(a, b);
      const Integer r = a - q * b;
      EXPECT_TRUE(b > 0 ? (0 <= r && r < b) : (b < r && r <= 0)) << a << " / " << b;
    }
  }
  EXPECT_THROW((void)floor_quotient(1, 0), Error);
}

TEST(Integer, OverflowIsAnError) {
  const Integer most = static_cast<Integer>(~static_cast<unsigned __int128>(0) >> 1U);
  EXPECT_THROW((void)checked_add(most, 1), Overflow);
  EXPECT_THROW((void)checked_multiply(most / 2, 3), Overflow);
  EXPECT_THROW((void)checked_negate(-most - 1), Overflow);
  EXPECT_THROW((void)to_int64(Integer(std::numeric_limits<std::int64_t>::max()) + 1), Error);
  EXPECT_EQ(to_string(most), "170141183460469231731687303715884105727");
  EXPECT_EQ(to_string(-most - 1), "-170141183460469231731687303715884105728");
}

TEST(Rational, LowestTermsAndExactArithmetic) {
  const Rational half(2, 4);
  EXPECT_EQ(half.text(), "1/2");
  EXPECT_EQ(Rational(1, -3).text(), "-1/3");
  EXPECT_EQ(half + Rational(1, 3), Rational(5, 6));
  EXPECT_EQ(half * Rational(2, 3), Rational(1, 3));
  EXPECT_EQ(half / Rational(1, 4), Rational(2));
  EXPECT_EQ(Rational(-7, 2).floor(), -4);
  EXPECT_THROW((void)(half / Rational(0)), Error);
}

TEST(Poly, EqualValuesHaveEqualForms) {
  Context context;
  const Poly n = context.symbol("n");
  const Poly m = context.symbol("m");
  EXPECT_EQ((n + m) * (n - m), n * n - m * m);
  EXPECT_TRUE((n * m - m * n).is_zero());
  Poly doubled = n;
  doubled += doubled;
  EXPECT_EQ(doubled, n * Rational(2));
}

TEST(Substitution, CapturesNothing) {
  Context context;
  const Poly n = context.symbol("n");
  const Poly xor_sum = parse(context, "sum(i, 0, n - 1, sum(j, 0, i, bitxor(j, n)))");
  // n becomes an expression that contains a sum of its own
  const Poly inner = parse(context, "sum(k, 0, m, bitxor(k, 5))");
  const Poly replaced = substitute(context, xor_sum, context.symbol_id("n"), inner);
  for (std::int64_t m = 0; m < 4; ++m) {
    std::int64_t size = 0;
    for (std::int64_t k = 0; k <= m; ++k) size += k ^ 5;
    std::int64_t expected = 0;
    for (std::int64_t i = 0; i < size; ++i) {
      for (std::int64_t j = 0; j <= i; ++j) expected += j ^ size;
    }
    EXPECT_EQ(evaluate_at(context, replaced, {{"m", m}}), expected) << "m = " << m;
  }
}

TEST(Division, TruncatesLikeCForEverySign) {
  Context context;
  const Poly a = context.symbol("a");
  for (const std::int64_t b : {-4, -1, 1, 3, 16}) {
    const auto quotient = trunc_div(context, a, Poly(b));
    const auto remainder = trunc_rem(context, a, Poly(b));
    ASSERT_TRUE(quotient && remainder);
    for (std::int64_t value = -40; value <= 40; ++value) {
      EXPECT_EQ(evaluate_at(context, *quotient, {{"a", value}}), value / b) << value << "/" << b;
      EXPECT_EQ(evaluate_at(context, *remainder, {{"a", value}}), value % b) << value << "%" << b;
    }
  }
  EXPECT_FALSE(trunc_div(context, a, context.symbol("unknown_sign")));
}

TEST(Division, ByASymbolOrASum) {
  Context context;
  const AtomId width = context.symbol_id("nx");
  context.set_range(width, {Poly(1), std::nullopt, true});
  const AtomId x = context.symbol_id("x");
  const Poly pitch = Poly::atom(width) + Poly(2);
  context.set_range(x, {Poly(), pitch - Poly(1), false});
  const Poly y = context.symbol("y");
  const Poly flat = y * pitch + Poly::atom(x);
  EXPECT_EQ(floor_div(context, flat, pitch), y);
  EXPECT_EQ(modulo(context, flat, pitch), Poly::atom(x));
  EXPECT_NE(floor_div(context, flat + Poly(1), pitch), y);  // x + 1 may reach the next row
}

TEST(Division, UsesDivisibilityAndSaysSo) {
  Context context;
  const AtomId n = context.symbol_id("n");
  context.assume_divisible(n, 16);
  EXPECT_EQ(print(context, floor_div(context, Poly::atom(n) + Poly(5), Poly(16))), "n/16");
  EXPECT_EQ(context.used_assumptions(), (std::set<std::string>{"n % 16 == 0"}));
  EXPECT_THROW((void)floor_div(context, Poly::atom(n), Poly()), Error);
}

TEST(Bits, MasksAndIdentities) {
  Context context;
  const Poly a = context.symbol("a");
  const Poly low = bitwise_and(context, a, Poly(15));
  const Poly high = bitwise_and(context, a, Poly(-16));
  const Poly mixed = bitwise_xor(context, a, Poly(6));
  const Poly masked = bitwise_and(context, a, Poly(20));
  const Poly either = bitwise_or(context, a, Poly(20));
  for (std::int64_t value = -70; value <= 70; ++value) {
    const Sizes sizes{{"a", value}};
    EXPECT_EQ(evaluate_at(context, low, sizes), value & 15);
    EXPECT_EQ(evaluate_at(context, high, sizes), value & -16);
    EXPECT_EQ(evaluate_at(context, mixed, sizes), value ^ 6);
    EXPECT_EQ(evaluate_at(context, masked, sizes), value & 20);
    EXPECT_EQ(evaluate_at(context, either, sizes), value | 20);
  }
  EXPECT_TRUE(bitwise_xor(context, a, a).is_zero());
}

TEST(Expressions, AgreeWithPlainArithmeticForUnknownSigns) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Context context;
    RandomExpressions random(context, seed, {"n", "m"});
    const Expression expression = random.make(4);
    for (int trial = 0; trial < 8; ++trial) {
      const Sizes sizes{{"n", random.integer(-30, 30)}, {"m", random.integer(-30, 30)}};
      ASSERT_EQ(evaluate_at(context, expression.poly, sizes), expression.value(sizes))
          << expression.description << " became " << print(context, expression.poly)
          << " at n=" << sizes.at("n") << " m=" << sizes.at("m") << ", seed " << seed;
    }
    EXPECT_TRUE(context.used_assumptions().empty());
  }
}

TEST(Expressions, AgreeWithPlainArithmeticWithinRanges) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Context context;
    RandomExpressions random(context, seed, {"n", "m", "i"});
    const std::int64_t least = random.integer(-3, 5);
    context.assume_at_least(context.symbol_id("n"), least);
    context.assume_at_least(context.symbol_id("m"), 0);
    context.assume_divisible(context.symbol_id("m"), 4);
    context.set_range(context.symbol_id("i"),
                      {Poly(), context.symbol("n") + context.symbol("m"), false});
    const Expression expression = random.make(4);
    for (int trial = 0; trial < 8; ++trial) {
      Sizes sizes{{"n", random.integer(least, 30)}, {"m", 4 * random.integer(0, 8)}};
      const std::int64_t highest = sizes["n"] + sizes["m"];
      if (highest < 0) continue;
      sizes["i"] = random.integer(0, highest);
      ASSERT_EQ(evaluate_at(context, expression.poly, sizes), expression.value(sizes))
          << expression.description << " became " << print(context, expression.poly) << ", seed "
          << seed;
    }
  }
}

TEST(Expressions, SubstitutionCommutesWithEvaluation) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Context context;
    RandomExpressions random(context, seed, {"n", "m"});
    const Expression expression = random.make(4);
    const Expression value = random.make(2);
    const Poly replaced = substitute(context, expression.poly, context.symbol_id("n"), value.poly);
    for (int trial = 0; trial < 4; ++trial) {
      Sizes sizes{{"n", random.integer(-9, 9)}, {"m", random.integer(-9, 9)}};
      const std::int64_t actual = evaluate_at(context, replaced, sizes);
      sizes["n"] = value.value(sizes);
      ASSERT_EQ(actual, expression.value(sizes))
          << expression.description << " with n = " << value.description << ", seed " << seed;
    }
  }
}

}  // namespace
}  // namespace clgauge::symbolic
