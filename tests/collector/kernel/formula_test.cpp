#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "collector/kernel/formula_builder.h"
#include "collector/symbolic/symbolic.h"

namespace clgauge::collector {
namespace {

using ::testing::ElementsAre;

TEST(Formula, DefaultsToZero) {
  EXPECT_EQ(Formula().text(), "0");
  EXPECT_EQ(Formula().evaluate({}), 0);
  EXPECT_EQ(Formula(-7).evaluate({}), -7);
  EXPECT_EQ(Formula(-7), Formula::parse("-7"));
}

TEST(Formula, EvaluatesExactly) {
  const Formula formula = Formula::parse("(n^3 - n)/6 + floor(m/16)*pow(2, ilog(2, n))");
  EXPECT_THAT(formula.symbols(), ElementsAre("m", "n"));
  EXPECT_EQ(formula.evaluate({{"n", 10}, {"m", 35}}), 165 + 2 * 8);
  EXPECT_EQ(formula.evaluate({{"n", 10}, {"m", -1}}), 165 - 8);
  EXPECT_EQ(formula.evaluate({{"n", 10}}), std::nullopt);
}

TEST(Formula, IntermediateValuesMayExceed64Bits) {
  // 3e18 * 6 overflows 64 bits before the division by 6
  EXPECT_EQ(Formula::parse("(n^3 - n)/6").evaluate({{"n", 3000000}}), 4499999999999500000);
  EXPECT_THROW((void)Formula::parse("n^3").evaluate({{"n", 3000000}}), Error);
  EXPECT_THROW((void)Formula::parse("n^9").evaluate({{"n", 3000000000}}), Error);
}

TEST(Formula, ErrorsAreNotSilent) {
  EXPECT_THROW((void)Formula::parse("floor(n/m)").evaluate({{"n", 1}, {"m", 0}}), Error);
  EXPECT_THROW((void)Formula::parse("n^2/256").evaluate({{"n", 17}}), Error);
  EXPECT_EQ(Formula::parse("n^2/256").evaluate({{"n", 32}}), 4);
  EXPECT_THROW((void)Formula::parse("sum(i, 0, n, bitxor(i, 1))").evaluate({{"n", 1LL << 62}}),
               Error);
  EXPECT_THROW((void)Formula::parse("99999999999999999999*n"), Error);
}

TEST(Formula, SumsNest) {
  const Formula formula =
      Formula::parse("sum(i, 0, n - 1, i*sum(j, i, m, bitand(i + j, 5)*ilog(3, j + n)))");
  for (std::int64_t n = 0; n < 9; ++n) {
    for (std::int64_t m = -2; m < 12; ++m) {
      std::int64_t expected = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t j = i; j <= m; ++j) {
          std::int64_t log = -1;
          for (std::int64_t x = j + n; x > 0; x /= 3) ++log;
          expected += i * ((i + j) & 5) * log;
        }
      }
      EXPECT_EQ(formula.evaluate({{"n", n}, {"m", m}}), expected) << n << " " << m;
    }
  }
}

TEST(Formula, OutlivesItsContext) {
  Formula formula;
  {
    symbolic::Context context;
    context.assume_at_least(context.symbol_id("n"), 0);
    const symbolic::Poly n = context.symbol("n");
    formula = FormulaBuilder::build(context, symbolic::max(context, n, symbolic::Poly(0)));
  }
  EXPECT_EQ(formula.text(), "n");
  EXPECT_EQ(formula.evaluate({{"n", 3}}), 3);
}

// The compiled code against the tree evaluator, on text of every kind.
TEST(FormulaProperty, AgreesWithTheTreeEvaluator) {
  std::mt19937_64 random(7);
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  const std::function<std::string(int)> make = [&](int depth) -> std::string {
    if (depth == 0) {
      constexpr const char* kLeaves[] = {"n", "m", "3", "1", "n", "7"};
      return kLeaves[pick(0, 5)];
    }
    std::string text = make(depth - 1);
    const std::string other = make(depth - 1);
    switch (pick(0, 8)) {
      case 0:
        return text.append(" - (").append(other).append(")");
      case 1:
        return std::string("(").append(text).append(")*(").append(make(0)).append(")");
      case 2:
        return std::string("floor((").append(text).append(")/5)");
      case 3:
        return std::string("max(").append(text).append(", ").append(other).append(")");
      case 4:
        return std::string("bitxor(").append(text).append(", ").append(make(0)).append(")");
      case 5:
        return std::string("floor((").append(text).append(")/(m^2 + 1))");
      case 6:
        return std::string("sum(i, 0, 9, i*bitor(i, ").append(text).append("))");
      case 7:
        return std::string("ilog(2, ").append(text).append(")");
      default:
        return text.append(" + ").append(other);
    }
  };
  for (int trial = 0; trial < 600; ++trial) {
    const std::string text = make(3);
    symbolic::Context context;
    const symbolic::Poly poly = symbolic::parse(context, text);
    const Formula formula = Formula::parse(text);
    const Formula again = Formula::parse(formula.text());
    const Bindings bindings{{"n", pick(-40, 40)}, {"m", pick(-40, 40)}};
    symbolic::Values values;
    for (const auto& [name, value] : bindings) values[context.symbol_id(name)] = value;
    const auto expected = symbolic::evaluate(context, poly, values);
    ASSERT_TRUE(expected && expected->is_integer()) << text;
    ASSERT_EQ(formula.evaluate(bindings), symbolic::to_int64(expected->floor())) << text;
    ASSERT_EQ(again.evaluate(bindings), formula.evaluate(bindings)) << text;
  }
}

}  // namespace
}  // namespace clgauge::collector
