#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "model/expression/expression.h"

namespace clgauge::model {
namespace {

// A random expression together with an evaluator that shares nothing with the parser: closures over
// the same operations.
struct Random {
  std::string text;
  std::function<double(const std::vector<double>&)> value;  // at the parameters, then the features
};

constexpr std::size_t kParameters = 4;
constexpr std::size_t kFeatures = 3;

class Generator {
 public:
  explicit Generator(unsigned seed) : engine_(seed) {}

  Random make(int depth) {
    if (depth == 0 || pick(6) == 0) {
      return leaf();
    }
    const Random a = make(depth - 1);
    switch (pick(13)) {
      case 0:
        return {"(" + a.text + ") ^ 2", [=](const auto& x) { return std::pow(a.value(x), 2); }};
      case 1:
        return {"-(" + a.text + ")", [=](const auto& x) { return -a.value(x); }};
      case 2:
        return {"tanh(" + a.text + ")", [=](const auto& x) { return std::tanh(a.value(x)); }};
      case 3:
        return {"exp(-abs(" + a.text + "))",
                [=](const auto& x) { return std::exp(-std::abs(a.value(x))); }};
      case 4:
        return {"log(1 + abs(" + a.text + "))",
                [=](const auto& x) { return std::log(1 + std::abs(a.value(x))); }};
      case 5:
        return {"sqrt(2 + abs(" + a.text + "))",
                [=](const auto& x) { return std::sqrt(2 + std::abs(a.value(x))); }};
      default:
        return binary(a, make(depth - 1));
    }
  }

  std::vector<double> point() {
    std::uniform_real_distribution<double> positive(0.3, 2.5);
    std::vector<double> x(kParameters + kFeatures);
    for (double& v : x) {
      v = positive(engine_);
    }
    return x;
  }

 private:
  std::size_t pick(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_);
  }

  Random leaf() {
    const auto which = pick(kParameters + kFeatures + 1);
    if (which < kParameters) {
      return {fmt::format("p_{}", which), [=](const auto& x) { return x[which]; }};
    }
    if (which < kParameters + kFeatures) {
      return {fmt::format("f_{}", which - kParameters), [=](const auto& x) { return x[which]; }};
    }
    const double constant = 0.25 * static_cast<double>(1 + pick(8));
    return {fmt::format("{}", constant), [=](const auto&) { return constant; }};
  }

  Random binary(const Random& a, const Random& b) {
    const auto call = [&](const std::string& name, const std::function<double(double, double)>& f) {
      return Random{name + a.text + ", " + b.text + ")",
                    [=](const auto& x) { return f(a.value(x), b.value(x)); }};
    };
    const auto infix = [&](const std::string& op, const std::function<double(double, double)>& f) {
      return Random{"(" + a.text + ")" + op + "(" + b.text + ")",
                    [=](const auto& x) { return f(a.value(x), b.value(x)); }};
    };
    switch (pick(7)) {
      case 0:
        return infix("+", [](double x, double y) { return x + y; });
      case 1:
        return infix(" - ", [](double x, double y) { return x - y; });
      case 2:
        return infix("*", [](double x, double y) { return x * y; });
      case 3:
        return Random{"(" + a.text + ") / (1.5 + abs(" + b.text + "))",
                      [=](const auto& x) { return a.value(x) / (1.5 + std::abs(b.value(x))); }};
      case 4:
        return call("max(", [](double x, double y) { return std::max(x, y); });
      case 5:
        return call("pnorm(2.5, ", [](double x, double y) {
          return std::pow(std::pow(std::abs(x), 2.5) + std::pow(std::abs(y), 2.5), 0.4);
        });
      default:
        return call("smoothmax(1.5, ", [](double x, double y) {
          const double m = std::abs(x) + std::abs(y);
          const double h = m > 0 ? std::tanh(1.5 * (x - y) / m) : 0;
          return x * (1 + h) / 2 + y * (1 - h) / 2;
        });
    }
  }

  std::mt19937 engine_;
};

struct Bound {
  Expression expression;
  std::vector<double> parameters;
  std::vector<double> features;
};

// Picks, from the point of all variables, those that the expression names, in its own order.
Bound bound_at(const Random& random, const std::vector<double>& x) {
  Bound bound{Expression::parse(random.text), {}, {}};
  for (const auto& name : bound.expression.parameters()) {
    bound.parameters.push_back(x[std::stoul(name.substr(2))]);
  }
  for (const auto& name : bound.expression.features()) {
    bound.features.push_back(x[kParameters + std::stoul(name.substr(2))]);
  }
  return bound;
}

TEST(Expression, AgreesWithAnIndependentEvaluatorOnRandomExpressions) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Generator generator(seed);
    const Random random = generator.make(5);
    const auto x = generator.point();
    const Bound bound = bound_at(random, x);
    Expression::Workspace workspace;
    const double got = bound.expression.evaluate(bound.parameters, bound.features, workspace);
    const double want = random.value(x);
    ASSERT_TRUE(std::abs(got - want) <= 1e-9 * (1 + std::abs(want))) << random.text;
  }
}

// A central difference with two steps: its own error shows in their disagreement, which is large
// next to a kink of max or abs. Such points are left to the closed-form tests below.
TEST(Expression, GradientsAgreeWithFiniteDifferencesOnRandomExpressions) {
  int compared = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Generator generator(seed);
    const Random random = generator.make(5);
    Bound bound = bound_at(random, generator.point());
    Expression::Workspace workspace;
    std::vector<double> by_parameter(bound.parameters.size());
    std::vector<double> by_feature(bound.features.size());
    bound.expression.gradient(bound.parameters, bound.features, workspace, by_parameter,
                              by_feature);
    const auto check = [&](double& variable, double derivative) {
      const double at = variable;
      const auto difference = [&](double h) {
        variable = at + h;
        const double up = bound.expression.evaluate(bound.parameters, bound.features, workspace);
        variable = at - h;
        const double down = bound.expression.evaluate(bound.parameters, bound.features, workspace);
        variable = at;
        return (up - down) / (2 * h);
      };
      const double coarse = difference(2e-5);
      const double fine = difference(1e-5);
      if (!(std::abs(coarse - fine) <= 1e-5 * (1 + std::abs(fine)))) {
        return;
      }
      ++compared;
      ASSERT_TRUE(std::abs(derivative - fine) <= 1e-4 * (1 + std::abs(fine)))
          << random.text << "\n gradient " << derivative << ", difference " << fine;
    };
    for (std::size_t i = 0; i < by_parameter.size(); ++i) {
      check(bound.parameters[i], by_parameter[i]);
    }
    for (std::size_t i = 0; i < by_feature.size(); ++i) {
      check(bound.features[i], by_feature[i]);
    }
  }
  EXPECT_GT(compared, 4000);
}

// Derivatives by an exponent and by the first arguments of pnorm and smoothmax.
TEST(Expression, GradientsByShapeParametersAgreeWithFiniteDifferences) {
  for (const std::string text :
       {"pnorm(p_0, f_0, f_1, f_2)", "smoothmax(p_0, f_0, f_1, f_2)", "f_0 ^ p_0", "p_0 ^ p_0",
        "smoothmax(p_0, p_1, 2 * p_1, -f_0)", "pnorm(p_0, p_0, f_1)"}) {
    Generator generator(7);
    for (int trial = 0; trial < 50; ++trial) {
      Bound bound = bound_at({text, {}}, generator.point());
      bound.parameters[0] += 0.8;
      Expression::Workspace workspace;
      std::vector<double> gradient(bound.parameters.size());
      bound.expression.gradient(bound.parameters, bound.features, workspace, gradient);
      const double at = bound.parameters[0];
      const double h = 1e-6;
      bound.parameters[0] = at + h;
      const double up = bound.expression.evaluate(bound.parameters, bound.features, workspace);
      bound.parameters[0] = at - h;
      const double down = bound.expression.evaluate(bound.parameters, bound.features, workspace);
      const double difference = (up - down) / (2 * h);
      ASSERT_TRUE(std::abs(gradient[0] - difference) <= 1e-6 * (1 + std::abs(difference))) << text;
    }
  }
}

TEST(Expression, ABranchThatMaxDoesNotTakeLeavesNoTrace) {
  const auto expression = Expression::parse("max(p_a, p_b / f_zero - 1 / f_zero)");
  Expression::Workspace workspace;
  std::vector<double> by(2);
  // p_b = 0.5 makes the second operand minus infinity.
  const double result =
      expression.gradient(std::vector{1.0, 0.5}, std::vector{1e-320}, workspace, by);
  EXPECT_EQ(result, 1.0);
  EXPECT_EQ(by[0], 1.0);
  EXPECT_EQ(by[1], 0.0);
}

TEST(Expression, ARootDoesNotDependOnTheCostOfWhatIsNotThere) {
  for (const std::string text :
       {"sqrt(p_a * f_a)", "(p_a * f_a) ^ 0.5", "sqrt(2 * f_a / p_a)", "sqrt(p_a) * f_a"}) {
    const auto expression = Expression::parse(text);
    Expression::Workspace workspace;
    std::vector<double> by(1);
    expression.gradient(std::vector{2.0}, std::vector{0.0}, workspace, by);
    EXPECT_EQ(by[0], 0.0) << text;
    expression.gradient(std::vector{2.0}, std::vector{3.0}, workspace, by);
    EXPECT_NE(by[0], 0.0) << text;
  }
}

TEST(Expression, ZeroCostsHaveFiniteGradients) {
  for (const std::string text : {"pnorm(p_q, p_a * f_a, p_b * f_a)",
                                 "smoothmax(p_q, p_a * f_a, p_b * f_a)", "max(p_a, p_b) * p_q"}) {
    const auto expression = Expression::parse(text);
    Expression::Workspace workspace;
    std::vector<double> parameters(expression.parameters().size(), 0.0);
    parameters[0] = text[0] == 'm' ? 0.0 : 2.0;
    std::vector<double> by(parameters.size());
    expression.gradient(parameters, std::vector<double>(expression.features().size(), 3.0),
                        workspace, by);
    for (const double derivative : by) {
      EXPECT_TRUE(std::isfinite(derivative)) << text;
    }
  }
}

}  // namespace
}  // namespace clgauge::model
