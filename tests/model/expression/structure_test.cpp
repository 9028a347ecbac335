#include "model/expression/structure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace clgauge::model {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Term {
  std::string parameter;
  std::vector<std::string> features;
  double coefficient;
  bool operator==(const Term&) const = default;
};

// With every parameter at three.
std::vector<Term> terms_of(const std::string& text, const std::vector<double>& features) {
  const auto expression = Expression::parse(text);
  const auto structure = analyse(expression);
  Expression::Workspace workspace;
  const auto values = coefficients(
      expression, structure, std::vector(expression.parameters().size(), 3.0), features, workspace);
  std::vector<Term> result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    Term term{expression.parameters()[structure.terms[i].parameter], {}, values[i]};
    for (const std::size_t feature : structure.terms[i].features) {
      term.features.push_back(expression.features()[feature]);
    }
    result.push_back(term);
  }
  return result;
}

std::vector<std::string> shapes_of(const std::string& text) {
  const auto expression = Expression::parse(text);
  const auto structure = analyse(expression);
  std::vector<std::string> result;
  for (std::size_t i = 0; i < structure.roles.size(); ++i) {
    if (structure.roles[i] != Role::cost) {
      result.push_back(expression.parameters()[i] + " " + name_of(structure.roles[i]));
    }
  }
  return result;
}

TEST(Structure, FindsWhatEachCostOfASumMultiplies) {
  EXPECT_THAT(terms_of("p_0 + p_a * f_a + 2 * f_b * p_b / f_a - f_a * 3 * p_a", {4, 8}),
              ElementsAre(Term{"p_0", {}, 1}, Term{"p_a", {"f_a"}, 4},
                          Term{"p_b", {"f_a", "f_b"}, 4}, Term{"p_a", {"f_a"}, 12}));
  EXPECT_THAT(terms_of("p_a * f_a + p_a * f_b", {4, 8}),
              ElementsAre(Term{"p_a", {"f_a", "f_b"}, 12}));
  // A part that takes another time is a part of what is counted.
  EXPECT_THAT(terms_of("p_a * (f_a + (2 ^ p_e - 1) * f_b)", {4, 1}),
              ElementsAre(Term{"p_a", {"f_a"}, 11}));
  EXPECT_THAT(terms_of("p_a * 2 ^ p_e * f_b", {1}), ElementsAre(Term{"p_a", {"f_b"}, 8}));
  // Several that take the time of one are counted each.
  EXPECT_THAT(terms_of("p_a * (f_a + f_b / 2 ^ p_e)", {4, 8}),
              ElementsAre(Term{"p_a", {"f_a", "f_b"}, 5}));
  EXPECT_THAT(terms_of("p_a * (f_a + f_b)", {4, 8}), ElementsAre(Term{"p_a", {"f_a", "f_b"}, 12}));
}

TEST(Structure, LooksInsideCombinations) {
  EXPECT_THAT(terms_of("p_0 + max(p_a * f_a, p_b * f_b)", {4, 8}),
              ElementsAre(Term{"p_0", {}, 1}, Term{"p_a", {"f_a"}, 4}, Term{"p_b", {"f_b"}, 8}));
}

TEST(Structure, TellsShapeParametersFromCosts) {
  EXPECT_THAT(shapes_of("p_0 + p_a * f_a"), IsEmpty());
  EXPECT_THAT(shapes_of("pnorm(p_q, p_a * f_a, p_b * f_b)"), ElementsAre("p_q exponent"));
  EXPECT_THAT(shapes_of("smoothmax(p_s, p_a * f_a, p_b * f_b)"), ElementsAre("p_s sharpness"));
  EXPECT_THAT(shapes_of("p_a * f_a + tanh(p_edge * (p_a * f_a - p_b * f_b))"),
              ElementsAre("p_edge factor"));
  EXPECT_THAT(shapes_of("p_factor * max(p_a * f_a, p_b * f_b)"), ElementsAre("p_factor factor"));
  EXPECT_THAT(shapes_of("p_a * f_a ^ p_e"), ElementsAre("p_e exponent"));
  EXPECT_THAT(shapes_of("f_a * (p_a + p_b * f_b)"), IsEmpty());
}

TEST(Structure, ShapeParametersHaveNoTerms) {
  EXPECT_THAT(terms_of("pnorm(p_q, p_a * f_a, p_b * f_b)", {4, 8}),
              ElementsAre(Term{"p_a", {"f_a"}, 4}, Term{"p_b", {"f_b"}, 8}));
}

TEST(Structure, AnExponentIsPartOfWhatACostMultiplies) {
  EXPECT_THAT(terms_of("p_a * 2 * f_a ^ p_e + p_b", {4}),
              ElementsAre(Term{"p_a", {"f_a"}, 128}, Term{"p_b", {}, 1}));
  const auto expression = Expression::parse("p_e ^ 2 + p_a * f_a ^ p_e");
  const auto structure = analyse(expression);
  ASSERT_EQ(structure.terms.size(), 1U);
  EXPECT_THAT(structure.terms[0].exponents, ElementsAre(0U));
  EXPECT_EQ(structure.roles[0], Role::exponent);
}

TEST(Structure, ASingleCostIsATermOfItsOwn) {
  EXPECT_THAT(terms_of("p_a", {}), ElementsAre(Term{"p_a", {}, 1}));
  EXPECT_THAT(terms_of("-p_a * f_a", {4}), ElementsAre(Term{"p_a", {"f_a"}, -4}));
}

}  // namespace
}  // namespace clgauge::model
