#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "sample_model.h"

namespace clgauge::collector {
namespace {

using nlohmann::json;

TEST(KernelModelJson, RoundTrips) {
  KernelModel model = test::tiled_matmul();
  model.ops[0].count.flag = CountFlag::indirect;
  model.arrays[1].footprint_flag = CountFlag::data_dependent;
  model.accesses[2].affine = false;
  model.accesses[2].affine_in_rows = true;
  model.parameters[1].steers = true;
  model.parameters[2].reaches = true;
  model.refusals = {"sub_group_reduce_add in line 7"};
  const json first = to_json(model);
  const KernelModel decoded = kernel_model_from_json(json::parse(first.dump()));
  EXPECT_EQ(to_json(decoded), first);
  EXPECT_EQ(decoded.ops[0].count.flag, CountFlag::indirect);
  EXPECT_EQ(decoded.arrays[1].footprint_flag, CountFlag::data_dependent);
  EXPECT_FALSE(decoded.accesses[2].affine);
  EXPECT_TRUE(decoded.accesses[2].affine_in_rows);
  EXPECT_EQ(decoded.refusals, model.refusals);
  EXPECT_EQ(decoded.accesses[1].loop_strides.at("L12").evaluate({{"n", 64}}), 1024);
  EXPECT_EQ(decoded.groups.evaluate({{"n", 64}}), 16);
  EXPECT_TRUE(decoded.parameters[3].writes);
  EXPECT_TRUE(decoded.parameters[1].steers);
  EXPECT_FALSE(decoded.parameters[1].reaches);
  EXPECT_TRUE(decoded.parameters[2].reaches);
  EXPECT_FALSE(decoded.parameters[2].steers);
  ASSERT_EQ(decoded.loops.size(), 2U);
  EXPECT_EQ(decoded.loops[1].parent, "L12");
  EXPECT_TRUE(decoded.loops[0].has_barrier);
  EXPECT_EQ(decoded.loops[1].constant_trips, 16);
  EXPECT_FALSE(decoded.loops[0].asks_unrolling);
  EXPECT_TRUE(decoded.loops[1].asks_unrolling);
  EXPECT_FALSE(decoded.loops[0].left_on_data);
  EXPECT_EQ(decoded.loops[0].most_trips, 0);
  EXPECT_TRUE(decoded.loops[1].left_on_data);
  EXPECT_EQ(decoded.loops[1].most_trips, 20);
  EXPECT_EQ(decoded.loops[1].carried_values, 1);
  EXPECT_EQ(decoded.loops[1].carried_bytes, 4);
  EXPECT_EQ(decoded.loops[1].chain.arithmetic, 1);
  EXPECT_EQ(decoded.loops[1].chain.bytes, 4);
  EXPECT_EQ(decoded.straight_chain.loads, 0.5);
}

TEST(KernelModel, BuffersBoundWhatNoFormulaDoes) {
  KernelModel model = test::tiled_matmul();
  model.arrays[0].extent_bytes = Formula(0);
  model.arrays[0].extent_flag = CountFlag::indirect;
  const Formula known = model.arrays[1].extent_bytes;
  const std::string first = model.arrays[0].array;
  const std::string second = model.arrays[1].array;
  const KernelModel within = within_buffers(model, {{first, 4096}, {second, 1}, {"other", 8}});
  EXPECT_EQ(within.arrays[0].extent_bytes.text(), "4096");
  EXPECT_EQ(within.arrays[1].extent_bytes.text(), known.text());
}

// Every member of the JSON matters: a model that lacks one is refused, not read as zero.
TEST(KernelModelJson, EveryMissingMemberIsAnError) {
  const json whole = to_json(test::tiled_matmul());
  const json flat = whole.flatten();
  int tried = 0;
  for (const auto& [pointer, value] : flat.items()) {
    json damaged = whole;
    const json::json_pointer position(pointer);
    if (damaged[position.parent_pointer()].is_array()) continue;
    if (pointer.find("loop_strides") != std::string::npos) continue;  // an open map
    // Members that few loops have.
    if (pointer.ends_with("/left_on_data") || pointer.ends_with("/most_trips") ||
        pointer.ends_with("/asks_unrolling")) {
      continue;
    }
    damaged[position.parent_pointer()].erase(position.back());
    EXPECT_THROW((void)kernel_model_from_json(damaged), Error) << pointer;
    ++tried;
  }
  EXPECT_GT(tried, 100);
}

TEST(KernelModelJson, OtherVersionsAndNonsenseAreRefused) {
  json other = to_json(test::tiled_matmul());
  other["version"] = KernelModel::kVersion + 1;
  EXPECT_THROW((void)kernel_model_from_json(other), Error);
  EXPECT_THROW((void)kernel_model_from_json(json::array()), Error);
  json formula = to_json(test::tiled_matmul());
  formula["groups"] = "n^";
  EXPECT_THROW((void)kernel_model_from_json(formula), Error);
  json flag = to_json(test::tiled_matmul());
  flag["ops"][0]["flag"] = "certain";
  EXPECT_THROW((void)kernel_model_from_json(flag), Error);
}

}  // namespace
}  // namespace clgauge::collector
