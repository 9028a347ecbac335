#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/expression/expression.h"

namespace clgauge::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

double value(const std::string& text, const std::map<std::string, double>& names = {}) {
  const Expression expression = Expression::parse(text);
  std::vector<double> parameters;
  std::vector<double> features;
  for (const auto& name : expression.parameters()) {
    parameters.push_back(names.at(name));
  }
  for (const auto& name : expression.features()) {
    features.push_back(names.at(name));
  }
  Expression::Workspace workspace;
  return expression.evaluate(parameters, features, workspace);
}

std::string message_of(const std::string& text) {
  try {
    static_cast<void>(Expression::parse(text));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return "no error";
}

TEST(Parser, FollowsTheUsualPrecedence) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("2 - 3 - 4"), -5);
  EXPECT_EQ(value("12 / 3 / 2"), 2);
  EXPECT_EQ(value("2 ^ 3 ^ 2"), 512);
  EXPECT_EQ(value("-2 ^ 2"), -4);
  EXPECT_EQ(value("2 ^ -1"), 0.5);
  EXPECT_EQ(value("2 * -3"), -6);
  EXPECT_EQ(value("- - + 3"), 3);
  EXPECT_EQ(value("1e3 + .5 + 2.5e-1"), 1000.75);
}

TEST(Parser, EvaluatesTheFunctions) {
  EXPECT_EQ(value("max(1, 5, 3) + min(4, 2)"), 7);
  EXPECT_EQ(value("abs(-3) + sqrt(16)"), 7);
  EXPECT_DOUBLE_EQ(value("log(exp(2)) + tanh(0)"), 2);
  EXPECT_DOUBLE_EQ(value("pnorm(2, 3, 4)"), 5);
  EXPECT_DOUBLE_EQ(value("pnorm(1, 3, 4, 5)"), 12);
  EXPECT_EQ(value("pnorm(3, 0, 0)"), 0);
  // The paper's switch between two costs: a (1 + h) / 2 + b (1 - h) / 2.
  const double h = std::tanh(3.0 * (5.0 - 2.0) / (5.0 + 2.0));
  EXPECT_NEAR(value("smoothmax(3, 5, 2)"), 5 * (1 + h) / 2 + 2 * (1 - h) / 2, 1e-14);
  EXPECT_DOUBLE_EQ(value("smoothmax(0, 5, 2)"), 3.5);
  EXPECT_NEAR(value("smoothmax(500, 5, 2)"), 5, 1e-12);
}

TEST(Parser, PNormNeitherOverflowsNorUnderflows) {
  EXPECT_DOUBLE_EQ(value("pnorm(8, 1e200, 1e200)"), 1e200 * std::pow(2.0, 0.125));
  EXPECT_DOUBLE_EQ(value("pnorm(8, 1e-200, 1e-200)"), 1e-200 * std::pow(2.0, 0.125));
}

TEST(Parser, TakesTheNamesOfThePaper) {
  const auto expression = Expression::parse(
      "f_cl_wall_time_nvidia_geforce = p_f32madd * f_op_float32_madd + p_a "
      "* f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_gstrides:{0:16}_afr:>1+p_b*"
      "f_mem_access_tag:aLD-p_c*f_mem_access_local_float32");
  EXPECT_EQ(expression.output(), "f_cl_wall_time_nvidia_geforce");
  EXPECT_THAT(expression.parameters(), ElementsAre("p_f32madd", "p_a", "p_b", "p_c"));
  EXPECT_THAT(
      expression.features(),
      ElementsAre("f_op_float32_madd",
                  "f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_gstrides:{0:16}_afr:>1",
                  "f_mem_access_tag:aLD", "f_mem_access_local_float32"));
}

TEST(Parser, AnExpressionMayStartWithAFeatureThatIsNoOutput) {
  const auto expression = Expression::parse("f_a * p_a");
  EXPECT_EQ(expression.output(), "");
  EXPECT_EQ(value("f_a * p_a", {{"f_a", 3}, {"p_a", 2}}), 6);
}

TEST(Parser, CommentsAndLinesAreBlank) { EXPECT_EQ(value("# launch\n1 +  # the rest\n\t2\n"), 3); }

TEST(Parser, ErrorsSayWhereWhatWasExpectedAndWhatWasFound) {
  EXPECT_EQ(message_of("p_a * "),
            "model expression, line 1, column 7: expected a number, p_<parameter>, f_<feature>, a "
            "function or '(', found the end of the expression");
  EXPECT_THAT(message_of("p_a *\n * f_b"), HasSubstr("line 2, column 2:"));
  EXPECT_THAT(message_of("(p_a + 1"),
              HasSubstr("expected ')' to close the parenthesis, found the"));
  EXPECT_THAT(message_of("p_a f_b"), HasSubstr("expected an operator or the end"));
  EXPECT_THAT(message_of("p_a + 1)"), HasSubstr("found ')'"));
  EXPECT_THAT(message_of("sin(p_a)"), HasSubstr("found 'sin'"));
  EXPECT_THAT(message_of("cost * f_a"), HasSubstr("expected a parameter p_*, a feature f_*"));
  EXPECT_THAT(message_of("tanh(1, 2)"), HasSubstr("takes at most 1 argument,"));
  EXPECT_THAT(message_of("pnorm(1)"), HasSubstr("takes at least 2 arguments"));
  EXPECT_THAT(message_of("max()"), HasSubstr("found ')'"));
  EXPECT_THAT(message_of("1.5.2"), HasSubstr("expected an operator"));
  EXPECT_THAT(message_of("2x"), HasSubstr("after the number 2, found 'x'"));
  EXPECT_THAT(message_of("1e999"), HasSubstr("expected a number between"));
  EXPECT_THAT(message_of("p_a $ 1"), HasSubstr("found '$'"));
  EXPECT_THAT(message_of("p_a \xff"), HasSubstr("found byte 0xff"));
  EXPECT_THAT(message_of("f_x_lstrides:{0:1"), HasSubstr("expected '}'"));
  EXPECT_THAT(message_of("f_x_afr: * 2"), HasSubstr("expected a constraint"));
  EXPECT_THAT(message_of("f_cl_wall_time_x = f_b = 2"), HasSubstr("column 24: expected"));
  EXPECT_THAT(message_of("\n f_a = p_a"),
              HasSubstr("line 2, column 2: expected f_cl_wall_time_* before '=', found 'f_a'"));
  EXPECT_THAT(message_of("p_a = 2"), HasSubstr("found '='"));
  EXPECT_THAT(message_of(""), HasSubstr("line 1, column 1:"));
}

TEST(Parser, DetailPointsAtThePlaceWithACaret) {
  try {
    static_cast<void>(Expression::parse("p_a +\np_b * * 2"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.detail(), "p_b * * 2\n      ^");
  }
}

TEST(Parser, EveryNodeKnowsItsPlace) {
  const std::string text = "p_a *\n (f_b + 2) ^ p_e - max(p_c, -f_b)";
  const auto expression = Expression::parse(text);
  std::vector<std::string> places;
  for (std::size_t node = 0; node < expression.nodes().size(); ++node) {
    const Expression::Place place = expression.place(node);
    places.push_back(text.substr(place.offset, place.length));
  }
  EXPECT_THAT(places,
              ElementsAre("p_a", "f_b", "2", "f_b + 2", "p_e", "(f_b + 2) ^ p_e",
                          "p_a *\n (f_b + 2) ^ p_e", "p_c", "f_b", "-f_b", "max(p_c, -f_b)", text));
}

TEST(Parser, RefusesWhatWouldExhaustTheStackOrMemory) {
  const std::size_t many = 1000000;
  EXPECT_THAT(message_of(std::string(many, '(')), HasSubstr("nested"));
  EXPECT_THAT(message_of(std::string(many, '-') + "1"), HasSubstr("nested"));
  std::string tower = "1";
  for (int i = 0; i < 100000; ++i) {
    tower += "^1";
  }
  EXPECT_THAT(message_of(tower), HasSubstr("nested"));
  std::string calls;
  for (int i = 0; i < 100000; ++i) {
    calls += "exp(";
  }
  EXPECT_THAT(message_of(calls), HasSubstr("nested"));
  std::string sum = "1";
  for (std::size_t i = 0; i < Expression::kMaxNodes; ++i) {
    sum += "+1";
  }
  EXPECT_THAT(message_of(sum), HasSubstr("operations"));
  EXPECT_THAT(message_of(std::string(Expression::kMaxTextBytes + 1, ' ')), HasSubstr("bytes"));
}

TEST(Parser, ALongFlatSumIsFine) {
  std::string sum = "0";
  for (int i = 0; i < 30000; ++i) {
    sum += "+1";
  }
  EXPECT_EQ(value(sum), 30000);
}

TEST(Evaluate, DivisionByZeroFollowsIeee) {
  EXPECT_EQ(value("1 / f_n", {{"f_n", 0}}), std::numeric_limits<double>::infinity());
}

TEST(Evaluate, RefusesTheWrongNumberOfValues) {
  const auto expression = Expression::parse("p_a * f_a");
  Expression::Workspace workspace;
  const std::vector<double> two(2, 1.0);
  const std::vector<double> one(1, 1.0);
  EXPECT_THROW(static_cast<void>(expression.evaluate(two, one, workspace)), Error);
  std::vector<double> by(2);
  EXPECT_THROW(expression.gradient(one, one, workspace, by), Error);
}

}  // namespace
}  // namespace clgauge::model
