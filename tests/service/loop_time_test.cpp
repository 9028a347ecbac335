// What hot loops are said to take, and to be bound by, from their part of what a prediction counts.
#include "service/store/loop_time.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "model/builtin/builtin.h"
#include "model/expression/expression.h"
#include "service/store/bottleneck.h"

namespace clgauge::service {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr const char* kDram = "f_lens_dram_stream + f_lens_dram_store";

// A second: half of it waits for memory, a tenth starts the launch.
model::Prediction prediction() {
  model::Prediction prediction;
  prediction.seconds = 1;
  prediction.breakdown = {{"p_dram", kDram, 1000, 0.5},
                          {"p_cycle", "f_lens_cycles", 1e6, 0.3},
                          {"p_launch", "f_sync_kernel_launch", 1, 0.1},
                          {"p_tlb", "f_lens_tlb_misses", 50, 0.1}};
  return prediction;
}

lens::HotLoop loop(double share, const lens::LensFeatures& features) {
  lens::HotLoop loop;
  loop.place = "k+0x10";
  loop.iterations_per_group = 100;
  loop.cycles_per_iteration = 5;
  loop.share = share;
  loop.features = features;
  return loop;
}

// A loop is bound by what its kernel is bound by, in the same words.
TEST(LoopTime, NamesConflictsInTheFirstCacheAsTheKernelDoes) {
  model::Prediction crowded;
  crowded.seconds = 1;
  crowded.breakdown = {{"p_conflict", "f_lens_l1_conflicts", 1000, 1}};
  const auto times =
      loop_times({loop(1, {{"f_lens_l1_conflicts", 1000}, {"f_lens_groups", 10}})}, crowded);
  ASSERT_EQ(times.size(), 1U);
  EXPECT_EQ(times[0].bound, bottleneck_of(crowded)->words);
}

TEST(LoopTime, IsTheLoopsPartOfEachCost) {
  const lens::HotLoop computes = loop(0.6, {{"f_lens_cycles", 6e5}, {"f_lens_groups", 1000}});
  lens::HotLoop streams = loop(0.2, {{"f_lens_cycles", 2e5},
                                     {"f_lens_dram_stream", 600},
                                     {"f_lens_dram_store", 200},
                                     {"f_lens_tlb_misses", 50},
                                     {"f_lens_groups", 1000}});
  streams.waits_for_results = true;
  auto times = loop_times({computes, streams}, prediction());
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[0].bound, "memory");  // what takes longest comes first
  EXPECT_DOUBLE_EQ(times[0].seconds, 0.8 * 0.5 + 0.2 * 0.3 + 0.1);
  EXPECT_DOUBLE_EQ(times[0].nanoseconds_per_iteration, 1e9 * 0.56 / 1e5);
  EXPECT_THAT(times[0].parts, ElementsAre(Pair("memory", ::testing::DoubleEq(0.4 / 0.56)),
                                          Pair("translation", ::testing::DoubleEq(0.1 / 0.56)),
                                          Pair("latency", ::testing::DoubleEq(0.06 / 0.56))));
  EXPECT_EQ(times[1].bound, "ports");
  EXPECT_DOUBLE_EQ(times[1].seconds, 0.18);
  times[0].loop.lines = {"part.h", 12, 15};
  const nlohmann::json json = to_json(times[0], 1);
  EXPECT_EQ(json.at("line"), 12);
  EXPECT_EQ(json.at("last_line"), 15);
  EXPECT_EQ(json.at("file"), "part.h");
  EXPECT_FALSE(to_json(times[1], 1).contains("line"));
  EXPECT_EQ(json.at("bound"), "memory");
  EXPECT_DOUBLE_EQ(json.at("share_of_time"), 0.56);
  EXPECT_DOUBLE_EQ(json.at("parts").at("translation"), 0.1 / 0.56);
}

// Few cycles may take long, and much of what hardly counts no time at all.
TEST(LoopTime, NamesWhatTakesTimeOrCycles) {
  const auto times = loop_times({loop(0.01, {{"f_lens_dram_stream", 900}}),
                                 loop(0.04, {{"f_lens_l3_stream", 900}, {"f_lens_tlb_misses", 5}})},
                                prediction());
  ASSERT_EQ(times.size(), 1U);
  EXPECT_EQ(times[0].bound, "memory");
}

TEST(LoopTime, WithoutItsPartOfTheCountsALoopIsBoundByTheCore) {
  lens::HotLoop one = loop(0.6, {});
  EXPECT_EQ(loop_times({one}, prediction()).at(0).bound, "ports");
  one.waits_for_results = true;
  const LoopTime time = loop_times({one}, prediction()).at(0);
  EXPECT_EQ(time.bound, "latency");
  EXPECT_EQ(time.seconds, 0);
  EXPECT_FALSE(to_json(time, 1).contains("seconds"));
}

TEST(LoopTime, ALaunchThatHardlyRunsIsBoundByItsStart) {
  model::Prediction short_one = prediction();
  short_one.breakdown[2].seconds = 0.55;
  short_one.breakdown[0].seconds = 0.05;
  const lens::HotLoop all = loop(1, {{"f_lens_cycles", 1e6}, {"f_lens_groups", 10}});
  EXPECT_EQ(loop_times({all}, prediction()).at(0).bound, "ports");
  EXPECT_EQ(loop_times({all}, short_one).at(0).bound, "start-up");
}

// Each cost of the model of compiled code has a purpose of its own.
TEST(LoopTime, KnowsWhatEachCostIsFor) {
  for (const model::ModelDefinition& definition : model::builtin_models()) {
    if (definition.name != "lens") {
      continue;
    }
    const auto expression = model::Expression::parse(definition.text);
    for (const std::string& feature : expression.features()) {
      model::Prediction one;
      one.seconds = 1;
      one.breakdown = {{"p_a", feature, 2, 1}};
      const auto times = loop_times({loop(1, {{feature, 1}})}, one);
      EXPECT_NE(times.at(0).bound, "others") << feature;
    }
  }
}

}  // namespace
}  // namespace clgauge::service
