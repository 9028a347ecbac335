#include "model/features/binder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "features/matmul.h"
#include "model/features.h"

namespace clgauge::model {
namespace {

using collector::CountFlag;
using collector::Formula;
using collector::KernelModel;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr unsigned kSubGroup = 32;
const DeviceTraits kTraits = sub_groups_of(kSubGroup);
const collector::Bindings kThree = {{"t", 3}};  // n = 48

double count(const std::string& feature, const KernelModel& model = tiled_matmul(),
             const collector::Bindings& bindings = kThree, unsigned sub_group = kSubGroup) {
  return bind_features(model, bindings, sub_groups_of(sub_group), std::vector{feature})
      .values.at(feature);
}

TEST(FeatureBinder, CountsTheTiledMatmulAsThePaperDoes) {
  const double n = 48;
  EXPECT_EQ(count("f_op_float32_madd"), n * n * n / kSubGroup);
  EXPECT_EQ(count("f_mem_access_local_float32"), (2 * n * n * n + 2 * n * n * n / 16) / kSubGroup);
  EXPECT_EQ(count("f_mem_access_global_float32_load"), 2 * n * n * n / 16);
  EXPECT_EQ(count("f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_gstrides:{0:16}_afr:>1"),
            n * n * n / 16);
  EXPECT_EQ(count("f_mem_access_global_float32_load_lstrides:{0:1;1:48}_gstrides:{0:0}_afr:3"),
            n * n * n / 16);
  EXPECT_EQ(count("f_mem_access_global_float32_load_lstrides:{0:2}"), 0);
  EXPECT_EQ(count("f_mem_access_tag:aLD"), n * n * n / 16);
  EXPECT_EQ(count("f_mem_access_tag:cST"), n * n);
  EXPECT_EQ(count("f_mem_access_tag:c"), n * n);
  EXPECT_EQ(count("f_mem_access_tag:cLD"), 0);
  EXPECT_EQ(count("f_mem_access_global_float32_afr:1"), n * n);
  EXPECT_EQ(count("f_sync_barrier_local"), n * n * 2 * n / 16);
  EXPECT_EQ(count("f_sync_kernel_launch"), 1);
  EXPECT_EQ(count("f_thread_groups"), 9);
}

TEST(FeatureBinder, CountsTheQuantitiesOfTheLaunch) {
  const double n = 48;
  EXPECT_EQ(count("f_flops"), 2 * n * n * n);
  EXPECT_EQ(count("f_flops_float32"), 2 * n * n * n);
  EXPECT_EQ(count("f_flops_float64"), 0);
  EXPECT_EQ(count("f_bytes_global"), 4 * (2 * n * n * n / 16 + n * n));
  EXPECT_EQ(count("f_bytes_footprint_global"), 3 * n * n * 4);
  EXPECT_EQ(count("f_work_items"), n * n);
  EXPECT_EQ(count("f_sub_groups"), n * n / kSubGroup);
}

TEST(FeatureBinder, IndexArithmeticIsCountedApart) {
  EXPECT_EQ(count("f_op_int32"), 0);
  EXPECT_EQ(count("f_op_int32_add"), 0);
  EXPECT_EQ(count("f_op_int32_index"), 768.0 * 27 / kSubGroup);
}

TEST(FeatureBinder, AUniformAccessCountsOncePerSubGroup) {
  KernelModel model = tiled_matmul();
  model.accesses = {
      access_of("a", "global", "load", {"0", "16*t"}, {"0", "0"}, count_of("1", "256*t*t"))};
  const double items = 48.0 * 48;
  // A row of the group is 16 wide: a sub-group of 8 or 16 stays in it, one of 32 spans two rows.
  EXPECT_EQ(count("f_mem_access_global_float32_load", model, kThree, 8), items / 8);
  EXPECT_EQ(count("f_mem_access_global_float32_load", model, kThree, 16), items / 16);
  EXPECT_EQ(count("f_mem_access_global_float32_load", model, kThree, 32), items);
  model.accesses[0].local_strides[1] = Formula(0);
  EXPECT_EQ(count("f_mem_access_global_float32_load", model, kThree, 32), items / 32);
  // An address read from memory is not uniform, whatever its strides look like.
  model.accesses[0].count.flag = CountFlag::indirect;
  EXPECT_EQ(count("f_mem_access_global_float32_load", model, kThree, 32), items);
}

TEST(FeatureBinder, PartialSubGroupsCountWhole) {
  KernelModel model = tiled_matmul();
  model.local_size = {Formula(10)};
  model.global_size = {Formula(100)};
  model.groups = Formula(10);
  model.ops = {{"add", "float32", false, count_of("1", "100")}};
  EXPECT_EQ(count("f_op_float32_add", model, {{"t", 3}}, 32), 10);
  EXPECT_EQ(count("f_op_float32_add", model, {{"t", 3}}, 4), 30);
}

TEST(FeatureBinder, VectorsCountByLanesOrByAccess) {
  KernelModel model = tiled_matmul();
  auto wide = access_of("v", "global", "load", {"1"}, {"16"}, count_of("1", "1000"));
  wide.lanes = 4;
  wide.bytes = 16;
  model.accesses = {wide};
  EXPECT_EQ(count("f_mem_access_global_float32_load", model), 4000);
  EXPECT_EQ(count("f_mem_access_global_float32x4_load", model), 1000);
  EXPECT_EQ(count("f_mem_access_global_float32x8_load", model), 0);
  EXPECT_EQ(count("f_bytes_global", model), 16000);
}

TEST(FeatureBinder, FullNamesCoverTheKernelOnce) {
  const BoundFeatures bound = bind_features(tiled_matmul(), kThree, kTraits);
  const double n = 48;
  EXPECT_EQ(bound.values.at(
                "f_mem_access_global_float32_load_lstrides:{0:1;1:48}_gstrides:{0:16;1:0}_afr:3"),
            n * n * n / 16);
  EXPECT_EQ(bound.values.at("f_mem_access_local_float32_load"), 2 * n * n * n / kSubGroup);
  EXPECT_EQ(bound.values.at("f_op_int32_index"), 768.0 * 27 / kSubGroup);
  EXPECT_THAT(bound.uncovered, IsEmpty());
  EXPECT_THAT(bound.unknown, IsEmpty());
  double accesses = 0;
  for (const auto& [name, value] : bound.values) {
    accesses += name.find("f_mem_access_global") == 0 ? value : 0;
  }
  EXPECT_EQ(accesses, 2 * n * n * n / 16 + n * n);
}

TEST(FeatureBinder, FullNamesKeepScalarsAndVectorsApart) {
  KernelModel model = tiled_matmul();
  auto wide = model.accesses[0];
  wide.array = "b";
  wide.lanes = 4;
  model.accesses.push_back(wide);
  const BoundFeatures bound = bind_features(model, kThree, kTraits);
  double lanes = 0;
  for (const auto& [name, value] : bound.values) {
    if (name.find("f_mem_access_global_float32x") == 0) {
      lanes += value * (name.find("x4") != std::string::npos ? 4 : 1);
    }
  }
  const double n = 48;
  EXPECT_EQ(lanes, 2 * n * n * n / 16 + n * n + 4 * n * n * n / 16);
}

TEST(FeatureBinder, NamesWhatTheWantedFeaturesDoNotCount) {
  const BoundFeatures bound = bind_features(
      tiled_matmul(), kThree, kTraits,
      std::vector<std::string>{"f_op_float32_add", "f_mem_access_global_float32_load"});
  EXPECT_THAT(bound.uncovered, ElementsAre("global float32 store of c", "float32 madd"));
  // Flops and bytes as a whole leave nothing out by name.
  EXPECT_THAT(bind_features(tiled_matmul(), kThree, kTraits,
                            std::vector<std::string>{"f_flops", "f_bytes_global"})
                  .uncovered,
              IsEmpty());
}

TEST(FeatureBinder, NamesWhatDependsOnData) {
  KernelModel model = tiled_matmul();
  model.ops[0].count.flag = CountFlag::data_dependent;
  model.accesses[2].count.flag = CountFlag::upper;
  const std::vector<std::string> wanted = {"f_op_float32_madd", "f_mem_access_tag:cST",
                                           "f_mem_access_tag:aLD"};
  const BoundFeatures bound = bind_features(model, kThree, kTraits, wanted);
  EXPECT_THAT(bound.unknown, ElementsAre("f_op_float32_madd"));
  EXPECT_THAT(bound.upper_bounds, ElementsAre("f_mem_access_tag:cST"));
}

TEST(FeatureBinder, NamesFeaturesOfWhichAStrideOrAFootprintIsUnknown) {
  KernelModel model = tiled_matmul();
  model.accesses[0].local_strides[0] = Formula::parse("s");
  model.arrays[1].footprint = Formula::parse("s");
  const std::vector<std::string> wanted = {"f_mem_access_tag:aLD_lstrides:{0:1}",
                                           "f_mem_access_tag:aLD_lstrides:{1:48}",
                                           "f_mem_access_tag:bLD_afr:>1"};
  const BoundFeatures bound = bind_features(model, kThree, kTraits, wanted);
  EXPECT_THAT(bound.unknown, ElementsAre(wanted[0], wanted[2]));
  EXPECT_EQ(bound.values.at(wanted[1]), 256 * 27);
}

TEST(FeatureBinder, ErrorsSayWhichSizeIsMissing) {
  try {
    static_cast<void>(bind_features(tiled_matmul(), {}, kTraits));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_THAT(error.what(), HasSubstr("global size"));
    EXPECT_THAT(error.what(), HasSubstr("each of t"));
  }
  EXPECT_THROW(static_cast<void>(bind_features(tiled_matmul(), {{"t", 0}}, kTraits)), Error);
  EXPECT_THROW(static_cast<void>(count("f_made_up")), Error);
}

TEST(FeatureBinder, BindsAgainAndAgain) {
  const KernelModel model = tiled_matmul();
  const std::vector<std::string> wanted = {"f_op_float32_madd", "f_bytes_footprint_global"};
  const FeatureBinder binder(model, kTraits, wanted);
  FeatureBinder::Workspace workspace;
  std::vector<double> counts(2);
  for (const int t : {1, 7, 64}) {
    binder.bind({{"t", t}}, counts, workspace);
    EXPECT_EQ(counts[0], 4096.0 * t * t * t / kSubGroup);
    EXPECT_EQ(counts[1], 12 * 256.0 * t * t);
  }
}

}  // namespace
}  // namespace clgauge::model
