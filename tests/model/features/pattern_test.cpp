#include "model/features/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "base/error.h"

namespace clgauge::model {
namespace {

using ::testing::HasSubstr;

AccessPattern access(const std::string& name) {
  return std::get<AccessPattern>(parse_feature(name).value());
}

std::string message_of(const std::string& name) {
  try {
    static_cast<void>(parse_feature(name));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), HasSubstr(name));
    return error.what();
  }
  return "no error";
}

TEST(FeaturePattern, ReadsThePapersGlobalAccess) {
  const auto pattern =
      access("f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_gstrides:{0:16}_afr:>1");
  EXPECT_EQ(pattern.space, "global");
  EXPECT_EQ(pattern.dtype, "float32");
  EXPECT_EQ(pattern.lanes, 0);
  EXPECT_EQ(pattern.direction, "load");
  ASSERT_EQ(pattern.local_strides.size(), 2U);
  EXPECT_TRUE(pattern.local_strides.at(0).accepts(1));
  EXPECT_FALSE(pattern.local_strides.at(0).accepts(2));
  EXPECT_TRUE(pattern.local_strides.at(1).accepts(16));
  EXPECT_FALSE(pattern.local_strides.at(1).accepts(15));
  ASSERT_EQ(pattern.group_strides.size(), 1U);
  EXPECT_TRUE(pattern.group_strides.at(0).accepts(16));
  EXPECT_TRUE(pattern.access_to_footprint->accepts(1.5));
  EXPECT_FALSE(pattern.access_to_footprint->accepts(1));
}

TEST(FeaturePattern, ReadsTagsLanesAndPartialNames) {
  const auto tagged = access("f_mem_access_tag:aLD");
  EXPECT_EQ(tagged.array, "a");
  EXPECT_EQ(tagged.direction, "load");
  const auto stored = access("f_mem_access_tag:my_out_arrayST_afr:1");
  EXPECT_EQ(stored.array, "my_out_array");
  EXPECT_EQ(stored.direction, "store");
  EXPECT_TRUE(stored.access_to_footprint->accepts(1));
  EXPECT_EQ(access("f_mem_access_tag:b").array, "b");
  EXPECT_EQ(access("f_mem_access_tag:b").direction, "");
  const auto vector = access("f_mem_access_global_float32x4_store");
  EXPECT_EQ(vector.dtype, "float32");
  EXPECT_EQ(vector.lanes, 4);
  EXPECT_EQ(access("f_mem_access_local_float64").dtype, "float64");
  EXPECT_EQ(access("f_mem_access").space, "");
  EXPECT_TRUE(access("f_mem_access_lstrides:{0:<=-1, 1:>=2}").local_strides.at(0).accepts(-3));
}

TEST(FeaturePattern, ReadsTheOtherKinds) {
  const auto op = std::get<OperationPattern>(parse_feature("f_op_float32_madd").value());
  EXPECT_EQ(op.dtype, "float32");
  EXPECT_EQ(op.op, "madd");
  EXPECT_EQ(std::get<OperationPattern>(parse_feature("f_op_float64").value()).op, "");
  EXPECT_EQ(std::get<SyncPattern>(parse_feature("f_sync_barrier_local").value()).kind,
            "barrier_local");
  EXPECT_EQ(std::get<LaunchQuantity>(parse_feature("f_sync_kernel_launch").value()),
            LaunchQuantity::launches);
  EXPECT_EQ(std::get<LaunchQuantity>(parse_feature("f_bytes_footprint_global").value()),
            LaunchQuantity::bytes_footprint);
  EXPECT_FALSE(parse_feature("f_cache_lines_l2").has_value());
  EXPECT_FALSE(parse_feature("f_cl_wall_time_pocl_cpu").has_value());
}

TEST(FeaturePattern, MistakesAreNamed) {
  EXPECT_THAT(message_of("f_mem_access_globl_float32"), HasSubstr("found 'globl'"));
  EXPECT_THAT(message_of("f_mem_access_global_float31"), HasSubstr("found 'float31'"));
  EXPECT_THAT(message_of("f_mem_access_global_float32_load_store"), HasSubstr("found 'store'"));
  EXPECT_THAT(message_of("f_mem_access_global_strides:{0:1}"), HasSubstr("found 'strides'"));
  EXPECT_THAT(message_of("f_mem_access_lstrides:{0:x}"), HasSubstr("found 'x'"));
  EXPECT_THAT(message_of("f_mem_access_lstrides:{3:1}"), HasSubstr("found 3"));
  EXPECT_THAT(message_of("f_mem_access_lstrides:{0:1;0:2}"), HasSubstr("twice"));
  EXPECT_THAT(message_of("f_mem_access_lstrides:{1}"), HasSubstr("found '1'"));
  EXPECT_THAT(message_of("f_mem_access_lstrides:1"), HasSubstr("found '1'"));
  EXPECT_THAT(message_of("f_mem_access_float32x99"), HasSubstr("found 99"));
  EXPECT_THAT(message_of("f_mem_accesses"), HasSubstr("expected '_'"));
  EXPECT_THAT(message_of("f_op_floot32_add"), HasSubstr("found 'floot32'"));
}

}  // namespace
}  // namespace clgauge::model
