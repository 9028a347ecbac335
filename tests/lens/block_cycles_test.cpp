// The ledger of a work-group's blocks.
#include "lens/throughput/block_cycles.h"

#include <gtest/gtest.h>

#include <array>

namespace clgauge::lens {
namespace {

constexpr auto kClass = static_cast<std::size_t>(InstructionClass::load);

SequenceCost bound_by_loads(double cycles) {
  SequenceCost one;
  one.throughput_cycles = cycles;
  one.port_cycles[kClass] = cycles;
  return one;
}

TEST(BlockCycles, OfWhatWaitsPortsBindTheLessTheLongerItWaits) {
  BlockCycles blocks(2);
  blocks.pass(0, bound_by_loads(2), 10);
  blocks.pass(1, bound_by_loads(3), 10);
  blocks.prolong(0, 15);  // it takes as long anyway
  EXPECT_DOUBLE_EQ(blocks.of(0), 20);
  EXPECT_DOUBLE_EQ(blocks.ports()[kClass], 50);
  blocks.prolong(0, 80);
  EXPECT_DOUBLE_EQ(blocks.of(std::array{0U, 1U}), 80 + 30);
  EXPECT_DOUBLE_EQ(blocks.ports()[kClass], 20.0 * 20 / 80 + 30);
}

TEST(BlockCycles, WhatOverlapsIsSavedOfTheTimeAndOfThePorts) {
  BlockCycles blocks(2);
  blocks.pass(0, bound_by_loads(2), 10);
  blocks.pass(1, bound_by_loads(3), 10);
  blocks.shorten(std::array{0U, 1U}, 0.5);
  EXPECT_DOUBLE_EQ(blocks.of(std::array{0U, 1U}), 25);
  EXPECT_DOUBLE_EQ(blocks.ports()[kClass], 25);
  blocks.add(1, 7);  // waiting
  blocks.forget_ports(0);
  EXPECT_DOUBLE_EQ(blocks.all()[1], 15 + 7);
  EXPECT_DOUBLE_EQ(blocks.ports()[kClass], 15);
}

}  // namespace
}  // namespace clgauge::lens
