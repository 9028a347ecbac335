#include "model/predict/kernel_predictor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "features/matmul.h"
#include "model/builtin/builtin.h"

namespace clgauge::model {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A model with every cost at the given value and every exponent at two, known exactly.
FittedModel with_costs(const std::string& text, double value) {
  FittedModel model;
  model.name = "test";
  model.expression = text;
  const auto expression = Expression::parse(text);
  const auto structure = analyse(expression);
  for (std::size_t i = 0; i < expression.parameters().size(); ++i) {
    FittedParameter parameter;
    parameter.name = expression.parameters()[i];
    parameter.role = structure.roles[i];
    parameter.value = parameter.role == Role::exponent ? 2 : value;
    model.parameters.push_back(parameter);
  }
  model.covariance.assign(model.parameters.size() * model.parameters.size(), 0.0);
  model.log_sigma = 0.1;
  model.multiplier_below = 1.6;
  model.multiplier_above = 1.6;
  return model;
}

TEST(KernelPredictor, PredictsAtNewSizes) {
  const KernelPredictor predictor(
      tiled_matmul(), with_costs("p_launch * f_sync_kernel_launch + p_madd * f_op_float32_madd", 2),
      sub_groups_of(32));
  KernelPredictor::Workspace workspace;
  for (const int t : {1, 3, 50}) {
    const double expected = 2 + 2 * 4096.0 * t * t * t / 32;
    EXPECT_EQ(predictor.estimate({{"t", t}}, workspace).seconds, expected);
    const Prediction prediction = predictor.predict({{"t", t}});
    EXPECT_EQ(prediction.seconds, expected);
    EXPECT_EQ(prediction.breakdown.front().feature, "f_op_float32_madd");
    EXPECT_THAT(prediction.unsupported, IsEmpty());
  }
}

TEST(KernelPredictor, NamesWhatTheAnswerCannotRelyOn) {
  collector::KernelModel kernel = tiled_matmul();
  kernel.ops[0].count.flag = collector::CountFlag::data_dependent;
  kernel.ops.push_back({"tan", "float64", false, count_of("1", "256*t*t")});
  kernel.refusals.push_back("recursion in f");
  const KernelPredictor predictor(
      kernel, with_costs("p_launch * f_sync_kernel_launch + p_madd * f_op_float32_madd", 1),
      sub_groups_of(32));
  const Prediction prediction = predictor.predict({{"t", 3}});
  EXPECT_THAT(prediction.unsupported, Contains("f_op_float32_madd"));
  EXPECT_THAT(prediction.unsupported, Contains("float64 tan"));
  EXPECT_THAT(prediction.unsupported, Contains("recursion in f"));
  EXPECT_THAT(prediction.notes, Contains(HasSubstr("float64 tan: model 'test' does not count it")));
  EXPECT_EQ(prediction.notes.size(), prediction.unsupported.size());
}

TEST(KernelPredictor, EstimatesNameTheSame) {
  collector::KernelModel kernel = tiled_matmul();
  kernel.ops.push_back({"tan", "float64", false, count_of("1", "256*t*t")});
  FittedModel model = with_costs(
      "p_launch * f_sync_kernel_launch + p_madd * f_op_float32_madd + p_sqrt * f_op_float32_sqrt",
      1);
  for (FittedParameter& parameter : model.parameters) {
    parameter.status =
        parameter.name == "p_launch" ? ParameterStatus::fitted : ParameterStatus::unidentified;
  }
  KernelPredictor::Workspace workspace;
  std::vector<std::string> unsupported = {"of before"};
  const KernelPredictor exact(kernel, model, sub_groups_of(32));
  for (const int t : {3, 5}) {
    static_cast<void>(exact.estimate({{"t", t}}, workspace, &unsupported));
    EXPECT_EQ(unsupported, (std::vector<std::string>{"p_madd", "float64 tan"}));
    EXPECT_EQ(unsupported, exact.predict({{"t", t}}).unsupported);
  }
  kernel.ops[0].count.flag = collector::CountFlag::upper;
  const KernelPredictor bounded(kernel, model, sub_groups_of(32));
  static_cast<void>(bounded.estimate({{"t", 3}}, workspace, &unsupported));
  EXPECT_EQ(unsupported, bounded.predict({{"t", 3}}).unsupported);
  EXPECT_THAT(unsupported, Contains("f_op_float32_madd"));
}

// Nobody knows how often the loop runs: the time is that of the guess, the interval holds others.
TEST(KernelPredictor, IntervalsAreAsWideAsWhatIsGuessed) {
  collector::KernelModel kernel = tiled_matmul();
  kernel.loops.push_back({});
  kernel.loops.back().name = "L30";
  kernel.loops.back().iterations = count_of("max(0, @trips_L30)", "256*t*t*max(0, @trips_L30)");
  kernel.ops[0].count = kernel.loops.back().iterations;
  kernel.ops[0].count.flag = collector::CountFlag::data_dependent;
  const KernelPredictor predictor(kernel, with_costs("p_madd * f_op_float32_madd", 1),
                                  sub_groups_of(32));
  KernelPredictor::Workspace workspace;
  const Prediction prediction = predictor.predict({{"t", 3}});
  EXPECT_EQ(prediction.seconds, 256.0 * 9 * 10 / 32);
  EXPECT_LT(prediction.low, prediction.seconds / 6);
  EXPECT_GT(prediction.high, prediction.seconds * 9);
  EXPECT_GT(prediction.log_sigma, 1);
  const auto estimate = predictor.estimate({{"t", 3}}, workspace);
  EXPECT_EQ(estimate.seconds, prediction.seconds);
  EXPECT_EQ(estimate.low, prediction.low);
  EXPECT_EQ(estimate.high, prediction.high);
  EXPECT_EQ(predictor.predict({{"t", 3}}, workspace).high, prediction.high);

  // At three trips this model has no time: the interval keeps its lower end.
  const KernelPredictor partly(
      kernel, with_costs("p_madd * f_op_float32_madd - 400 * p_l * f_sync_kernel_launch", 1),
      sub_groups_of(32));
  const Prediction some = partly.predict({{"t", 3}});
  EXPECT_EQ(some.seconds, prediction.seconds - 400);
  EXPECT_GT(some.high, some.seconds * 9);
  EXPECT_LT(some.seconds / some.low, some.high / some.seconds / 4);
}

// A kernel that does little of what the model prices: its shares are those of the whole model,
// under the same names.
TEST(KernelPredictor, QuickAnswersAreTheWholeOnes) {
  for (const char* name : {"paper-overlap", "source"}) {
    const KernelPredictor predictor(tiled_matmul(), with_costs(builtin_model(name).text, 1e-9),
                                    sub_groups_of(8));
    KernelPredictor::Workspace workspace;
    for (const int t : {1, 3, 50}) {
      const Prediction whole = predictor.predict({{"t", t}});
      const Prediction quick = predictor.predict({{"t", t}}, workspace);
      EXPECT_EQ(quick.seconds, whole.seconds) << name;
      EXPECT_EQ(quick.low, whole.low) << name;
      EXPECT_EQ(quick.coverage, whole.coverage) << name;
      EXPECT_EQ(quick.unsupported, whole.unsupported) << name;
      ASSERT_EQ(quick.breakdown.size(), whole.breakdown.size()) << name;
      for (std::size_t i = 0; i < whole.breakdown.size(); ++i) {
        EXPECT_EQ(quick.breakdown[i].cost, whole.breakdown[i].cost) << name;
        EXPECT_EQ(quick.breakdown[i].feature, whole.breakdown[i].feature) << name;
        EXPECT_DOUBLE_EQ(quick.breakdown[i].seconds, whole.breakdown[i].seconds) << name;
      }
    }
  }
}

TEST(KernelPredictor, RefusesFeaturesThatKernelsDoNotHave) {
  EXPECT_THROW(
      KernelPredictor(tiled_matmul(), with_costs("p_a * f_nonsense", 1), sub_groups_of(32)), Error);
  EXPECT_THROW(
      KernelPredictor(tiled_matmul(), with_costs("p_a * f_op_float31_add", 1), sub_groups_of(32)),
      Error);
}

TEST(Builtin, EveryModelParsesAndBindsToAKernel) {
  for (const ModelDefinition& definition : builtin_models()) {
    const KernelPredictor predictor(tiled_matmul(), with_costs(definition.text, 1e-9),
                                    sub_groups_of(8));
    EXPECT_FALSE(definition.summary.empty());
    EXPECT_EQ(&builtin_model(definition.name), &definition);
    if (definition.name.starts_with("lens")) {
      // The source alone does not say what its compiler will make of it.
      EXPECT_THROW((void)predictor.predict({{"t", 20}}), Error);
      continue;
    }
    const Prediction prediction = predictor.predict({{"t", 20}});
    EXPECT_GT(prediction.seconds, 0) << definition.name;
    EXPECT_THAT(prediction.unsupported, IsEmpty()) << definition.name;
  }
}

TEST(Builtin, ModelsWithoutSomeOfTheirParameters) {
  const ModelDefinition without = definition_of("lens-p_conflict-p_overlap");
  EXPECT_EQ(without.name, "lens-p_conflict-p_overlap");
  EXPECT_EQ(without.text.find("p_conflict"), std::string::npos);
  EXPECT_EQ(without.text.find("p_overlap"), std::string::npos);
  EXPECT_NE(without.text.find("pnorm(1,"), std::string::npos);  // the lower end of its range: a sum
  EXPECT_NE(without.text.find("0 * f_lens_l1_conflicts"), std::string::npos);
  EXPECT_NE(without.text.find("p_l2_back"), std::string::npos);
  EXPECT_FALSE(without.ranges.contains("p_overlap"));

  EXPECT_EQ(definition_of("roofline").text, builtin_model("roofline").text);
  EXPECT_EQ(definition_of("p_a * f_flops").text, "p_a * f_flops");
  EXPECT_EQ(definition_of("p_a-p_b").text, "p_a-p_b");
  EXPECT_EQ(definition_of("2-p_a * f_flops").text, "2-p_a * f_flops");
  try {
    (void)definition_of("lens-p_nothing");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no parameter 'p_nothing': it has p_launch, p_fork, "));
  }
  EXPECT_THROW((void)definition_of("lens-p_l2-p_.*"), Error);
  EXPECT_THROW((void)definition_of("lens-p_(["), Error);
  EXPECT_THROW((void)definition_of("lense-p_l2"), Error);
}

// n = 16: 4096 fused multiply-adds are 8192 flops; three matrices of 256 floats are 3072 bytes.
TEST(Builtin, TheRooflineByHand) {
  FittedModel model = with_costs(builtin_model("roofline").text, 0);
  const auto set = [&](const std::string& name, double value) {
    for (FittedParameter& parameter : model.parameters) {
      parameter.value = parameter.name == name ? value : parameter.value;
    }
  };
  set("p_launch", 1e-6);
  set("p_flop32", 1e-9);
  set("p_byte", 1e-9);
  const KernelPredictor bound_by_flops(tiled_matmul(), model, sub_groups_of(8));
  EXPECT_DOUBLE_EQ(bound_by_flops.predict({{"t", 1}}).seconds, 1e-6 + 8192e-9);
  set("p_byte", 1e-8);
  const KernelPredictor bound_by_bytes(tiled_matmul(), model, sub_groups_of(8));
  const Prediction prediction = bound_by_bytes.predict({{"t", 1}});
  EXPECT_DOUBLE_EQ(prediction.seconds, 1e-6 + 3072e-8);
  EXPECT_EQ(prediction.breakdown.front().cost, "p_byte");
}

// With a sub-group of 8: 512 madds, 8704 / 8 local moves, 512 loads, 256 stores, 512 barriers, one
// group, one launch; every cost one second.
TEST(Builtin, ThePapersLinearModelByHand) {
  const KernelPredictor predictor(tiled_matmul(), with_costs(builtin_model("paper-linear").text, 1),
                                  sub_groups_of(8));
  EXPECT_DOUBLE_EQ(predictor.predict({{"t", 1}}).seconds,
                   512 + 8704.0 / 8 + 512 + 256 + 512 + 1 + 1);
}

// The same, with on-chip (512 + 1088 + 512) and global parts (768) that hide each other.
TEST(Builtin, ThePapersOverlapModelByHand) {
  const KernelPredictor predictor(
      tiled_matmul(), with_costs(builtin_model("paper-overlap").text, 1), sub_groups_of(8));
  const double on_chip = 2112;
  const double global = 768;
  const double h = std::tanh((on_chip - global) / (on_chip + global));
  EXPECT_NEAR(predictor.predict({{"t", 1}}).seconds,
              2 + on_chip * (1 + h) / 2 + global * (1 - h) / 2, 1e-9);
}

TEST(Builtin, AnUnknownNameListsTheKnownOnes) {
  try {
    static_cast<void>(builtin_model("rooflin"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_THAT(error.what(), HasSubstr("roofline, paper-linear, paper-overlap, source"));
  }
}

}  // namespace
}  // namespace clgauge::model
