#include "service/store/bottleneck.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "model/builtin/builtin.h"
#include "tests/service/simple_models.h"

namespace clgauge::service {
namespace {

using ::testing::HasSubstr;

model::Prediction spent_on(const std::string& cost, const std::string& feature) {
  model::Prediction prediction;
  prediction.seconds = 4;
  prediction.breakdown = {{"(combination)", "", 1, 2.5}, {cost, feature, 7, 1}};
  return prediction;
}

std::string words_for(const std::string& feature) {
  return bottleneck_of(spent_on("p_a", feature)).value().words;
}

TEST(Bottleneck, IsTheLargestCostInWords) {
  const auto found = bottleneck_of(spent_on("p_l2", "f_lens_l2_stream + f_lens_l2_store"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cost, "p_l2");
  EXPECT_EQ(found->share, 0.25);
  EXPECT_EQ(found->words, "lines from the second cache");
  EXPECT_EQ(words_for("f_lens_cycles"), "cycles of the core");
  EXPECT_EQ(words_for("f_lens_dram_waits"), "waiting for lines from memory");
  EXPECT_EQ(words_for("f_lens_assists"), "denormal numbers");
  EXPECT_EQ(words_for("f_lens_walk_waits"), "address translation (TLB)");
  EXPECT_EQ(words_for("f_chain"), "waiting for the results of operations (latency)");
  EXPECT_EQ(words_for("f_forks"), "waking the other cores");
  EXPECT_EQ(words_for("f_sync_kernel_launch"), "the launch itself");
  EXPECT_EQ(words_for("f_sync_barrier_local"), "barriers");
  EXPECT_EQ(words_for("f_thread_groups"), "starting work-groups");
  EXPECT_EQ(words_for("f_mem_access_tag:dram_LD"), "memory accesses");
  EXPECT_EQ(words_for("f_loop_float32 + f_straight_float32"), "arithmetic");
  EXPECT_EQ(words_for("f_loop_packed_float64"), "arithmetic");
  EXPECT_EQ(words_for("f_loop_chain"), words_for("f_chain"));
  EXPECT_EQ(words_for("f_loop_exp_float32"), "mathematical functions");
  EXPECT_EQ(words_for("f_loop_sqrt_float64"), words_for("f_sqrt_float64"));
  EXPECT_EQ(words_for("f_straight_narrow + f_barrier_narrow"), "loads by an index that may wrap");
  EXPECT_EQ(words_for("f_loop_narrow_store"), "stores");
  EXPECT_EQ(words_for("f_div_int"), "divisions");
  EXPECT_EQ(words_for("f_flops"), "arithmetic");
  EXPECT_EQ(words_for("1"), "a constant of the model");
}

// Every feature of the built-in models has words of its own; arithmetic is what is left.
TEST(Bottleneck, OnlyArithmeticIsCalledSo) {
  for (const model::ModelDefinition& definition : model::builtin_models()) {
    const auto expression = model::Expression::parse(definition.text);
    for (const std::string& feature : expression.features()) {
      const auto has = [&](const char* text) { return feature.find(text) != std::string::npos; };
      const bool computes = has("float") || has("int") || has("f_op_") || has("_index") ||
                            has("f_vector_registers") || has("f_vector_lone_registers") ||
                            has("f_flops");
      if (!computes) {
        EXPECT_NE(words_for(feature), "arithmetic") << feature;
      }
    }
  }
}

TEST(Bottleneck, IsNoneWhereNoCostHasAName) {
  model::Prediction prediction = spent_on("p_a", "f_flops");
  prediction.breakdown.pop_back();
  EXPECT_FALSE(bottleneck_of(prediction));
}

// 2 m flops an item at a second each, 12 bytes an item if there is an array, and the launch.
class RoofTest : public ::testing::Test {
 protected:
  StoredModel roofline_ = with_every_cost_one(model::builtin_model(kRooflineModel).text);
  collector::KernelModel kernel_ = of_a_loop_to_m();

  void add_array() {
    collector::ArrayUse array;
    array.array = "a";
    array.space = "global";
    array.footprint = collector::Formula::parse("3*n");
    array.loaded = true;
    kernel_.arrays.push_back(array);
  }
  [[nodiscard]] Roof roof(const collector::Bindings& bindings) const {
    return roof_over(&roofline_, kernel_, bindings);
  }
};

TEST_F(RoofTest, IsWhicheverTakesLonger) {
  add_array();
  const Roof computes = roof({{"n", 128}, {"m", 20}});
  EXPECT_EQ(computes.seconds, 1 + 128 * 40);
  EXPECT_EQ(computes.bound, "arithmetic");
  EXPECT_FALSE(computes.is_upper_bound);
  EXPECT_EQ(computes.missing, "");
  const Roof moves = roof({{"n", 128}, {"m", 2}});
  EXPECT_EQ(moves.seconds, 1 + 128 * 12);
  EXPECT_EQ(moves.bound, "memory");
  kernel_.arrays.clear();
  EXPECT_EQ(roof({{"n", 128}, {"m", 0}}).bound, "launch");
}

TEST_F(RoofTest, SaysWhatItRestsOn) {
  add_array();
  kernel_.ops[0].count.flag = collector::CountFlag::upper;
  EXPECT_TRUE(roof({{"n", 128}, {"m", 20}}).is_upper_bound);
  EXPECT_FALSE(roof({{"n", 128}, {"m", 2}}).is_upper_bound);  // of bytes, which are exact
}

TEST_F(RoofTest, SaysWhyThereIsNone) {
  EXPECT_THAT(roof({{"n", 128}}).missing,
              HasSubstr("f_flops_float32 depends on data, or on a size that has no value"));
  kernel_.ops[0].count.flag = collector::CountFlag::data_dependent;
  EXPECT_THAT(roof({{"n", 128}, {"m", 2}}).missing, HasSubstr("f_flops_float32 depends on data"));
  EXPECT_THAT(roof({}).missing, HasSubstr("the global size of the launch, n, has no value"));
  kernel_ = of_a_loop_to_m();
  for (auto& parameter : roofline_.fitted.parameters) {
    parameter.status = model::ParameterStatus::unidentified;
  }
  const Roof undetermined = roof({{"n", 128}, {"m", 2}});
  EXPECT_THAT(undetermined.missing, HasSubstr("does not determine p_launch, p_flop32"));
  EXPECT_EQ(undetermined.seconds, 0);
  EXPECT_THAT(roof_over(nullptr, kernel_, {{"n", 128}}).missing, HasSubstr("clgauge fit"));
}

TEST_F(RoofTest, StandsInTheJson) {
  PredictionReport report;
  report.prediction = spent_on("p_cycle", "f_lens_cycles");
  nlohmann::json json = to_json(report, {2, "memory", false, ""});
  EXPECT_EQ(
      json.at("roof"),
      nlohmann::json(
          {{"seconds", 2.0}, {"bound", "memory"}, {"distance", 2.0}, {"is_upper_bound", false}}));
  EXPECT_EQ(json.at("bound_by").at("cost"), "p_cycle");
  EXPECT_EQ(json.at("bound_by").at("words"), "cycles of the core");
  report.prediction.breakdown.clear();
  json = to_json(report, {0, "", false, "why"});
  EXPECT_EQ(json.at("roof"), nlohmann::json({{"missing", "why"}}));
  EXPECT_FALSE(json.contains("bound_by"));
}

}  // namespace
}  // namespace clgauge::service
