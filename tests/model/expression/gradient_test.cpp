#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "model/expression/expression.h"

namespace clgauge::model {
namespace {

using Values = std::vector<double>;

// A random expression together with an evaluator that shares nothing with the parser: closures over
// the same operations.
struct Random {
  std::string text;
  std::function<double(const Values&)> value;  // at the parameters, then the features
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
    switch (pick(15)) {
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
      case 6: {
        const Random exponent = shape();
        return {"(0.5 + abs(" + a.text + ")) ^ " + exponent.text, [=](const auto& x) {
                  return std::pow(0.5 + std::abs(a.value(x)), exponent.value(x));
                }};
      }
      case 7:
      case 8:
      case 9:
        return many(a, depth);
      default:
        return binary(a, make(depth - 1));
    }
  }

  Values point() {
    std::uniform_real_distribution<double> positive(0.3, 2.5);
    Values x(kParameters + kFeatures);
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

  // An exponent or a sharpness: a parameter, or a number.
  Random shape() {
    if (pick(4) == 0) {
      return {"1.5", [](const auto&) { return 1.5; }};
    }
    const auto which = pick(kParameters);
    return {fmt::format("p_{}", which), [=](const auto& x) { return x[which]; }};
  }

  // A function of `first` and one to four more operands.
  Random many(const Random& first, int depth) {
    std::vector<Random> operands{first};
    const std::size_t count = 2 + pick(4);
    while (operands.size() < count) {
      operands.push_back(make(std::min(depth - 1, 2)));
    }
    const auto call = [&](const std::string& name, const std::function<double(const Values&)>& f) {
      std::string text = name;
      for (std::size_t i = 0; i < operands.size(); ++i) {
        text += (i == 0 ? "" : ", ") + operands[i].text;
      }
      return Random{text + ")", [=](const auto& x) {
                      Values values;
                      for (const Random& operand : operands) {
                        values.push_back(operand.value(x));
                      }
                      return f(values);
                    }};
    };
    const auto kind = pick(4);
    if (kind == 0) {
      return call("max(", [](const Values& v) { return *std::max_element(v.begin(), v.end()); });
    }
    if (kind == 1) {
      return call("min(", [](const Values& v) { return *std::min_element(v.begin(), v.end()); });
    }
    operands.insert(operands.begin(), shape());
    return kind == 2 ? call("pnorm(", plain_pnorm) : call("smoothmax(", plain_smoothmax);
  }

  static double plain_pnorm(const Values& v) {
    double sum = 0;
    for (std::size_t i = 1; i < v.size(); ++i) {
      sum += std::pow(std::abs(v[i]), v[0]);
    }
    return std::pow(sum, 1 / v[0]);
  }

  static double plain_smoothmax(const Values& v) {
    double magnitude = 0;
    for (std::size_t i = 1; i < v.size(); ++i) {
      magnitude += std::abs(v[i]);
    }
    double weights = 0;
    double sum = 0;
    for (std::size_t i = 1; i < v.size(); ++i) {
      const double weight = magnitude > 0 ? std::exp(2 * v[0] * v[i] / magnitude) : 1;
      weights += weight;
      sum += weight * v[i];
    }
    return sum / weights;
  }

  Random binary(const Random& a, const Random& b) {
    const auto infix = [&](const std::string& op, const std::function<double(double, double)>& f) {
      return Random{"(" + a.text + ")" + op + "(" + b.text + ")",
                    [=](const auto& x) { return f(a.value(x), b.value(x)); }};
    };
    switch (pick(5)) {
      case 0:
        return infix("+", [](double x, double y) { return x + y; });
      case 1:
        return infix(" - ", [](double x, double y) { return x - y; });
      case 2:
        return infix("*", [](double x, double y) { return x * y; });
      case 3:
        return Random{"(" + a.text + ") / (1.5 + abs(" + b.text + "))",
                      [=](const auto& x) { return a.value(x) / (1.5 + std::abs(b.value(x))); }};
      default:  // the paper's switch between two
        return Random{"smoothmax(1.5, " + a.text + ", " + b.text + ")", [=](const auto& x) {
                        const double u = a.value(x);
                        const double v = b.value(x);
                        const double m = std::abs(u) + std::abs(v);
                        const double h = m > 0 ? std::tanh(1.5 * (u - v) / m) : 0;
                        return u * (1 + h) / 2 + v * (1 - h) / 2;
                      }};
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
Bound bound_at(const Random& random, const Values& x) {
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
// next to a kink of max, min or abs. Such points are left to the closed-form tests below.
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
        "p_1 ^ p_0", "smoothmax(p_0, p_1, 2 * p_1, -f_0)", "pnorm(p_0, p_0, f_1)",
        "pnorm(p_0, p_1 * f_0, p_2 * f_1, p_3 * f_2, p_1, p_2)",
        "smoothmax(p_0, p_1 * f_0, p_2 * f_1, p_3 * f_2, p_1)"}) {
    Generator generator(7);
    for (int trial = 0; trial < 50; ++trial) {
      Bound bound = bound_at({text, {}}, generator.point());
      bound.parameters[0] += 0.8;
      Expression::Workspace workspace;
      std::vector<double> gradient(bound.parameters.size());
      bound.expression.gradient(bound.parameters, bound.features, workspace, gradient);
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        const double at = bound.parameters[i];
        const double h = 1e-6;
        bound.parameters[i] = at + h;
        const double up = bound.expression.evaluate(bound.parameters, bound.features, workspace);
        bound.parameters[i] = at - h;
        const double down = bound.expression.evaluate(bound.parameters, bound.features, workspace);
        bound.parameters[i] = at;
        const double difference = (up - down) / (2 * h);
        ASSERT_TRUE(std::abs(gradient[i] - difference) <= 1e-6 * (1 + std::abs(difference)))
            << text << " by " << bound.expression.parameters()[i];
      }
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
