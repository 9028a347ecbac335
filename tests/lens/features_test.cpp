#include "lens/launch/features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "assembled.h"
#include "fake_kernel.h"
#include "lens/launch/denormal_work.h"
#include "lens/launch/late_loads.h"
#include "lens/launch/sample_launch.h"

namespace clgauge::lens {
namespace {

TEST(InstructionKinds, AtomicUpdatesAreLocked) {
  const MachineCode code = decode(assemble(R"(
  .text
  .globl f
  .type f, @function
f:
  addl %eax, (%rdi)
  lock
  addl %eax, (%rdi)
  xchgl %eax, (%rdi)
  xchgl %eax, %ecx
  ret
  .size f, .-f
)"),
                                  "f", "znver3");
  const auto kinds = instruction_kinds(code);
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), InstructionKind::locked), 2);
  EXPECT_EQ(kinds.front(), InstructionKind::plain);
}

TEST(InstructionKinds, SomeUpdatesCompareAndExchange) {
  const MachineCode code = decode(assemble(R"(
  .globl f
  .type f, @function
f:
  movl (%rdi), %eax
again:
  leal 1(%rax), %ecx
  lock cmpxchgl %ecx, (%rdi)
  jne again
  lock incl (%rsi)
  ret
  .size f, .-f
)"),
                                  "f", "znver5");
  ASSERT_EQ(code.blocks.size(), 3U);
  EXPECT_NEAR(compared_part(code, std::array{1.0, 3.0, 1.0}), 0.75, 1e-12);
  EXPECT_EQ(compared_part(code, std::array{1.0, 0.0, 0.0}), 0);
}

// A Golden Cove's first cache takes a line in while it serves no access.
TEST(LensFeatures, LinesTakeThePlaceOfAccessesThatBind) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {8, 1, 1});
  const auto cycles = [&](const char* cpu, double of_loads) {
    MachineShape machine;
    machine.core.waits = core_waits(cpu);
    GroupCost cost;
    cost.cycles = 100;
    cost.port_cycles[static_cast<std::size_t>(InstructionClass::load)] = of_loads;
    LaunchTraffic traffic;
    traffic.groups = 8;
    traffic.l1_misses[load_streaming] = 20;
    traffic.l1_misses[store_streaming] = 5;
    return lens_features(sample, cost, traffic, machine).at("f_lens_cycles") / 8;
  };
  EXPECT_DOUBLE_EQ(cycles("sapphirerapids", 100), 125);
  EXPECT_DOUBLE_EQ(cycles("sapphirerapids", 40), 110);
  EXPECT_DOUBLE_EQ(cycles("sapphirerapids", 0), 100);
  EXPECT_DOUBLE_EQ(cycles("znver5", 100), 100);
}

TEST(LensFeatures, AreWideWhereAGroupComputesWithWideVectors) {
  LaunchTraffic traffic;
  traffic.groups = 1;
  traffic.replayed_lane_cycles = 7;
  const auto wide = [&](double cycles, double executed) {
    GroupCost cost;
    cost.cycles = cycles;
    LaunchSample sample;
    sample.wide.push_back({{.arithmetic = executed}, cycles});
    return lens_features(sample, cost, traffic, {}).at("f_lens_cycles_wide");
  };
  EXPECT_EQ(wide(100, 1), 107);
  EXPECT_EQ(wide(1e7, 1), 0) << "too seldom";
  EXPECT_EQ(wide(100, 0), 0);
  EXPECT_EQ(wide(0, 0), 0) << "a loop's accesses alone";
}

TEST(LensFeatures, AreDenseWhereACycleDoesMoreWideOperationsThanItsClockBears) {
  LaunchTraffic traffic;
  traffic.groups = 1;
  const auto dense = [&](double operations) {
    GroupCost cost;
    cost.cycles = 200;
    LaunchSample sample;
    sample.wide = {{{.arithmetic = 1, .operations = operations}, 100}, {{}, 100}};  // by turns
    return lens_features(sample, cost, traffic, {}).at("f_lens_cycles_dense");
  };
  EXPECT_DOUBLE_EQ(dense(240), 40);
  EXPECT_DOUBLE_EQ(dense(150), 0);
  traffic.replayed_lane_cycles = 20;
  EXPECT_NEAR(dense(240), 20, 1e-9) << "all takes a tenth longer";
}

// A few groups' lines that lie a power of two apart share few sets, but the launch's do not where
// those between them belong to its other groups.
TEST(LensFeatures, WhatTheLaunchBeforeLeftCrowdsAsItsLinesDo) {
  LaunchTraffic traffic;
  traffic.groups = 1;
  traffic.crowding.fill(16);
  traffic.distance_bytes.at(static_cast<std::size_t>(Reuse::none)) = 262144;
  traffic.beyond_l2.at(static_cast<std::size_t>(Reuse::none))[load_overlapped] = 100;
  const auto lost = [&](double crowding_of_launch) {
    traffic.crowding.at(static_cast<std::size_t>(Reuse::none)) = crowding_of_launch;
    MachineShape machine;
    machine.core.l2 = {2097152, 64, 16};
    return lens_features({}, {}, traffic, machine).at("f_lens_l3_irregular");
  };
  EXPECT_LT(lost(1), 1);
  EXPECT_GT(lost(16), 80);
}

TEST(LensFeatures, AreThoseOfTheBusiestCore) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {7, 1, 1});
  MachineShape machine;
  machine.cores = 2;
  GroupCost cost;
  cost.cycles = 100;
  cost.port_cycles[static_cast<std::size_t>(InstructionClass::vector_shift)] = 30;
  const LaunchTraffic traffic = traffic_of(sample.groups, machine.core);
  const LensFeatures features = lens_features(sample, cost, traffic, machine);
  EXPECT_EQ(features.at("f_lens_groups"), 4);
  EXPECT_EQ(features.at("f_lens_forks"), 0.75) << "three groups are left to the other core";
  EXPECT_EQ(features.at("f_lens_cycles"), 400);
  EXPECT_EQ(features.at("f_lens_cycles_vector_shift"), 120);
  EXPECT_EQ(features.at("f_lens_cycles_load"), 0);
  EXPECT_EQ(features.at("f_lens_gather_lanes"), 32);
  EXPECT_EQ(features.at("f_lens_calls_exp"), 10);
  EXPECT_EQ(features.at("f_lens_calls"), 0);
  EXPECT_EQ(features.at("f_lens_non_temporal_lines"), 4);
  // 28 KiB are held by the second cache once they have been read.
  EXPECT_LT(features.at("f_lens_dram_stream"), 1e-3);
  EXPECT_LT(features.at("f_lens_l3_stream"), 0.01 * 4 * 64);
  EXPECT_EQ(features.size(), lens_feature_names().size());
  for (const std::string& name : lens_feature_names()) {
    EXPECT_EQ(features.count(name), 1U) << name;
    EXPECT_EQ(name.rfind("f_lens_", 0), 0U);
  }
}

TEST(InstructionKinds, AccessesOfSomeLanesAreMasked) {
  const MachineCode code = decode(assemble(R"(
  .text
  .globl f
  .type f, @function
f:
  vmovups %zmm0, (%rdi){%k1}
  vmaskmovps %ymm0, %ymm1, (%rdi)
  vmovups %zmm0, (%rdi)
  vmovups (%rdi), %zmm0{%k1}
  ret
  .size f, .-f
)"),
                                  "f", "znver3");
  using enum InstructionKind;
  EXPECT_THAT(instruction_kinds(code),
              ::testing::ElementsAre(masked_store, masked_store, plain, masked_load, plain));
}

TEST(LensFeatures, BlockedLoadsHoldACoreUp) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {2, 1, 1});
  LaunchTraffic traffic = traffic_of(sample.groups, {});
  GroupCost cost;
  cost.cycles = 100;
  const double without = lens_features(sample, cost, traffic, {}).at("f_lens_cycles");
  traffic.blocked_waits += 3;
  EXPECT_EQ(lens_features(sample, cost, traffic, {}).at("f_lens_cycles"), without + 2 * 3 * 20);
}

// Of four lines two were lost by the second cache, and one is so far away that it must have been.
TEST(LensFeatures, ChainsWaitForWhatTheSecondCacheHasLost) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {2, 1, 1});
  LaunchTraffic traffic = traffic_of(sample.groups, {});
  GroupCost cost;
  cost.cycles = 100;
  const double without = lens_features(sample, cost, traffic, {}).at("f_lens_cycles");
  traffic.l2_chained_misses = {{2, 0, true}, {1, 1e12, false}, {1, 1, false}};
  EXPECT_NEAR(lens_features(sample, cost, traffic, {}).at("f_lens_cycles"), without + 2 * 3 * 40,
              1e-3);
}

TEST(LensFeatures, FaultsFarFromAllMemoryTakeAPartOfOthers) {
  FakeKernel kernel;
  LaunchSample sample = sample_of(kernel, {2, 1, 1});
  const LaunchTraffic traffic = traffic_of(sample.groups, {});
  const auto cycles = [&](const char* cpu) {
    MachineShape machine;
    machine.core.waits = core_waits(cpu);
    return lens_features(sample, {}, traffic, machine).at("f_lens_cycles");
  };
  const double without = cycles("znver5");
  sample.far_faults += 1;
  EXPECT_NEAR(cycles("znver5") - without, 2 * 319, 2 * 40);  // 294 to 371 were timed
  EXPECT_NEAR(cycles("znver4") - without, 2 * 130, 2 * 25);  // 103 to 154
}

// As long as denormal numbers come one soon after the other nothing more is waited for.
TEST(DenormalStalls, AreWaitedForWhereTheyComeApart) {
  const auto stalled = [](double stalls, const char* cpu) {
    DenormalWork work;
    work.counts.stalls = {{7, stalls}, {9, stalls / 2}};  // one, by turns with another
    const auto cycles = denormal_stall_cycles(work, 1000, core_waits(cpu));
    EXPECT_EQ(cycles.size(), 1U);
    return cycles.at(7);
  };
  EXPECT_EQ(stalled(50, "znver4"), 0);  // every 20 cycles
  EXPECT_EQ(stalled(10, "znver4"), 10 * 60);
  EXPECT_NEAR(stalled(1000.0 / 60, "znver4"), 1000.0 / 60 * 30, 1e-6);
  EXPECT_EQ(stalled(10, "sapphirerapids"), 0);
  EXPECT_TRUE(denormal_stall_cycles({}, 1000, core_waits("znver4")).empty());
}

TEST(LensFeatures, CallsCountAsWhatTheyCompute) {
  LensFeatures features;
  add_calls({{"__ocl_svml_z0_idiv16", 2},
             {"__ocl_svml_l9_urem8", 3},
             {"fmodf", 1},
             {"Sleef_erfcf_u15", 4},
             {"__ocl_svml_z0_sincosf16", 5}},
            10, "", features);
  EXPECT_EQ(features.at("calls_div"), 60);
  EXPECT_EQ(features.at("calls_trig"), 50);
  EXPECT_EQ(features.at("calls"), 40);
  EXPECT_EQ(features.at("calls_exp"), 0);
}

TEST(LensFeatures, ALargeLaunchStreamsFromMemory) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {100000, 1, 1});
  const MachineShape machine;
  const LaunchTraffic traffic = traffic_of(sample.groups, machine.core);
  const LensFeatures features = lens_features(sample, {}, traffic, machine);
  const double lines = 64e5;
  EXPECT_NEAR(features.at("f_lens_dram_stream"), lines, 0.05 * lines);
  EXPECT_NEAR(features.at("f_lens_l3_stream"), lines, 0.05 * lines);
  EXPECT_NEAR(features.at("f_lens_tlb_misses"), 1e5, 0.1 * 1e5);
}

// A line of each page, by groups all over: of two thirds of the second TLB's entries no page is
// walked to, of three times as many every one.
TEST(LensFeatures, PagesAreWalkedToBeyondTheSecondTlb) {
  const auto walks_of = [](double pages) {
    MachineShape machine;
    LaunchTraffic traffic;
    traffic.groups = 1;
    traffic.first_walks[static_cast<std::size_t>(Reuse::none)] = {100, 0};
    traffic.page_distance_bytes[static_cast<std::size_t>(Reuse::none)] =
        pages * static_cast<double>(machine.core.tlb2.capacity_bytes);
    return lens_features({}, {}, traffic, machine).at("f_lens_page_walks");
  };
  EXPECT_LT(walks_of(2.0 / 3), 3);
  EXPECT_NEAR(walks_of(1), 25, 10);
  EXPECT_NEAR(walks_of(4.0 / 3), 70, 10);
  EXPECT_GT(walks_of(3), 99);
}

// What comes from the third cache, and nothing says that it is coming: not from the second, nor
// from memory.
TEST(LateLoads, AreOfLinesThatTheThirdCacheHas) {
  MachineShape machine;
  MachineCode code;
  code.blocks.resize(2);
  code.blocks[0].instruction_count = 5;
  code.blocks[1].first_instruction = 5;
  code.blocks[1].instruction_count = 3;
  const auto part_of = [&](double distance_bytes, bool is_lost, double loads) {
    LaunchTraffic traffic;
    traffic.unforeseen_loads = {{6, loads, distance_bytes, is_lost}};
    const LateLoads late = late_loads(traffic, machine, code, {{1, 10}, {}, {}, {}});
    EXPECT_EQ(late.cycles, machine.core.waits.third_cache_cycles);
    EXPECT_EQ(late.part.size(), 1U);
    return late.part.at(6);
  };
  const auto second = static_cast<double>(machine.core.l2.capacity_bytes);
  EXPECT_LT(part_of(second / 8, false, 5), 0.01);
  EXPECT_NEAR(part_of(second / 8, true, 5), 0.5, 0.01);
  EXPECT_NEAR(part_of(8 * second, false, 5), 0.5, 0.01);
  EXPECT_LE(part_of(8 * second, false, 50), 1) << "each waits once";
  EXPECT_LT(part_of(4 * static_cast<double>(machine.shared_cache_bytes), true, 5), 0.01);
}

// As a GPU's.
TEST(LensFeatures, BehindALastSecondCacheLiesMemory) {
  FakeKernel kernel;
  const LaunchSample sample = sample_of(kernel, {100000, 1, 1});
  MachineShape machine;
  machine.shared_cache_bytes = 0;
  machine.translations_cost = false;
  const LaunchTraffic traffic = traffic_of(sample.groups, machine.core);
  const LensFeatures features = lens_features(sample, {}, traffic, machine);
  const LensFeatures shared = lens_features(sample, {}, traffic, MachineShape{});
  for (const char* kind : {"_stream", "_irregular", "_waits", "_store", "_writeback"}) {
    EXPECT_EQ(features.at(std::string("f_lens_l3") + kind), 0) << kind;
    EXPECT_EQ(features.at(std::string("f_lens_l2") + kind),
              shared.at(std::string("f_lens_l2") + kind));
  }
  EXPECT_EQ(features.at("f_lens_dram_stream"), shared.at("f_lens_l3_stream"));
  for (const char* name : {"f_lens_tlb_misses", "f_lens_page_walks", "f_lens_walk_waits"}) {
    EXPECT_EQ(features.at(name), 0) << name;
  }
}

TEST(LensFeatures, AssistsAreThoseOfTheBusiestCore) {
  LaunchSample sample;
  sample.denormals.counts.assists = {{3, 1.5}, {7, 0.25}};
  LaunchTraffic traffic;
  traffic.groups = 10;
  MachineShape machine;
  machine.cores = 4;
  EXPECT_EQ(lens_features(sample, {}, traffic, machine).at("f_lens_assists"), 3 * 1.75);
}

}  // namespace
}  // namespace clgauge::lens
