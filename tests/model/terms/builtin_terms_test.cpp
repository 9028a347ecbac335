#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "features/matmul.h"
#include "model/features.h"
#include "terms/term_features.h"

namespace clgauge::model {
namespace {

using collector::KernelModel;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Terms, WhatATermCountsIsNotUncoveredAndWhatDependsOnDataIsNamed) {
  KernelModel model = naive_matmul();
  model.ops.push_back({"floor", "float64", false, count_of("1", "256*t*t")});
  const std::vector<std::string> wanted = {"f_loop_float32", "f_op_float32_div"};
  EXPECT_THAT(bind_features(model, {{"t", 3}}, sub_groups_of(kLanes), wanted).uncovered, IsEmpty());
  model.ops.push_back({"pow", "float64", false, count_of("1", "256*t*t")});
  EXPECT_THAT(bind_features(model, {{"t", 3}}, sub_groups_of(kLanes), wanted).uncovered,
              ElementsAre("float64 pow"));
  model.accesses[0].count.flag = collector::CountFlag::data_dependent;
  EXPECT_THAT(bind_features(model, {{"t", 3}}, sub_groups_of(kLanes), wanted).unknown,
              ElementsAre("f_loop_float32"));
}

}  // namespace
}  // namespace clgauge::model
