// What a multiprocessor makes of a group's sub-groups: against counts and times made by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "lens/launch/simt_features.h"
#include "lens/ptx/warp_walker.h"
#include "lens/simt/constant_memory.h"
#include "lens/simt/first_cache.h"
#include "lens/simt/group_record.h"
#include "lens/simt/look_at_groups.h"
#include "lens/simt/multiprocessor.h"
#include "lens/simt/timeline.h"
#include "lens/simt/units.h"

namespace clgauge::lens::simt {
namespace {

using Kind = EvaluatedArgument::Kind;

std::vector<std::uint64_t> lanes(std::uint64_t stride_bytes) {
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t lane = 0; lane < 32; ++lane) {
    addresses.push_back(lane * stride_bytes);
  }
  return addresses;
}

TEST(LocalPasses, AreThoseOfTheFullestBank) {
  EXPECT_EQ(local_passes(lanes(0), 4), 0.5) << "all lanes ask for one word";
  EXPECT_EQ(local_passes(lanes(4), 4), 1);
  EXPECT_EQ(local_passes(lanes(8), 4), 2);
  EXPECT_EQ(local_passes(lanes(128), 4), 32);
  EXPECT_EQ(local_passes(lanes(132), 4), 1) << "a row with a word of padding";
  EXPECT_EQ(local_passes(lanes(8), 8), 2) << "half of the lanes at a time";
  EXPECT_EQ(local_passes(lanes(16), 16), 4);
  std::vector<std::uint64_t> backwards = lanes(8);
  std::ranges::reverse(backwards);
  EXPECT_EQ(local_passes(backwards, 4), 2) << "in whatever order";
  // Of an H200, in cycles: 8.2, 2.5, 2.6.
  const auto of_rows = [](unsigned wide, std::uint64_t column, std::uint64_t row) {
    std::vector<std::uint64_t> addresses;
    for (unsigned lane = 0; lane < 32; ++lane) {
      addresses.push_back(16 * (lane % wide * column + lane / wide * row));
    }
    return local_passes(addresses, 16);
  };
  EXPECT_EQ(of_rows(4, 1, 17), 8);
  EXPECT_EQ(of_rows(16, 0, 8), 2) << "a row for each half";
  EXPECT_EQ(of_rows(2, 0, 1), 2) << "two lanes a row";
  EXPECT_EQ(of_rows(16, 1, 0), 4) << "both halves the same";
}

TEST(PassesOfAccess, AreCountedAnewWhereAddressesLieOtherwise) {
  PassesOfAccess passes;
  unsigned counted = 0;
  const auto of = [&](std::uint64_t stride_bytes, std::uint64_t offset) {
    std::vector<std::uint64_t> addresses = lanes(stride_bytes);
    for (std::uint64_t& address : addresses) {
      address += offset;
    }
    const auto count = [&] {
      ++counted;
      return local_passes(addresses, 4);
    };
    EXPECT_EQ(passes.of(addresses, count), local_passes(addresses, 4));
  };
  of(8, 0);
  of(8, 4);
  of(8, 256);
  of(8, 12);
  EXPECT_EQ(counted, 1U);
  of(4, 12);
  EXPECT_EQ(counted, 2U);
  of(4, 14);
  EXPECT_EQ(counted, 3U) << "half a word further on";
}

TEST(EachPiece, HoldsTheBytesOfAllLanesAndNoOthers) {
  for (const std::uint64_t stride : {0U, 1U, 3U, 4U, 5U, 64U}) {
    std::vector<std::uint64_t> addresses = lanes(stride);
    std::ranges::reverse(addresses.begin() + 8, addresses.begin() + 16);
    std::set<std::uint64_t> bytes;
    for (const std::uint64_t address : addresses) {
      bytes.insert({address, address + 1, address + 2, address + 3});
    }
    std::set<std::uint64_t> of_pieces;
    ptx::each_piece(addresses, 4, [&](std::uint64_t first, std::uint64_t end) {
      for (; first < end; ++first) {
        of_pieces.insert(first);
      }
    });
    EXPECT_EQ(of_pieces, bytes) << stride;
  }
}

TEST(ResidentGroups, AreLimitedByWhatRunsOutFirst) {
  const Multiprocessor shape = multiprocessor_of("sm_90");
  EXPECT_EQ(resident_groups(shape, 256, 32, 0), 8) << "2048 work-items";
  EXPECT_EQ(resident_groups(shape, 32, 32, 0), 32) << "groups";
  EXPECT_EQ(resident_groups(shape, 1, 255, 0), 8) << "registers, of a whole sub-group";
  EXPECT_EQ(resident_groups(shape, 256, 64, 0), 4);
  EXPECT_EQ(resident_groups(shape, 64, 32, 100 << 10), 2) << "local memory";
  EXPECT_EQ(resident_groups(shape, 1024, 255, 1 << 20), 1) << "at least one";
  EXPECT_EQ(multiprocessor_of("sm_75").items, 1024U);
  EXPECT_EQ(multiprocessor_of("sm_999").items, shape.items) << "as the newest that is known";
}

TEST(BusyCycles, AreThoseOfTheBusiestUnit) {
  const Multiprocessor shape = multiprocessor_of("sm_90");
  ptx::MachineCost cost;
  cost.issue = cost.dispatch = 100;
  cost.integer = 80;
  EXPECT_EQ(units_of(cost, shape).cycles[Units::integers], 160);
  EXPECT_NEAR(busy_cycles(units_of(cost, shape)), 160, 1);
  cost.either = 20;
  EXPECT_EQ(units_of(cost, shape).cycles[Units::integers], 160) << "the other unit adds";
  EXPECT_EQ(units_of(cost, shape).cycles[Units::multiplies], 40);
  cost.either = 100;
  EXPECT_EQ(units_of(cost, shape).cycles[Units::integers], 180) << "both as long";
  EXPECT_EQ(units_of(cost, shape).cycles[Units::multiplies], 180);
  cost.fp64 = 80;
  EXPECT_EQ(units_of(cost, multiprocessor_of("sm_86")).cycles[Units::doubles], 80 * 64);
  EXPECT_EQ(busy_cycles(Units{}), 0);
}

const std::string kHead =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".entry k(.param .u64 .ptr .global .align 4 in, .param .u64 .ptr .global .align 4 out)\n{\n"
    ".reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<16>; .reg .f32 %f<16>;\n"
    ".shared .align 16 .b8 tile[1024];\n"
    "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;"
    " mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\n";

EvaluatedLaunch launch_of(std::uint64_t items, const std::string& content = {}) {
  EvaluatedLaunch launch;
  launch.global = {items, 1, 1};
  launch.local = {items, 1, 1};
  launch.arguments = {{Kind::buffer, {}, buffer_address(0), 4096, content},
                      {Kind::buffer, {}, buffer_address(1), 4096}};
  return launch;
}

GroupRecord recorded(const PtxKernel& kernel, const EvaluatedLaunch& launch) {
  const std::vector<AccessCode> codes = access_code(kernel.program());
  GroupRecord group(kernel.program(), codes);
  ptx::WarpWalker(kernel.program(), launch).walk({0, 0, 0}, group);
  return group;
}

Path path(const std::string& body) {
  const PtxKernel kernel(kHead + body + "\nret;\n}\n", "k");
  GroupRecord group = recorded(kernel, launch_of(32));
  EXPECT_GE(FirstCache(kernel.program(), 65536).run(group).requested.sectors, 0);
  return path_of(group, 0, block_code(kernel.program()), kernel.program(), 0);
}

std::string chain(int links) {
  std::string body = "mov.f32 %f1, 0f3F800000;";
  for (int i = 0; i < links; ++i) {
    body += "fma.rn.f32 %f1, %f1, %f1, %f1;";
  }
  return body + "st.global.f32 [%rd5], %f1;";
}

std::string beside(int operations) {
  std::string body = "mov.f32 %f1, 0f3F800000;";
  for (int i = 0; i < operations; ++i) {
    body += "fma.rn.f32 %f" + std::to_string(2 + i % 8) + ", %f1, %f1, %f1;";
  }
  return body + "st.global.f32 [%rd5], %f1;";
}

TEST(Timeline, ChainsWaitForEachLinkAndOthersDoNot) {
  EXPECT_NEAR(path(chain(40)).total_cycles - path(chain(20)).total_cycles, 20 * 4, 1);
  EXPECT_NEAR(path(beside(40)).total_cycles - path(beside(20)).total_cycles, 20, 1);
}

TEST(Timeline, LoadsOfABlockGoTogetherUnlessAStoreStandsBetween) {
  const std::string first = "ld.global.f32 %f1, [%rd4];";
  const std::string second = "ld.global.f32 %f2, [%rd4+512];";
  const std::string sum = "add.f32 %f3, %f1, %f2; st.global.f32 [%rd5], %f3;";
  EXPECT_EQ(path(first + second + sum).parts[Path::second_cache], 1);
  EXPECT_EQ(path(first + "st.global.f32 [%rd5+512], %f1;" + second + sum).parts[Path::second_cache],
            2);
  EXPECT_EQ(path("ld.global.nc.f32 %f1, [%rd4]; st.global.f32 [%rd5+512], %f1;"
                 "ld.global.nc.f32 %f2, [%rd4+512];" +
                 sum)
                .parts[Path::second_cache],
            1)
      << "what nobody writes need not wait for a store";
}

double busiest_slice(const std::string& body, std::uint64_t groups) {
  const PtxKernel kernel(kHead + body + "ret; }\n", "k");
  EvaluatedLaunch launch = launch_of(32);
  launch.global[0] = 32 * groups;
  launch.arguments[1].size_bytes = 1 << 24;
  return WalkedGroups(KernelCode(kernel), launch, {65536, 1}).demand(0).most_updates;
}

TEST(UpdateSlices, AreBusyForEachLaneThatNoCompilerSeesToMeetAnother) {
  EXPECT_EQ(busiest_slice("red.global.add.u32 [%rd2], 1;", 100), 100) << "one lane for all";
  EXPECT_EQ(busiest_slice("red.global.xor.b32 [%rd2], 1;", 100), 3200);
  EXPECT_EQ(busiest_slice("mov.u32 %r2, 0; mul.lo.u32 %r3, %r1, %r2; cvt.u64.u32 %rd6, %r3;"
                          "add.s64 %rd7, %rd2, %rd6; red.global.add.u32 [%rd7], 1;",
                          100),
            3200)
      << "the same place, but by the number of the work-item";
  EXPECT_EQ(busiest_slice("red.global.add.u32 [%rd5], 1;", 100), 400) << "four sectors of one line";
  const std::string own =
      "mov.u32 %r2, %ctaid.x; mul.wide.u32 %rd6, %r2, 1024; add.s64 %rd7, %rd5, %rd6;"
      "red.global.add.u32 [%rd7], 1;";
  EXPECT_LT(busiest_slice(own, 8000), 8000 * 4 / 40.0) << "spread over all slices";
}

// Adds until no other did in between; `code` says where.
std::string added_by_exchange(const std::string& address) {
  return "ld.volatile.global.u32 %r4, [" + address +
         "];\n"
         "TRY: add.u32 %r5, %r4, 1; atom.global.cas.b32 %r6, [" +
         address +
         "], %r4, %r5;\n"
         "setp.ne.s32 %p1, %r6, %r4; mov.u32 %r4, %r6; @%p1 bra TRY;\n";
}

TEST(GroupRecord, TriesCompareAndExchangeUntilItSucceeds) {
  const PtxKernel kernel(kHead + added_by_exchange("%rd1") + "ret; }\n", "k");
  EvaluatedLaunch launch = launch_of(32, std::string(4, '\0'));
  const GroupRecord group = recorded(kernel, launch);
  EXPECT_EQ(group.counts().successes, 32) << "one lane a time";
  EXPECT_EQ(group.counts().trying_lanes, 32);
  const Path path = path_of(group, 0, block_code(kernel.program()), kernel.program(), 0);
  EXPECT_EQ(path.parts[Path::tries], 32) << "however many lanes are left";
  EXPECT_EQ(path.parts[Path::updates], 0);
  // Where each lane has a word of its own nobody tries again.
  const PtxKernel own(kHead + added_by_exchange("%rd4") + "ret; }\n", "k");
  EXPECT_EQ(recorded(own, launch).counts().successes, 32);
}

TEST(UpdateSlices, RivalsMakeEachOtherTryAgain) {
  const auto demand = [](const std::string& address, std::uint64_t groups, double resident_part) {
    const PtxKernel kernel(kHead + added_by_exchange(address) + "ret; }\n", "k");
    EvaluatedLaunch launch = launch_of(32, std::string(4, '\0'));
    launch.global[0] = 32 * groups;
    return WalkedGroups(KernelCode(kernel), launch, {65536, 1, 0, resident_part}).demand(0);
  };
  const GroupDemand alone = demand("%rd1", 1, 1);
  EXPECT_EQ(alone.most_successes, 32);
  EXPECT_EQ(alone.tries_of_rivals, 0);
  const GroupDemand all = demand("%rd1", 100, 1);
  EXPECT_EQ(all.most_successes, 3200);
  EXPECT_EQ(all.tries_of_rivals, 99) << "each of the other sub-groups is in the way once";
  EXPECT_GT(all.most_updates, 100 * alone.most_updates * 1000);
  EXPECT_LT(demand("%rd1", 100, 0.1).most_updates, all.most_updates) << "fewer at once";
}

// Of lanes that try at words of their own the last one decides: an H200 takes 1.9 us for an
// addition where half as many lanes as there are words try at once, and 0.6 for one alone.
TEST(UpdateSlices, TheLaneThatMeetsMostOthersIsTheLast) {
  const std::string word_of_item =
      "mov.u32 %r2, %ctaid.x; mul.lo.u32 %r3, %r2, 32; add.u32 %r3, %r3, %r1;"
      "mul.lo.u32 %r3, %r3, 747796405; shr.u32 %r3, %r3, 20; mul.wide.u32 %rd6, %r3, 4;"
      "add.s64 %rd7, %rd1, %rd6;\n";
  const PtxKernel kernel(kHead + word_of_item + added_by_exchange("%rd7") + "ret; }\n", "k");
  EvaluatedLaunch launch = launch_of(32, std::string(16384, '\0'));
  launch.arguments[0].size_bytes = 16384;  // 4096 words
  launch.global[0] = 2048;                 // lanes
  const double tries =
      WalkedGroups(KernelCode(kernel), launch, {65536, 1}).demand(0).tries_of_rivals;
  EXPECT_GT(tries, 2);
  EXPECT_LT(tries, 4) << "where a lane meets half of another on average";
}

TEST(ConstantMemory, LanesWithPlacesOfTheirOwnFollowOneAnother) {
  ConstantMemory memory;
  const auto load = [&](std::vector<std::uint64_t> places) { return memory.load(places, 4); };
  EXPECT_EQ(load({0}).more_cycles, 18) << "a line that is not near";
  EXPECT_EQ(load({0}).more_cycles, 0);
  EXPECT_EQ(load({0}).passes, 0);
  EXPECT_NEAR(load({1, 2, 3, 4, 15}).more_cycles, 4 * 0.8, 1e-9) << "one line";
  EXPECT_NEAR(load({0, 16, 32}).more_cycles, 2 * 0.8 + 2 * 18, 1e-9);
  for (std::uint64_t line = 3; line < 34; ++line) {
    EXPECT_EQ(load({16 * line}).more_cycles, 18);
  }
  EXPECT_EQ(load({32}).more_cycles, 0) << "the last 32 lines are kept";
  EXPECT_EQ(load({0}).more_cycles, 18);
}

TEST(GroupRecord, LoadsOfConstantMemoryAreNoneOfTheFirstCache) {
  const std::string table = ".const .align 4 .b32 table[64] = {1,2,3,4};\n";
  const std::string head =
      kHead.substr(0, kHead.find(".entry")) + table + kHead.substr(kHead.find(".entry"));
  const std::string load =
      "mov.u64 %rd6, table; add.s64 %rd7, %rd6, %rd3; ld.const.u32 %r2, [%rd7];"
      "st.global.u32 [%rd5], %r2; ret; }\n";
  const PtxKernel kernel(head + load, "k");
  GroupRecord group = recorded(kernel, launch_of(32));
  EXPECT_EQ(group.counts().lines, 0.125 * 32 + 18 * 2);
  EXPECT_EQ(FirstCache(kernel.program(), 65536).run(group).requested.sectors, 0);
  const Path own = path_of(group, 0, block_code(kernel.program()), kernel.program(), 0);
  EXPECT_GT(own.total_cycles, 31 * 0.8 + 2 * 18);
  EXPECT_EQ(own.parts[Path::loads], 0);
}

TEST(GroupDemand, TheLargestGroupIsTheBusiestMultiprocessors) {
  // Group 0 goes round 100 times, the others once.
  const std::string body =
      "mov.u32 %r2, %ctaid.x; setp.eq.u32 %p2, %r2, 0; selp.u32 %r3, 100, 1, %p2;"
      "mov.f32 %f2, 0f00000000;\n"
      "ROUND: ld.volatile.global.f32 %f1, [%rd4]; add.f32 %f2, %f2, %f1; sub.u32 %r3, %r3, 1;"
      "setp.ne.u32 %p1, %r3, 0; @%p1 bra ROUND; st.global.f32 [%rd5], %f2; ret; }\n";
  const PtxKernel kernel(kHead + body, "k");
  EvaluatedLaunch launch = launch_of(32);
  launch.global[0] = 256;
  const GroupDemand demand = WalkedGroups(KernelCode(kernel), launch, {65536, 8}).demand(0);
  EXPECT_EQ(demand.largest.lines, 100);
  EXPECT_LT(demand.lines, 20);
  LaunchShape shape;
  shape.groups = 8;
  shape.multiprocessors = 8;
  EXPECT_EQ(simt_features(demand, shape).at("f_lens_simt_lines"), 100 + (0.95 + 0.37 * 4))
      << "and what is stored";
  shape.multiprocessors = 1;
  shape.resident = 4;
  EXPECT_NEAR(simt_features(demand, shape).at("f_lens_simt_lines"),
              100 + 3 * demand.lines + 8 * (0.95 + 0.37 * 4), 1e-9)
      << "with three others beside it";
}

TEST(Timeline, LanesThatPartTakeLonger) {
  const auto sides = [](const std::string& condition) {  // too long to be made conditional
    return condition + "@%p1 bra ELSE;\n" + chain(12) + "bra END;\nELSE: " + chain(12) +
           "\nEND: st.global.u32 [%rd5+1024], %r1;";
  };
  const double together = path(sides("setp.lt.u32 %p1, %r1, 64;")).total_cycles;
  const double apart = path(sides("setp.lt.u32 %p1, %r1, 16;")).total_cycles;
  EXPECT_GT(apart - together, 12 * 4 + 20) << "both sides, and they part";
}

TEST(Timeline, LanesThatAskABankForDifferentWordsWaitForOneAnother) {
  const auto link = [](int stride) {
    return "mov.u64 %rd6, tile; mul.wide.u32 %rd7, %r1, " + std::to_string(stride) +
           "; add.s64 %rd8, %rd6, %rd7; ld.shared.u32 %r2, [%rd8]; st.global.u32 [%rd5], %r2;";
  };
  EXPECT_NEAR(path(link(32)).total_cycles - path(link(4)).total_cycles, 2 * 7, 1)
      << "eight words of each of four banks";
}

TEST(GroupRecord, KnowsWhatIsStoredInPart) {
  const auto written = [](const std::string& body) {
    const PtxKernel kernel(kHead + body + "ret; }\n", "k");
    return recorded(kernel, launch_of(32)).written();
  };
  EXPECT_EQ(written("st.global.u32 [%rd5], %r1;").partial_sectors, 0);
  EXPECT_EQ(written("st.global.u32 [%rd5], %r1;").pieces, 2);
  const std::string far = "mul.wide.u32 %rd6, %r1, 64; add.s64 %rd7, %rd2, %rd6;";
  EXPECT_EQ(written(far + "st.global.u32 [%rd7], %r1;").partial_sectors, 32);
  EXPECT_EQ(written(far + "st.global.u32 [%rd7], %r1;").pieces, 32);
  EXPECT_EQ(written("st.global.u32 [%rd5+4], %r1;").partial_sectors, 0)
      << "the ends of a row are others' as well";
}

TEST(GroupRecord, CountsLinesSectorsAndUpdates) {
  const PtxKernel kernel(kHead +
                             "ld.global.f32 %f1, [%rd4]; st.global.f32 [%rd5], %f1;"
                             "red.global.add.u32 [%rd2], 1; ret; }\n",
                         "k");
  const GroupRecord group = recorded(kernel, launch_of(64));
  EXPECT_EQ(group.sub_groups(), 2U);
  EXPECT_EQ(group.counts().stored.sectors, 8) << "128 bytes of each sub-group";
  EXPECT_EQ(group.counts().lines, 4) << "of loads and updates";
  EXPECT_EQ(group.counts().updates, 2) << "ptxas lets one lane update for all";
  EXPECT_EQ(group.updates().at(buffer_address(1) / kSectorBytes).times, 2);
}

// Item 0 writes what item 40 of the other sub-group branches on.
TEST(WarpWalker, ValuesPassThroughLocalMemoryAtBarriers) {
  const std::string body =
      "mov.u64 %rd6, tile; mov.u32 %r2, 7; setp.ne.u32 %p1, %r1, 0; @%p1 bra W;"
      "st.shared.u32 [%rd6], %r2;\nW: bar.sync 0; ld.shared.u32 %r3, [%rd6];"
      "setp.ne.u32 %p2, %r3, 7; @%p2 bra E; st.global.u32 [%rd5], %r3;\nE: ret; }\n";
  const PtxKernel kernel(kHead + body, "k");
  EXPECT_EQ(recorded(kernel, launch_of(64)).counts().stored.sectors, 8);
}

TEST(WarpWalker, ContentsDecideWhereTheyAreKnown) {
  const std::string body =
      "ld.global.u32 %r2, [%rd4]; setp.eq.u32 %p1, %r2, 0; @%p1 bra E;"
      "st.global.u32 [%rd5], %r2;\nE: ret; }\n";
  const PtxKernel kernel(kHead + body, "k");
  EXPECT_THROW((void)recorded(kernel, launch_of(32)), Refusal);
  const std::string one_of_two("\1\0\0\0\0\0\0\0", 8);
  EXPECT_EQ(recorded(kernel, launch_of(32, one_of_two)).counts().stored.sectors, 4);
  EXPECT_EQ(recorded(kernel, launch_of(32, std::string(4, '\0'))).counts().stored.sectors, 0);
}

TEST(GroupDemand, WhatAGroupLeavesInTheFirstCacheTheNextFinds) {
  const PtxKernel kernel(kHead + "ld.global.f32 %f1, [%rd4]; st.global.f32 [%rd5], %f1; ret; }\n",
                         "k");
  EvaluatedLaunch launch = launch_of(32);
  launch.global[0] = 320;  // all groups read the same line
  const GroupDemand demand = WalkedGroups(KernelCode(kernel), launch, {65536, 1}).demand(0);
  EXPECT_EQ(demand.first_missed.sectors, 4);
  EXPECT_EQ(demand.missed.sectors, 0);
  EXPECT_EQ(demand.stored.sectors, 4);
  EXPECT_EQ(demand.first_path.parts[Path::second_cache], 1);
  EXPECT_EQ(demand.path.parts[Path::second_cache], 0);
}

TEST(Timeline, WaitsForTheSecondCacheWhereALoadMisses) {
  const auto walk = [](int step) {
    return "mov.u32 %r2, 0; mov.f32 %f2, 0f00000000; mov.u64 %rd7, %rd1;\n"
           "ROUND: ld.global.nc.f32 %f1, [%rd7]; add.f32 %f2, %f2, %f1;\n"
           "add.s64 %rd7, %rd7, " +
           std::to_string(step) +
           "; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 32;\n"
           "@%p1 bra ROUND; st.global.f32 [%rd5], %f2;";
  };
  EXPECT_EQ(path(walk(4)).parts[Path::second_cache], 4) << "a sector each eight rounds";
  EXPECT_EQ(path(walk(32)).parts[Path::second_cache], 8) << "each round, four of them together";
}

TEST(GroupDemand, WhatASubGroupStoresAsWholeSectorsItFindsInTheFirstCache) {
  const auto missed = [](const std::string& stored) {
    const PtxKernel kernel(kHead + "mul.wide.u32 %rd6, %r1, 8; add.s64 %rd7, %rd2, %rd6;\n" +
                               "st.global.u32 [" + stored + "], %r1; ld.global.u32 %r4, [" +
                               stored + "]; st.global.u32 [%rd5+2048], %r4; ret; }\n",
                           "k");
    return WalkedGroups(KernelCode(kernel), launch_of(32), {65536, 1})
        .demand(0)
        .first_missed.sectors;
  };
  EXPECT_EQ(missed("%rd5"), 0);
  EXPECT_EQ(missed("%rd7"), 8) << "every other word: the rest has to be read";
}

TEST(ScheduleRegions, WhatAShortIfSkipsIsConditionalAndLoadsOfWhatNobodyWritesGoFirst) {
  const std::string body =
      "mov.u32 %r2, 0; mov.u64 %rd7, %rd4;\n"
      "ROUND: setp.lt.u32 %p1, %r1, 7; @%p1 bra OTHERS; st.shared.u32 [tile], %r2;\n"
      "OTHERS: bar.sync 0; ld.global.nc.f32 %f1, [%rd7]; st.global.f32 [%rd5], %f1;\n"
      "add.s64 %rd7, %rd7, 128; add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 8; @%p2 bra ROUND;\n"
      "setp.lt.u32 %p1, %r1, 9; @%p1 bra END;\n";
  const auto regions = [&](int instructions) {
    std::string skipped;
    for (int i = 0; i < instructions; ++i) {
      skipped += "add.u32 %r2, %r2, %r1;\n";
    }
    const PtxKernel kernel(kHead + body + skipped + "END: st.global.u32 [%rd5], %r2; ret; }\n",
                           "k");
    return schedule_regions(kernel.program());
  };
  const std::vector<RegionOfBlock> found = regions(8);
  ASSERT_EQ(found.size(), 7U) << "begin, round, skipped, others, behind, skipped, end";
  EXPECT_EQ(found[1].head, 1U) << "a loop begins";
  EXPECT_EQ(found[2].head, 1U);
  EXPECT_NE(found[2].guard, ptx::kNoSlot);
  EXPECT_EQ(found[3].head, 1U);
  EXPECT_EQ(found[3].guard, ptx::kNoSlot);
  EXPECT_EQ(found[3].earliest, 1U) << "before the barrier";
  EXPECT_EQ(found[4].head, 4U) << "no further than out of the loop";
  EXPECT_EQ(found[4].earliest, 4U);
  EXPECT_EQ(found[6].head, 4U);
  const std::vector<RegionOfBlock> longer = regions(9);
  EXPECT_EQ(longer[5].head, 5U) << "jumped over";
  EXPECT_EQ(longer[6].head, 6U);
  EXPECT_EQ(longer[6].earliest, 4U);
}

TEST(Timeline, LoadsOfWhatNobodyWritesPassBarriers) {
  const auto walk = [](const std::string& load) {
    return "mov.f32 %f2, 0f3F800000; mov.u64 %rd7, %rd4; mov.u32 %r2, 0;\n"
           "ROUND: div.rn.f32 %f2, %f2, %f3; st.shared.f32 [tile], %f2; bar.sync 0;\n" +
           load +
           " %f1, [%rd7]; st.global.f32 [%rd5], %f1; add.s64 %rd7, %rd7, 128;\n"
           "add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 16; @%p1 bra ROUND;";
  };
  EXPECT_GT(path(walk("ld.global.f32")).total_cycles,
            path(walk("ld.global.nc.f32")).total_cycles + 16 * 10);
}

TEST(Timeline, VolatileLoadsWaitForTheSecondCache) {
  const auto again = [](const std::string& load) {
    return path("ld.global.f32 %f1, [%rd4]; st.global.f32 [%rd5+512], %f1;" + load +
                " %f2, [%rd4]; st.global.f32 [%rd5], %f2;")
        .parts[Path::second_cache];
  };
  EXPECT_EQ(again("ld.global.f32"), 1);
  EXPECT_EQ(again("ld.volatile.global.f32"), 2);
}

TEST(FirstCache, KeepsTheSmallestBuffersThatFit) {
  EvaluatedLaunch launch = launch_of(32);
  launch.arguments[0].size_bytes = 1 << 20;
  ASSERT_EQ(kept_buffers(launch, 65536).size(), 1U);
  EXPECT_EQ(kept_buffers(launch, 65536)[0].begin, buffer_address(1));
  EXPECT_EQ(kept_buffers(launch, 2 << 20).size(), 2U);
  EXPECT_TRUE(kept_buffers(launch, 100).empty());
}

TEST(GroupDemand, BuffersThatTheFirstCacheHoldsAreLoadedOnce) {
  const std::string own =
      "mov.u32 %r2, %ctaid.x; mul.wide.u32 %rd6, %r2, 128; add.s64 %rd7, %rd4, %rd6;"
      "ld.global.f32 %f1, [%rd7]; st.global.f32 [%rd5], %f1; ret; }\n";
  const PtxKernel kernel(kHead + own, "k");
  EvaluatedLaunch launch = launch_of(32);
  launch.global[0] = 1024;
  const GroupDemand kept = WalkedGroups(KernelCode(kernel), launch, {0, 1, 65536}).demand(0);
  EXPECT_EQ(kept.first_kept.sectors, 4);
  EXPECT_EQ(kept.kept.sectors, 4);
  EXPECT_EQ(kept.kept_sectors, 2 * 4096 / 32);
  EXPECT_EQ(kept.missed.sectors, 0);
  EXPECT_EQ(WalkedGroups(KernelCode(kernel), launch, {0, 1}).demand(0).missed.sectors, 4);
}

}  // namespace
}  // namespace clgauge::lens::simt
