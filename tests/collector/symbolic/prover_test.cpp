#include <gtest/gtest.h>

#include "random_expression.h"

namespace clgauge::symbolic {
namespace {

using test::evaluate_at;
using test::Expression;
using test::RandomExpressions;
using test::Sizes;

class Prover : public ::testing::Test {
 protected:
  bool proves(const char* text) { return prove_nonnegative(context_, parse(context_, text)); }
  AtomId id(const char* name) { return context_.symbol_id(name); }
  Poly poly(const char* text) { return parse(context_, text); }
  Context context_;
};

TEST_F(Prover, AssumesNothingOfABareSymbol) {
  EXPECT_FALSE(proves("n"));
  EXPECT_FALSE(proves("n^2 - n"));
  context_.assume_at_least(id("n"), 0);
  EXPECT_TRUE(proves("n"));
  EXPECT_FALSE(proves("n - 1"));
  EXPECT_EQ(context_.used_assumptions(), (std::set<std::string>{"n >= 0"}));
}

TEST_F(Prover, LoopVariablesWithinSymbolicRanges) {
  context_.assume_at_least(id("n"), 1);
  context_.set_range(id("i"), {Poly(), poly("n - 1"), false});
  context_.set_range(id("j"), {poly("i"), poly("n - 1"), false});
  EXPECT_TRUE(proves("n*n - 1 - (n*i + j)"));
  EXPECT_TRUE(proves("j - i"));
  EXPECT_FALSE(proves("i - j"));
  EXPECT_TRUE(proves("i*j"));
  EXPECT_FALSE(proves("n*n - 2 - (n*i + j)"));
}

TEST_F(Prover, DigitsOfAnIndex) {
  context_.assume_at_least(id("w"), 1);
  context_.assume_at_least(id("g"), 0);
  EXPECT_TRUE(proves("g - w*floor(g/w)"));
  EXPECT_TRUE(proves("w - 1 - (g - w*floor(g/w))"));
  EXPECT_FALSE(proves("w - 2 - (g - w*floor(g/w))"));
  EXPECT_TRUE(proves("15 - (g - 16*floor(g/16))"));
  EXPECT_TRUE(proves("16*ceil(g/16) - g"));
}

TEST_F(Prover, IntegersAreRoundedInward) {
  context_.set_range(id("i"), {Poly(), std::nullopt, false});
  context_.push_fact(poly("16*k - 3 - i"), false);  // so k >= 1
  EXPECT_TRUE(proves("k - 1"));
  EXPECT_FALSE(proves("k - 2"));
  context_.pop_fact();
  EXPECT_FALSE(proves("k - 1"));
}

TEST_F(Prover, AssumedFactsAreRecorded) {
  context_.push_fact(poly("nx - ny"), true);
  EXPECT_TRUE(proves("3*nx - 3*ny + 2"));
  EXPECT_EQ(context_.used_assumptions(), (std::set<std::string>{"nx - ny >= 0"}));
}

TEST_F(Prover, WorkIsBounded) {
  Poly product(1);
  for (int i = 0; i < 40; ++i) {
    const Poly x = context_.symbol(std::string("x").append(std::to_string(i)));
    context_.set_range(*x.as_atom(), {Poly(-1), Poly(1), false});
    product += x * floor_div(context_, x + context_.symbol("y"), Poly(3));
  }
  EXPECT_FALSE(prove_nonnegative(context_, product));
}

// Soundness: whatever is proven holds at every point tried. Enough proofs must succeed for the test
// to mean something.
TEST(ProverProperty, ProvenMeansTrue) {
  int proven = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Context context;
    RandomExpressions random(context, seed, {"n", "m", "i", "j"});
    const std::int64_t least = random.integer(-2, 3);
    context.assume_at_least(context.symbol_id("n"), least);
    context.assume_divisible(context.symbol_id("n"), 2);
    context.set_range(context.symbol_id("i"), {Poly(-1), context.symbol("n"), false});
    context.set_range(context.symbol_id("j"), {context.symbol("i"), context.symbol("n"), false});
    Expression expression = random.make(3);
    const std::int64_t shift = random.integer(0, 6);
    if (!prove_nonnegative(context, expression.poly + Poly(shift))) continue;
    ++proven;
    for (int trial = 0; trial < 40; ++trial) {
      Sizes sizes{{"n", 2 * random.integer(test::floor_quotient64(least + 1, 2), 8)},
                  {"m", random.integer(-20, 20)}};
      if (sizes["n"] < -1) continue;
      sizes["i"] = random.integer(-1, sizes["n"]);
      sizes["j"] = random.integer(sizes["i"], sizes["n"]);
      ASSERT_GE(expression.value(sizes) + shift, 0)
          << expression.description << " + " << shift << ", seed " << seed;
    }
  }
  EXPECT_GT(proven, 500);
}

}  // namespace
}  // namespace clgauge::symbolic
