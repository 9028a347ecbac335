#include "model/features/check_features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "model/builtin/builtin.h"

namespace clgauge::model {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string refusal_of(const std::string& text) {
  try {
    check_features(Expression::parse(text));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return "no error";
}

TEST(CheckFeatures, TakesWhatThereIs) {
  for (const ModelDefinition& definition : builtin_models()) {
    EXPECT_EQ(refusal_of(definition.text), "no error") << definition.name;
  }
  for (const std::string name :
       {"f_op_float32", "f_op_float32_native_exp2", "f_op_int32_index", "f_op_int32_atomic",
        "f_op_float32_read_imagef", "f_op_int32_sub_group_reduce_add",
        "f_sync_barrier_local_global", "f_sync_async_copy", "f_sync_kernel_launch",
        "f_lines_dram_irregular", "f_lens_cycles", "f_mem_access_tag:aLD_lstrides:{0:1}"}) {
    EXPECT_EQ(refusal_of("p_a * " + name), "no error");
  }
}

TEST(CheckFeatures, NamesWhatWasMeant) {
  EXPECT_THAT(refusal_of("p_m * f_op_float32_mad"),
              HasSubstr("found 'mad', which counts as 'madd'"));
  EXPECT_THAT(refusal_of("p_m * f_op_float32_fmin"), HasSubstr("counts as 'minmax'"));
  EXPECT_THAT(refusal_of("p_m * f_op_float32_sqr"), HasSubstr("the nearest is 'sqrt'"));
  EXPECT_THAT(refusal_of("p_m * f_op_float32_frobnicate"),
              AllOf(HasSubstr("found 'frobnicate'"), Not(HasSubstr("nearest"))));
  EXPECT_THAT(refusal_of("p_m * f_sync_barier_local"),
              AllOf(HasSubstr("kernel_launch, barrier_local, barrier_global"),
                    HasSubstr("found 'barier_local'")));
  EXPECT_THAT(refusal_of("p_m * f_flop"), HasSubstr("the nearest is 'f_flops'"));
  EXPECT_THAT(refusal_of("p_m * f_lens_cycle"), HasSubstr("the nearest is 'f_lens_cycles'"));
  EXPECT_THAT(refusal_of("p_m * f_nonsense"),
              AllOf(HasSubstr("expected f_op_*"), Not(HasSubstr("nearest"))));
}

TEST(CheckFeatures, PointsAtTheFeature) {
  EXPECT_THAT(refusal_of("p_a * f_flops\n+ p_b * f_op_floot32_add"),
              AllOf(HasSubstr("line 2, column 9: feature 'f_op_floot32_add'"),
                    HasSubstr("found 'floot32'")));
  EXPECT_THAT(refusal_of("f_mem_access_lstrides:{0:x} * p_a"), HasSubstr("line 1, column 1:"));
  try {
    check_features(Expression::parse("p_a * f_flops + p_b * f_nonsense"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.detail(), "p_a * f_flops + p_b * f_nonsense\n                      ^");
  }
  // Before any sample is counted.
  EXPECT_THROW((void)definition_of("p_a * f_op_float32_mad"), Error);
}

}  // namespace
}  // namespace clgauge::model
