#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loop_nest.h"

namespace clgauge::collector {
namespace {

using test::LoopNest;
using test::make_reference;
using test::values_of;
using ::testing::HasSubstr;
using Sizes = std::map<std::string, std::int64_t>;

class FootprintTest : public ::testing::Test {
 protected:
  FootprintTest() {
    for (const char* size : {"n", "nx", "ny", "nz"}) {
      context_.assume_at_least(context_.symbol_id(size), 1);
    }
  }

  // Counts and compares with walking through every execution at several sizes.
  Footprint exact(const std::vector<LoopNest>& nests, const std::vector<Sizes>& sizes) {
    const Footprint result = count(nests);
    EXPECT_EQ(result.flag, CountFlag::exact) << result.reason;
    for (const Sizes& at : sizes) {
      const symbolic::Values values = values_of(context_, at);
      const auto expected = footprint_by_enumeration(context_, references_, values);
      const auto actual = symbolic::evaluate(context_, result.elements, values);
      EXPECT_TRUE(expected && actual);
      if (!expected || !actual) continue;
      EXPECT_EQ(actual->text(), std::to_string(*expected))
          << symbolic::print(context_, result.elements);
    }
    return result;
  }

  Footprint count(const std::vector<LoopNest>& nests) {
    references_.clear();
    for (const LoopNest& nest : nests) references_.push_back(make_reference(context_, nest));
    return footprint_of(context_, references_);
  }

  std::string text(const Footprint& footprint) {
    return symbolic::print(context_, footprint.elements);
  }

  symbolic::Context context_;
  std::vector<Reference> references_;
};

TEST_F(FootprintTest, MatrixOfAWorkGroupGrid) {
  context_.assume_divisible(context_.symbol_id("n"), 16);
  const LoopNest load{
      "(16*gy + ly)*n + 16*t + lx",
      {{"gy", "0", "n/16 - 1"}, {"ly", "0", "15"}, {"lx", "0", "15"}, {"t", "0", "n/16 - 1"}},
      {}};
  EXPECT_EQ(text(exact({load}, {{{"n", 16}}, {{"n", 48}}})), "n^2");
  EXPECT_THAT(context_.used_assumptions(), ::testing::Contains("n % 16 == 0"));
}

std::vector<LoopNest> five_points(const std::string& pitch, const std::vector<std::string>& guards,
                                  const std::vector<LoopNest::Loop>& loops) {
  const std::string centre = "y*(" + pitch + ") + x";
  std::vector<LoopNest> nests;
  for (const char* step : {" - 1", "", " + 1"}) nests.push_back({centre + step, loops, guards});
  for (const char* step : {" - ", " + "}) {
    nests.push_back({centre + step + "(" + pitch + ")", loops, guards});
  }
  return nests;
}

TEST_F(FootprintTest, GuardedFivePointStencil) {
  const auto nests = five_points("nx", {"x - 1", "nx - 2 - x", "y - 1", "ny - 2 - y"},
                                 {{"y", "0", "ny - 1"}, {"x", "0", "nx - 1"}});
  const std::vector<Sizes> sizes{{{"nx", 1}, {"ny", 5}},  {{"nx", 3}, {"ny", 3}},
                                 {{"nx", 4}, {"ny", 3}},  {{"nx", 2}, {"ny", 2}},
                                 {{"nx", 7}, {"ny", 12}}, {{"nx", 30}, {"ny", 5}}};
  exact(nests, sizes);
}

TEST_F(FootprintTest, PaddedFivePointStencil) {
  const std::vector<LoopNest::Loop> loops{{"y", "1", "ny"}, {"x", "1", "nx"}};
  const Footprint result =
      exact(five_points("nx + 2", {}, loops),
            {{{"nx", 1}, {"ny", 1}}, {{"nx", 5}, {"ny", 3}}, {{"nx", 16}, {"ny", 16}}});
  EXPECT_EQ(text(result), "nx*ny + 2*nx + 2*ny");
}

TEST_F(FootprintTest, StridesAndDiagonals) {
  exact({{"2*i", {{"i", "0", "n - 1"}}, {}}}, {{{"n", 1}}, {{"n", 7}}});
  exact({{"2*i", {{"i", "0", "n - 1"}}, {}}, {"3*i", {{"i", "0", "n - 1"}}, {}}},
        {{{"n", 1}}, {{"n", 7}}, {{"n", 24}}});
  EXPECT_EQ(text(exact({{"i*n + i", {{"i", "0", "n - 1"}}, {}}}, {{{"n", 5}}})), "n");
  exact({{"i*n + j", {{"i", "0", "n - 1"}, {"j", "0", "i"}}, {}}}, {{{"n", 1}}, {{"n", 9}}});
  exact({{"n - 1 - i", {{"i", "0", "n - 1"}}, {}}}, {{{"n", 6}}});
  exact({{"floor(i/4)", {{"i", "0", "n - 1"}}, {}}}, {{{"n", 1}}, {{"n", 13}}});
  exact({{"i - 4*floor(i/4)", {{"i", "0", "n - 1"}}, {}}}, {{{"n", 1}}, {{"n", 3}}, {{"n", 9}}});
}

TEST_F(FootprintTest, VectorsOverlap) {
  exact({{"i", {{"i", "0", "n - 1"}}, {}, 4}}, {{{"n", 1}}, {{"n", 9}}});
  exact({{"4*i", {{"i", "0", "n - 1"}}, {}, 4}, {"4*i + 2", {{"i", "0", "n - 1"}}, {}, 4}},
        {{{"n", 1}}, {{"n", 9}}});
}

// Two rows of one matrix, which may be the same row (LU's row swap).
TEST_F(FootprintTest, RowsThatMayCoincide) {
  context_.assume_at_least(context_.symbol_id("k"), 0);
  context_.assume_at_least(context_.symbol_id("p"), 0);
  std::vector<Sizes> sizes;
  for (std::int64_t k = 0; k < 4; ++k) {
    for (std::int64_t p = 0; p < 4; ++p) sizes.push_back({{"n", 4}, {"k", k}, {"p", p}});
  }
  exact({{"k*n + j", {{"j", "0", "n - 1"}}, {}}, {"p*n + j", {{"j", "0", "n - 1"}}, {}}}, sizes);
}

TEST_F(FootprintTest, OverlappingRowsAreNotCountedTwice) {
  // rows of nx + 3 elements, nx apart
  const Footprint result = count({{"y*nx + x", {{"y", "0", "ny - 1"}, {"x", "0", "nx + 2"}}, {}}});
  EXPECT_EQ(result.flag, CountFlag::upper);
  EXPECT_THAT(result.reason, HasSubstr("rows overlap"));
  EXPECT_EQ(text(result), "nx*ny + 3*ny");
}

TEST_F(FootprintTest, SaysWhyThereIsNoFormula) {
  const Footprint square = count({{"i^2", {{"i", "0", "n - 1"}}, {}}});
  EXPECT_EQ(square.flag, CountFlag::upper);
  EXPECT_THAT(square.reason, HasSubstr("not affine"));
  const Footprint indirect = count({{"i + @table", {{"i", "0", "n - 1"}}, {}}});
  EXPECT_EQ(indirect.flag, CountFlag::data_dependent);
  EXPECT_EQ(text(indirect), "n");
}

// An array of 37^3 per m as one offset, where k may or may not reach the next row: isl is not
// done with it in 35 seconds and two million operations.
TEST_F(FootprintTest, GivesUpEarlyOnFourVariablesInOneOffset) {
  for (const char* bound : {"kb", "jb", "ib"}) {
    context_.assume_at_least(context_.symbol_id(bound), 0);
  }
  references_ = {make_reference(
      context_, {"50653*m + 1369*(i + 1) + 37*(j + 1) + k + 1",
                 {{"k", "0", "63"}, {"j", "0", "35"}, {"i", "0", "35"}, {"m", "0", "4"}},
                 {"kb - k - 1", "jb - j - 1", "ib - i - 1"}})};
  FootprintLimits limits;
  limits.isl_operations = 1'000'000'000;
  std::string reason;
  EXPECT_FALSE(footprint_formula(context_, references_, limits, reason));
  EXPECT_THAT(reason, HasSubstr("too much work"));
}

// The twiddled exchange of a transform in local memory: isl needs seconds, a walk microseconds.
TEST_F(FootprintTest, WalksWhatDependsOnNoSizeBeforeIslIsAsked) {
  references_ = {make_reference(
      context_, {"66*floor(x/8) + x + 8*r", {{"x", "0", "63"}, {"r", "0", "7"}}, {}})};
  FootprintLimits limits;
  limits.isl_operations = 1;
  std::string reason;
  const auto found = footprint_formula(context_, references_, limits, reason);
  ASSERT_TRUE(found) << reason;
  EXPECT_EQ(found->flag, CountFlag::exact);
}

// Nothing is executed, and there is no end to it.
TEST_F(FootprintTest, AWalkThroughEmptyLoopsEnds) {
  references_ = {
      make_reference(context_, {"i + j", {{"i", "0", "1000000000000"}, {"j", "1", "0"}}, {}})};
  EXPECT_FALSE(footprint_by_enumeration(context_, references_, {}, 20'000));
}

TEST_F(FootprintTest, ThreeDimensionsWithPaddedPitches) {
  const std::string plane = "(nx + 4)*(ny + 4)";
  const std::vector<LoopNest::Loop> loops{
      {"z", "0", "nz - 1"}, {"y", "0", "ny - 1"}, {"x", "0", "nx - 1"}, {"r", "1", "2"}};
  const std::string centre = "(z + 2)*" + plane + " + (y + 2)*(nx + 4) + x + 2";
  std::vector<LoopNest> nests;
  for (const char* stride : {"1", "(nx + 4)", "(nx + 4)*(ny + 4)"}) {
    for (const char* sign : {" + r*", " - r*"})
      nests.push_back({centre + sign + stride, loops, {}});
  }
  const Footprint result =
      exact(nests, {{{"nx", 1}, {"ny", 2}, {"nz", 1}}, {{"nx", 5}, {"ny", 3}, {"nz", 4}}});
  EXPECT_EQ(result.flag, CountFlag::exact) << result.reason;
}

TEST_F(FootprintTest, EnumerationIsBounded) {
  references_ = {make_reference(context_, {"i", {{"i", "0", "n - 1"}}, {}})};
  EXPECT_EQ(footprint_by_enumeration(context_, references_, values_of(context_, {{"n", 1000}}), 99),
            std::nullopt);
  EXPECT_EQ(footprint_by_enumeration(context_, references_, {}), std::nullopt);
}

}  // namespace
}  // namespace clgauge::collector
