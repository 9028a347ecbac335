#include <gtest/gtest.h>

#include "random_expression.h"

namespace clgauge::symbolic {
namespace {

using test::evaluate_at;
using test::Expression;
using test::RandomExpressions;
using test::Sizes;

bool has_sum(const Context& context, const Poly& poly) {
  for (const AtomId id : poly.atoms()) {
    if (context.atom(id).sum_depth > 0) return true;
  }
  return false;
}

TEST(SumOfPowers, AgreesWithAddingUp) {
  for (int exponent = 0; exponent <= 8; ++exponent) {
    std::int64_t expected = 0;
    for (std::int64_t count = 0; count <= 12; ++count) {
      EXPECT_EQ(sum_of_powers(exponent, Poly(count)), Poly(expected)) << exponent << " " << count;
      std::int64_t term = 1;
      for (int i = 0; i < exponent; ++i) term *= count;
      expected += term;
    }
  }
}

struct ClosedForm {
  const char* sum;
  const char* expected;  // empty: only that no sum is left
};

class ClosedForms : public ::testing::TestWithParam<ClosedForm> {};

TEST_P(ClosedForms, AreFound) {
  Context context;
  for (const char* size : {"n", "m"}) context.assume_at_least(context.symbol_id(size), 0);
  for (const char* size : {"D", "E"}) context.assume_at_least(context.symbol_id(size), 1);
  const Poly sum = parse(context, GetParam().sum);
  EXPECT_FALSE(has_sum(context, sum)) << print(context, sum);
  if (GetParam().expected[0] != '\0') {
    EXPECT_EQ(print(context, sum), GetParam().expected);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Loops, ClosedForms,
    ::testing::Values(ClosedForm{"sum(i, 0, n - 1, 1)", "n"},
                      ClosedForm{"sum(i, 0, n - 1, sum(j, 0, i - 1, 1))", "(n^2 - n)/2"},
                      ClosedForm{"sum(i, 0, n - 1, i^2)", "(2*n^3 - 3*n^2 + n)/6"},
                      ClosedForm{"sum(i, 0, n - 1, floor(i/D))", ""},  // mixed radix, symbolic
                      ClosedForm{"sum(i, 0, n*D - 1, floor(i/D))", "(D*n^2 - D*n)/2"},
                      ClosedForm{"sum(i, 0, n*D*E - 1, floor(i/(D*E)) + floor(i/D)%E)", ""},
                      ClosedForm{"sum(i, 0, n - 1, floor((n - 1 - i)/1024))", ""},  // grid stride
                      ClosedForm{"sum(i, 0, n - 1, max(0, m - i))", ""},
                      ClosedForm{"sum(i, 0, n - 1, pow(2, i))", "pow(2, n) - 1"},
                      ClosedForm{"sum(i, 0, n - 1, min(m, i + 1) - max(0, i - 3))", ""},
                      ClosedForm{"sum(i, 0, n - 1, floor(3*i/5))", ""}));

TEST(Sums, StayUnevaluatedButExact) {
  Context context;
  context.assume_at_least(context.symbol_id("n"), 0);
  const Poly sum = parse(context, "sum(i, 0, n - 1, bitxor(i, 21)*ilog(2, i + 1))");
  EXPECT_TRUE(has_sum(context, sum));
  std::int64_t expected = 0;
  for (std::int64_t n = 0; n < 60; ++n) {
    EXPECT_EQ(evaluate_at(context, sum, {{"n", n}}), expected);
    std::int64_t log = 0;
    while (((n + 1) >> (log + 1)) > 0) ++log;
    expected += (n ^ 21) * log;
  }
}

TEST(Sums, NumericEvaluationIsBounded) {
  Context context;
  const Poly sum = parse(context, "sum(i, 0, n, bitxor(i, 3))");
  const Values values{{context.symbol_id("n"), Integer(1) << 60U}};
  EXPECT_THROW((void)evaluate(context, sum, values, 10000), Error);
}

// Random bodies over random intervals, in the loop variable and two sizes, against a loop.
void check_random_sum(std::uint64_t seed, bool with_ranges, int* closed) {
  Context context;
  RandomExpressions random(context, seed, {"n", "m"});
  if (with_ranges) {
    context.assume_at_least(context.symbol_id("n"), 0);
    context.assume_at_least(context.symbol_id("m"), 0);
  }
  const Expression low = random.make(1);
  const Expression high = random.make(2);
  const AtomId i = context.symbol_id("i");
  const ScopedRange within(context, i, {low.poly, high.poly, false});
  random.set_symbols({"i", "i", "n", "m"});
  const Expression body = random.make(3);
  const Poly sum = sum_over(context, i, low.poly, high.poly, body.poly);
  EXPECT_FALSE(depends_on(context, sum, i));
  *closed += has_sum(context, sum) ? 0 : 1;
  for (int trial = 0; trial < 6; ++trial) {
    const std::int64_t least = with_ranges ? 0 : -12;
    Sizes sizes{{"n", random.integer(least, 20)}, {"m", random.integer(least, 20)}};
    const std::int64_t first = low.value(sizes);
    const std::int64_t last = high.value(sizes);
    if (last - first > 4000) continue;
    std::int64_t expected = 0;
    for (std::int64_t value = first; value <= last; ++value) {
      sizes["i"] = value;
      expected += body.value(sizes);
    }
    sizes.erase("i");
    ASSERT_EQ(evaluate_at(context, sum, sizes), expected)
        << "sum of " << body.description << " for i = " << low.description << " .. "
        << high.description << " at n=" << sizes["n"] << " m=" << sizes["m"] << ": "
        << print(context, sum) << ", seed " << seed;
  }
}

TEST(SumsProperty, RandomSumsOverNonNegativeSizes) {
  int closed = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    check_random_sum(seed, true, &closed);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(closed, 700);
}

TEST(SumsProperty, RandomSumsOverAnySizes) {
  int closed = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    check_random_sum(seed, false, &closed);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(closed, 500);
}

// Triangular and guarded nests, three deep, as kernels have them.
TEST(SumsProperty, RandomNests) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Context context;
    RandomExpressions random(context, seed, {"n"});
    context.assume_at_least(context.symbol_id("n"), 0);
    const Poly n = context.symbol("n");
    const AtomId i = context.symbol_id("i");
    const AtomId j = context.symbol_id("j");
    const std::int64_t a = random.integer(-2, 2);
    const std::int64_t b = random.integer(-3, 3);
    const std::int64_t c = random.integer(1, 5);
    const std::int64_t guard = random.integer(-4, 4);
    const Poly high_j = Poly(a) * Poly::atom(i) + Poly(b) + n;
    const ScopedRange range_i(context, i, {Poly(), n - Poly(1), false});
    const ScopedRange range_j(context, j, {Poly(), high_j, false});
    // for i < n; for j <= a*i + b + n; if (j >= i + guard) count floor((i + j) / c) + 1
    const Poly inside = indicator(context, Poly::atom(j) - Poly::atom(i) - Poly(guard));
    const Poly body =
        inside * (floor_div(context, Poly::atom(i) + Poly::atom(j), Poly(c)) + Poly(1));
    const Poly inner = sum_over(context, j, Poly(), high_j, body);
    const Poly total = sum_over(context, i, Poly(), n - Poly(1), inner);
    for (std::int64_t size = 0; size < 14; size += random.integer(1, 4)) {
      std::int64_t expected = 0;
      for (std::int64_t x = 0; x < size; ++x) {
        for (std::int64_t y = 0; y <= a * x + b + size; ++y) {
          if (y >= x + guard) expected += test::floor_quotient64(x + y, c) + 1;
        }
      }
      ASSERT_EQ(evaluate_at(context, total, {{"n", size}}), expected)
          << "n=" << size << " a=" << a << " b=" << b << " c=" << c << " guard=" << guard;
    }
  }
}

}  // namespace
}  // namespace clgauge::symbolic
