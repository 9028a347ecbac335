#include <gtest/gtest.h>

#include "features/matmul.h"
#include "terms/term_features.h"

namespace clgauge::model {
namespace {

using collector::KernelModel;

TEST(ChainTerm, RecurrencesOfLoopsCountByIterationAndTheRestByWorkItem) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  const double iterations = 160.0 * 160 * 160;  // enough work in each item to fill a window
  KernelModel model = naive_matmul();
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 0);
  model.loops[0].chain.arithmetic = 1;
  model.loops[0].chain.bytes = 4;
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 4 * iterations);
  EXPECT_EQ(feature(model, "f_chain", 10, traits), 0);
  model.loops[0].chain.divisions = 0.5;
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 11 * iterations);
  // Whoever waits alone waits as long for wide values, up to a register of 32 bytes.
  model.loops[0].chain.bytes = 8;
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 11 * iterations);
  model.loops[0].chain.bytes = 64;
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 2 * 11 * iterations);
}

TEST(ChainTerm, WorkItemsOfStraightCodeShareRegisters) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  const double items = 160 * 160;
  KernelModel model = naive_matmul();
  model.loops.clear();
  model.straight_chain.loads = 2;
  model.straight_chain.bytes = 1;
  EXPECT_EQ(feature(model, "f_chain", 10, traits), 10 * items);
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 0);
  // A register holds half as many, and never less than one.
  model.straight_chain.bytes = 8;
  EXPECT_EQ(feature(model, "f_chain", 10, traits), 2 * 10 * items);
  model.straight_chain.bytes = 64;
  EXPECT_EQ(feature(model, "f_chain", 10, traits), 8 * 10 * items);
}

TEST(ChainTerm, ShortWorkItemsRunSideBySide) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = naive_matmul();
  model.loops[0].chain.arithmetic = 1;
  // 16 iterations with two loads and a madd, and a store: 49 of the window's 128 operations.
  EXPECT_DOUBLE_EQ(feature(model, "f_loop_chain", 1, traits), 4 * 16 * 16 * 16 * 49 / 128.0);
}

TEST(ChainTerm, ALoopWithABarrierChangesToOtherWorkItems) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = tiled_with_loops();
  model.loops[0].chain.arithmetic = 1;
  EXPECT_EQ(feature(model, "f_loop_chain", 10, traits), 0);
  // Between barriers an item has 16 madds, 34 accesses of tiles and two of memory, a store at last.
  model.loops[1].chain.arithmetic = 1;
  const double t = 10;
  EXPECT_DOUBLE_EQ(feature(model, "f_loop_chain", 10, traits),
                   4 * 4096 * t * t * t * (52 * t + 1) / (t + 1) / 128);
}

}  // namespace
}  // namespace clgauge::model
