#include "service/store/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "model/builtin/builtin.h"
#include "model/expression/expression.h"
#include "tests/service/simple_models.h"

namespace clgauge::service {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

TEST(Answer, OneNoteStandsForAllCountsWithOneReservation) {
  const StoredModel stored = with_every_cost_one(
      "p_launch * f_sync_kernel_launch + p_add * f_op_float32_add + p_mul * f_op_float32_mul");
  const model::Predictor predictor(stored.fitted);
  const PredictionReport without =
      answer(stored, predictor, "device", of_a_loop_to_m(), {{"n", 128}});
  EXPECT_THAT(without.prediction.unsupported,
              UnorderedElementsAre("f_op_float32_add", "f_op_float32_mul"));
  EXPECT_THAT(without.prediction.notes,
              ElementsAre(AllOf(HasSubstr("counts of k depend on m, which has no value"),
                                HasSubstr("--arg m=VALUE"))));
  EXPECT_EQ(to_json(without).at("notes").size(), 1U);

  const PredictionReport with =
      answer(stored, predictor, "device", of_a_loop_to_m(), {{"n", 128}, {"m", 2}});
  EXPECT_TRUE(with.prediction.notes.empty());
  EXPECT_EQ(with.prediction.seconds, 1 + 2 * 256);
}

TEST(Answer, ATypedExpressionSaysWhatNoSampleDoes) {
  StoredModel stored = with_every_cost_one(
      "p_add * f_op_float32_add + p_mul * f_op_float32_mul + p_div * f_op_float32_div");
  for (std::size_t i = 0; i < 3; ++i) {
    stored.fitted.parameters[i].samples = i == 0 ? 7 : 0;
  }
  for (const std::size_t i : {1U, 2U}) {
    auto& parameter = stored.fitted.parameters[i];
    parameter.status = model::ParameterStatus::unidentified;
    parameter.value = 0;
    parameter.note = "no sample exercises it";
  }
  const auto told = [&] {
    const model::Predictor predictor(stored.fitted);
    return answer(stored, predictor, "device", of_a_loop_to_m(), {{"n", 128}, {"m", 2}}).prediction;
  };
  // Of a built-in model what the kernel does not do is of no interest.
  EXPECT_THAT(told().unsupported, ElementsAre("p_mul"));
  EXPECT_THAT(told().notes, ElementsAre("p_mul: no sample exercises it"));
  stored.fitted.name = model::kTypedModel;
  EXPECT_THAT(told().unsupported, ElementsAre("p_mul"));
  EXPECT_THAT(told().notes, ElementsAre("p_mul: no sample exercises it",
                                        "p_div: no sample exercises it; it stands at 0"));
}

TEST(Answer, CountsThatDataDecideNameTheBuffersAndLinesThatDo) {
  const StoredModel stored = with_every_cost_one(
      "p_launch * f_sync_kernel_launch + p_add * f_op_float32_add + p_mul * f_op_float32_mul");
  const model::Predictor predictor(stored.fitted);
  collector::KernelModel kernel = of_a_loop_to_m();
  const auto note = [&] {
    const auto notes =
        answer(stored, predictor, "device", kernel, {{"n", 128}, {"m", 2}}).prediction.notes;
    EXPECT_EQ(notes.size(), 1U);
    return notes.empty() ? std::string() : notes.front();
  };
  kernel.ops[0].count.flag = collector::CountFlag::data_dependent;
  EXPECT_THAT(note(), AllOf(HasSubstr("counts of k depend on values that it computes or loads:"),
                            Not(HasSubstr("--content"))));

  for (const char* name : {"rows", "columns"}) {
    collector::Parameter parameter;
    parameter.name = name;
    parameter.kind = "global";
    parameter.steers = true;
    kernel.parameters.push_back(parameter);
  }
  for (const int line : {9, 7, 5, 3}) {
    collector::Access access;
    access.line = line;
    access.space = "private";
    access.count.flag = collector::CountFlag::data_dependent;
    kernel.accesses.push_back(access);
  }
  EXPECT_THAT(note(), AllOf(HasSubstr("on what `rows`, `columns` hold (how often lines 3, 5, 7, .. "
                                      "run):"),
                            HasSubstr("--content")));

  collector::LoopCount loop;
  loop.name = "L4_2";
  loop.iterations.flag = collector::CountFlag::data_dependent;
  kernel.loops = {loop};
  EXPECT_THAT(note(), HasSubstr("(how often the loop in line 4 runs):"));
}

TEST(Answer, LoopsThatDataEndAreGuessedAndTheIntervalHoldsOtherTrips) {
  const StoredModel stored =
      with_every_cost_one("p_add * f_op_float32_add + p_mul * f_op_float32_mul * 0.001");
  const model::Predictor predictor(stored.fitted);
  collector::KernelModel kernel = of_a_loop_to_m();
  const auto of = [&](const collector::Bindings& bindings) {
    return answer(stored, predictor, "device", kernel, bindings).prediction;
  };
  const model::Prediction counted = of({{"n", 128}, {"m", 10}});

  const collector::Count on_data{collector::Formula::parse("max(0, @trips_L4)"),
                                 collector::Formula::parse("n*max(0, @trips_L4)"),
                                 collector::CountFlag::data_dependent};
  kernel.ops[0].count = on_data;
  collector::LoopCount loop;
  loop.name = "L4";
  loop.left_on_data = true;
  loop.iterations = on_data;
  kernel.loops = {loop};
  const model::Prediction guessed = of({{"n", 128}, {"m", 10}});
  EXPECT_EQ(guessed.seconds, counted.seconds);
  EXPECT_LT(guessed.low, counted.low / 2);
  EXPECT_GT(guessed.high, counted.high * 2);
  EXPECT_THAT(guessed.notes, ElementsAre(AllOf(HasSubstr("guessed to run half as often"),
                                               Not(HasSubstr("else at 0")))));

  // A size without a value is another matter: what it decides counts nothing.
  EXPECT_THAT(of({{"n", 128}}).notes,
              ElementsAre(AllOf(HasSubstr("m, which has no value"), HasSubstr("else at 0; loops"),
                                HasSubstr("guessed to run half as often"))));
}

TEST(Answer, AnEndOfTheGuessWithoutATimeLeavesTheIntervalThere) {
  // No time is left at three trips and fewer.
  const StoredModel stored =
      with_every_cost_one("p_add * f_op_float32_add - 400 * p_launch * f_sync_kernel_launch");
  const model::Predictor predictor(stored.fitted);
  collector::KernelModel kernel = of_a_loop_to_m();
  collector::LoopCount loop;
  loop.name = "L4";
  loop.left_on_data = true;
  loop.iterations = {collector::Formula::parse("max(0, @trips_L4)"),
                     collector::Formula::parse("n*max(0, @trips_L4)"),
                     collector::CountFlag::data_dependent};
  kernel.ops[0].count = loop.iterations;
  kernel.loops = {loop};
  const auto prediction =
      answer(stored, predictor, "device", kernel, {{"n", 128}, {"m", 1}}).prediction;
  EXPECT_EQ(prediction.seconds, 1280 - 400);
  EXPECT_GT(prediction.high, prediction.seconds * 4);
}

}  // namespace
}  // namespace clgauge::service
