#include "model/features/data_guess.h"

#include <gtest/gtest.h>

#include <vector>

#include "features/matmul.h"
#include "model/features.h"
#include "model/features/binder.h"

namespace clgauge::model {
namespace {

using Guess = DataGuess::Case;
using collector::CountFlag;
using collector::Formula;

collector::LoopCount loop(const char* name, const char* iterations) {
  collector::LoopCount result;
  result.name = name;
  result.iterations = count_of("1", iterations);
  result.iterations.flag = CountFlag::data_dependent;
  result.left_on_data = true;
  return result;
}

// A tiled matmul, and a square root of each iteration of another loop.
collector::KernelModel matmul_with_roots(const char* iterations) {
  collector::KernelModel model = tiled_matmul();
  model.loops.push_back(loop("L30", iterations));
  model.ops.push_back({"sqrt", "float64", false, model.loops.back().iterations});
  return model;
}

TEST(DataGuess, KernelsWithoutSuchLoopsNeedNone) {
  EXPECT_TRUE(DataGuess(tiled_matmul()).empty());
  EXPECT_EQ(DataGuess(tiled_matmul()).part(Guess::usual), 1);
}

TEST(DataGuess, LoopsThatNothingBoundsRunTenTimes) {
  collector::KernelModel model = tiled_matmul();
  model.loops.push_back(loop("L30", "256*t*t*max(0, @trips_L30)"));
  const DataGuess guess(model);
  EXPECT_EQ(guess.value("@trips_L30", Guess::usual), 10);
  EXPECT_EQ(guess.value("@trips_L30", Guess::fewest), 3);
  EXPECT_EQ(guess.value("@trips_L30", Guess::most), 40);
  EXPECT_EQ(guess.value("@trips_L31", Guess::usual), std::nullopt);
  EXPECT_EQ(guess.part(Guess::usual), 1);
}

TEST(DataGuess, LoopsThroughAnArrayOfTheKernelRunHalfOfIt) {
  collector::KernelModel model = tiled_matmul();
  model.loops.push_back(loop("L30", "256*t*t*max(0, @trips_L30)"));
  model.loops.back().most_trips = 8;
  const DataGuess guess(model);
  EXPECT_EQ(guess.value("@trips_L30", Guess::usual), 4);
  EXPECT_EQ(guess.value("@trips_L30", Guess::fewest), 2);
  EXPECT_EQ(guess.value("@trips_L30", Guess::most), 8);
}

TEST(DataGuess, CountsAreThoseOfTheGuess) {
  collector::KernelModel model = matmul_with_roots("256*t*t*max(0, @trips_L30)");
  const std::vector<std::string> wanted = {"f_op_float64_sqrt", "f_op_float32_madd"};
  const BoundFeatures bound = bind_features(model, {{"t", 1}}, sub_groups_of(32), wanted);
  EXPECT_EQ(bound.values.at("f_op_float64_sqrt"), 256.0 * 10 / 32);
  EXPECT_EQ(bound.fewest.at("f_op_float64_sqrt"), 256.0 * 3 / 32);
  EXPECT_EQ(bound.most.at("f_op_float64_sqrt"), 256.0 * 40 / 32);
  EXPECT_EQ(bound.most.at("f_op_float32_madd"), bound.values.at("f_op_float32_madd"));
  EXPECT_EQ(bound.unknown, std::vector<std::string>{"f_op_float64_sqrt"});
}

TEST(DataGuess, WhatMayEndEarlyCountsHalfOfItsBound) {
  collector::KernelModel model = matmul_with_roots("256*t*t*50");
  const std::vector<std::string> wanted = {"f_op_float64_sqrt", "f_op_float32_madd"};
  const BoundFeatures bound = bind_features(model, {{"t", 1}}, sub_groups_of(32), wanted);
  EXPECT_EQ(bound.values.at("f_op_float64_sqrt"), 256.0 * 25 / 32);
  EXPECT_EQ(bound.fewest.at("f_op_float64_sqrt"), 256.0 * 10 / 32);
  EXPECT_EQ(bound.most.at("f_op_float64_sqrt"), 256.0 * 50 / 32);
  EXPECT_EQ(bound.values.at("f_op_float32_madd"), 4096.0 / 32);
}

// One loop that a size bounds does not halve the guess of another that nothing bounds.
TEST(DataGuess, LoopsWithoutABoundRunTenTimesBesideOnesWithABound) {
  collector::KernelModel model = matmul_with_roots("256*t*t*50");
  model.loops.push_back(loop("L40", "256*t*t*max(0, @trips_L40)"));
  model.ops.push_back({"exp", "float64", false, model.loops.back().iterations});
  const std::vector<std::string> wanted = {"f_op_float64_sqrt", "f_op_float64_exp"};
  const BoundFeatures bound = bind_features(model, {{"t", 1}}, sub_groups_of(32), wanted);
  EXPECT_EQ(bound.values.at("f_op_float64_sqrt"), 256.0 * 25 / 32);
  EXPECT_EQ(bound.values.at("f_op_float64_exp"), 256.0 * 10 / 32);
  EXPECT_EQ(bound.fewest.at("f_op_float64_exp"), 256.0 * 3 / 32);
  EXPECT_EQ(bound.most.at("f_op_float64_exp"), 256.0 * 40 / 32);
}

TEST(DataGuess, WhatMayHappenOnceHappensOnce) {
  collector::KernelModel model = matmul_with_roots("t");
  const std::vector<std::string> wanted = {"f_op_float64_sqrt"};
  const auto at = [&](std::int64_t t) {
    return bind_features(model, {{"t", t}}, sub_groups_of(1), wanted);
  };
  EXPECT_EQ(at(2).fewest.at("f_op_float64_sqrt"), 1);
  EXPECT_EQ(at(1).values.at("f_op_float64_sqrt"), 1);
}

}  // namespace
}  // namespace clgauge::model
