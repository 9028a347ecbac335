#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "features/matmul.h"
#include "model/features.h"
#include "model/terms/lane_pattern.h"
#include "model/terms/simt_loops.h"
#include "model/terms/simt_order.h"

namespace clgauge::model {
namespace {

using collector::Formula;
using collector::KernelModel;
using ::testing::ElementsAre;

constexpr double kSector = 32;
constexpr double kLine = 128;

LaneGrid row() { return LaneGrid::of({256, 1, 1}, 32); }
LaneGrid square() { return LaneGrid::of({16, 16, 1}, 32); }

TEST(LanePattern, SubGroupsAreCutFromRows) {
  EXPECT_THAT(row().lanes, ElementsAre(32, 1, 1));
  EXPECT_THAT(square().lanes, ElementsAre(16, 2, 1));
  EXPECT_DOUBLE_EQ(LaneGrid::of({18, 18, 1}, 32).all(), 32);
  EXPECT_THAT(LaneGrid::of({8, 1, 1}, 32).lanes, ElementsAre(8, 1, 1));
}

TEST(LanePattern, PiecesAreThoseThatLanesTouch) {
  EXPECT_EQ(pieces_touched(row(), {4, 0, 0}, 4, 0, kSector), 4);
  EXPECT_EQ(pieces_touched(row(), {4, 0, 0}, 4, 0, kLine), 1);
  EXPECT_EQ(pieces_touched(row(), {4, 0, 0}, 4, 4, kSector), 5);  // begins within a sector
  EXPECT_EQ(pieces_touched(row(), {0, 0, 0}, 4, 0, kSector), 1);
  EXPECT_EQ(pieces_touched(row(), {8, 0, 0}, 4, 0, kSector), 8);
  EXPECT_EQ(pieces_touched(row(), {4096, 0, 0}, 4, 0, kSector), 32);
  EXPECT_EQ(pieces_touched(row(), {-4096, 0, 0}, 4, 0, kLine), 32);
  EXPECT_EQ(pieces_touched(square(), {4, 4096, 0}, 4, 0, kSector), 4);  // two rows of 64 bytes
  EXPECT_EQ(pieces_touched(square(), {0, 4096, 0}, 4, 0, kSector), 2);
}

TEST(LanePattern, BanksAreThirtyTwoWordsWide) {
  EXPECT_EQ(bank_passes(row(), {4, 0, 0}, 4), 1);
  EXPECT_EQ(bank_passes(row(), {0, 0, 0}, 4), 1);
  EXPECT_EQ(bank_passes(row(), {8, 0, 0}, 4), 2);
  EXPECT_EQ(bank_passes(row(), {128, 0, 0}, 4), 32);
  EXPECT_EQ(bank_passes(row(), {132, 0, 0}, 4), 1);  // a word more than a row of banks
  EXPECT_EQ(bank_passes(row(), {8, 0, 0}, 8), 2);    // twice as much
  EXPECT_EQ(bank_passes(row(), {16, 0, 0}, 16), 4);
  EXPECT_EQ(bank_passes(row(), {1, 0, 0}, 1), 1);       // four lanes a word
  EXPECT_EQ(bank_passes(square(), {4, 128, 0}, 4), 2);  // two rows in the same banks
  EXPECT_EQ(bank_passes(square(), {-4, 64, 0}, 4), 1);
  EXPECT_EQ(random_bank_passes(row(), 4), 3.5);
}

DeviceTraits gpu() {
  DeviceTraits traits = sub_groups_of(32);
  traits.is_gpu = true;
  traits.compute_units = 4;
  traits.caches = {{196608, 128, 8}, {16777216, 128, 16}};
  traits.load_seconds = {1e-8, 1e-7, 2e-7};
  return traits;
}

double of(const KernelModel& model, const std::string& feature, int t,
          const DeviceTraits& traits = gpu()) {
  return bind_features(model, {{"t", t}}, traits, std::vector{"f_simt_" + feature})
      .values.at("f_simt_" + feature);
}

TEST(Simt, CpusHaveNone) { EXPECT_EQ(of(naive_matmul(), "issued", 8, sub_groups_of(8)), 0); }

// 64 groups on 4 units leave none idle; 8 sub-groups a group; 128 products each.
TEST(Simt, CountsInstructionsOfSubGroups) {
  const double sub_groups = 64 * 8;
  EXPECT_EQ(of(naive_matmul(), "float32", 8), 128 * sub_groups);
  EXPECT_EQ(of(naive_matmul(), "accesses", 8), (2 * 128 + 1) * sub_groups);
  // One group keeps a unit of four: three are idle.
  EXPECT_EQ(of(naive_matmul(), "float32", 1), 4 * 16 * 8);
}

// A sub-group alone keeps one of four parts of its unit.
TEST(Simt, SubGroupsThatLeavePartsIdleTakeLonger) {
  KernelModel model = naive_matmul();
  model.local_size = {Formula(16), Formula(2)};
  model.global_size = {Formula::parse("16*t"), Formula(2)};
  model.groups = Formula::parse("t");
  model.ops[0].count = count_of("1", "32*t");
  EXPECT_EQ(of(model, "float32", 4), 4 * 4);
}

// All rows of a group ask for the same of b at the same time: it comes once a group, as a does.
TEST(Simt, SubGroupsOfAGroupTakeTurns) {
  const double n = 128;
  const double of_group = 16 * n / 8 + n * 2;  // rows of a, pieces of 64 bytes of b
  EXPECT_NEAR(of(naive_matmul(), "all_sectors", 8) / (64 * of_group), 1, 0.3);
  EXPECT_EQ(of(naive_matmul(), "all_stored", 8), 64 * 8 * 4);
  // The second cache holds it all.
  EXPECT_EQ(of(naive_matmul(), "memory", 8), 0);
}

// Four rounds of the loop load together; its chain of products and its jump go beside that.
TEST(Simt, WaitsForLoadsRoundByRound) {
  const double seconds = of(naive_matmul(), "path_seconds", 1);
  EXPECT_GE(seconds, 16.0 / 4 * 1e-8);
  EXPECT_LE(seconds, (16.0 / 4 + 1) * 2e-7);
  KernelModel chased = naive_matmul();
  chased.loops[0].chain.loads = 1;
  EXPECT_GT(of(chased, "path_seconds", 1) / seconds, 1.2);
  EXPECT_LE(of(chased, "path_seconds", 1) / seconds, 4);
}

// Of several that go together one is likelier to be far away; no more than all.
TEST(Simt, LoadsThatGoTogetherTakeAsLongAsTheSlowest) {
  const SimtLoadTimes times{{1e-8, 1e-7, 2e-7}, 0.25, 0.5};
  EXPECT_DOUBLE_EQ(times.of(1), 1e-8 + 0.25 * 9e-8 + 0.125 * 1e-7);
  EXPECT_DOUBLE_EQ(times.of(4), 1e-7 + 0.5 * 1e-7);
  EXPECT_DOUBLE_EQ(times.of(100), 2e-7);
}

// 256 groups of 1024 on 4 units, which have room for two each.
TEST(Simt, WaitsAsOftenAsUnitsAreFilled) {
  KernelModel large = naive_matmul();
  large.local_size = {Formula(32), Formula(32)};
  large.groups = Formula(256);
  KernelModel few = large;
  few.groups = Formula(8);
  EXPECT_DOUBLE_EQ(of(large, "path_cycles", 8) / of(few, "path_cycles", 8), 32);
}

TEST(Simt, UpdatesMeetInTheSlicesOfTheSecondCache) {
  KernelModel model = naive_matmul();
  model.ops.push_back({"atomic", "int32", false, count_of("1", "256*t*t")});
  model.loops.clear();
  model.accesses = {
      access_of("c", "global", "load", {"0", "0"}, {"0", "0"}, count_of("1", "256*t*t")),
      access_of("c", "global", "store", {"0", "0"}, {"0", "0"}, count_of("1", "256*t*t"))};
  for (collector::Access& access : model.accesses) {
    access.dtype = "int32";
  }
  for (collector::ArrayUse& use : model.arrays) {
    use.extent_bytes = Formula(4);
  }
  // One lane for all of a sub-group; of numbers with a fraction all of them.
  EXPECT_EQ(of(model, "updates", 8), 64 * 8);
  EXPECT_EQ(of(model, "all_stored", 8), 0);
  for (collector::Access& access : model.accesses) {
    access.dtype = "float32";
  }
  EXPECT_EQ(of(model, "updates", 8), 64 * 8 * 32);
}

// A private array by an index that no compiler knows is memory; one that loops spell out is not.
TEST(Simt, PrivateArraysAreMemoryWhereTheirIndexIsNotKnown) {
  KernelModel model = naive_matmul();
  collector::Access mine =
      access_of("mine", "private", "load", {"0", "0"}, {"0", "0"}, count_of("16*t", "4096*t*t*t"));
  mine.loop_strides = {{"L5", Formula(1)}};
  model.accesses.push_back(mine);
  EXPECT_EQ(of(model, "private", 8), 128 * 64 * 8);
  model.loops[0].constant_trips = 16;
  EXPECT_EQ(of(model, "private", 8), 0);
}

TEST(SimtOrder, GroupsThatHaveRoomGoBeforeLoops) {
  Stream stream;
  stream.levels = {{32, 4}, {100, 400}, {2, 128}, {1, 0}, {1, 0}, {8, 256}, {4, 4096}, {1, 0}};
  std::vector<Stream> ordered;
  const SimtOrder order{1, 0};
  order.put_launch(std::vector{stream}, 16, ordered);
  std::vector<double> trips;
  for (const NestLevel& level : ordered.at(0).levels) {
    trips.push_back(level.trips);
  }
  EXPECT_THAT(trips, ElementsAre(32, 2, 1, 1, 8, 2, 1, 100, 1, 2, 1));
  EXPECT_EQ(ordered[0].levels[9].stride_bytes, 2 * 4096);
}

}  // namespace
}  // namespace clgauge::model
