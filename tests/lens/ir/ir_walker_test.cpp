// LLVM IR walked for a work-group: what it accesses together, and what is refused.
#include "lens/ir/ir_walker.h"

#include <gmock/gmock.h>

#include "ir_case.h"
#include "lens/evaluate/refusal.h"

namespace clgauge::lens {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint64_t kLine = 64;

collector::ConcreteLaunch items(std::int64_t global, std::int64_t local, std::int64_t n = 0) {
  collector::ConcreteLaunch launch;
  launch.global = {global, 1, 1};
  launch.local = {local, 1, 1};
  launch.arguments["n"] = n;
  return launch;
}

struct Walked {
  GroupTrace trace;
  std::vector<MemoryAccess> accesses;
};

Walked walked(const std::string& text, const collector::ConcreteLaunch& launch,
              const ExecutionShape& shape = {}, std::uint64_t group = 0,
              const WalkLimits& limits = {}) {
  const IrKernel kernel = ir_of(text);
  IrWalker walker(kernel, launch_of(kernel, launch), shape, kLine, limits);
  Collecting sink;
  Walked result;
  result.trace = walker.walk({group, 0, 0}, sink);
  result.accesses = std::move(sink.accesses);
  return result;
}

std::string refusal(const std::string& text, const collector::ConcreteLaunch& launch,
                    RefusalKind kind, const WalkLimits& limits = {}) {
  try {
    (void)walked(text, launch, {}, 0, limits);
  } catch (const Refusal& error) {
    EXPECT_EQ(error.why(), kind) << error.what();
    return error.what();
  }
  return "was not refused";
}

// Of buffer `argument`, in elements of 4 bytes, loads positive.
std::vector<std::int64_t> elements(const std::vector<MemoryAccess>& accesses, unsigned argument) {
  std::vector<std::int64_t> result;
  for (const MemoryAccess& access : accesses) {
    const std::uint64_t offset = access.address - buffer_address(argument);
    if (offset < (1ULL << 39U)) {
      result.push_back(static_cast<std::int64_t>(offset / 4));
    }
  }
  return result;
}

TEST(IrWalker, ItemsOfASubGroupAccessTheirLinesTogether) {
  const std::string copy =
      "kernel void k(global float *a, global const float *b) {"
      " int i = get_global_id(0); a[i] = b[i]; }";
  const Walked one = walked(copy, items(64, 64));
  ASSERT_EQ(one.accesses.size(), 128U);
  EXPECT_EQ(one.accesses[0].address, buffer_address(1));
  EXPECT_EQ(one.accesses[0].bytes, 4);
  EXPECT_FALSE(one.accesses[0].is_store);
  EXPECT_EQ(one.accesses[1].address, buffer_address(0));
  EXPECT_TRUE(one.accesses[1].is_store);

  const Walked together = walked(copy, items(64, 32), {32, false}, 1);
  ASSERT_EQ(together.accesses.size(), 4U);
  EXPECT_THAT(elements(together.accesses, 1), ElementsAre(32, 48));
  EXPECT_EQ(together.accesses[0].bytes, 64);
}

TEST(IrWalker, AWalkAcrossRowsTouchesALineForEachItem) {
  const Walked rows =
      walked("kernel void k(global float *a, int n) { a[get_global_id(0) * n] = 1.0f; }",
             items(32, 32, 100), {32, false});
  EXPECT_EQ(rows.accesses.size(), 32U);
}

TEST(IrWalker, AnAccessThatStraddlesALineIsTwo) {
  const Walked wide =
      walked("kernel void k(global float *a) { vstore4((float4)(0), 0, a + 14); }", items(1, 1));
  ASSERT_EQ(wide.accesses.size(), 2U);
  EXPECT_EQ(wide.accesses[0].bytes, 8);
  EXPECT_EQ(wide.accesses[1].bytes, 8);
}

TEST(IrWalker, ItemsThatTookDifferentWaysMeetAgain) {
  const Walked walk = walked(
      "kernel void k(global float *a, global float *b, global float *c) {"
      " int i = get_global_id(0);"
      " if (i % 2) a[i] = 1.0f; else b[i] = 2.0f;"
      " for (int t = 0; t < i; ++t) c[16 * t + i] = 3.0f;"
      " a[i + 64] = 4.0f; }",
      items(4, 4), {4, false});
  // Both sides once, iterations of those that are in the loop still, and then all together.
  EXPECT_THAT(elements(walk.accesses, 0), ElementsAre(1, 64));
  EXPECT_THAT(elements(walk.accesses, 1), ElementsAre(0));
  EXPECT_THAT(elements(walk.accesses, 2), ElementsAre(1, 16 + 2, 32 + 3));
}

TEST(IrWalker, SubGroupsTakeTurnsOrFollowEachOtherUpToABarrier) {
  const std::string two_phases =
      "kernel void k(global float *a, global float *b) { int i = get_global_id(0);"
      " a[16 * i] = 1.0f; a[16 * i + 1] = 2.0f; barrier(CLK_GLOBAL_MEM_FENCE); b[16 * i] = 3.0f; }";
  const auto order = [&](bool takes_turns) {
    std::vector<std::int64_t> at;
    for (const MemoryAccess& access : walked(two_phases, items(2, 2), {1, takes_turns}).accesses) {
      const bool is_a = access.address - buffer_address(0) < (1ULL << 39U);
      at.push_back(static_cast<std::int64_t>(access.address - buffer_address(is_a ? 0 : 1)) / 4 +
                   (is_a ? 0 : 1000));
    }
    return at;
  };
  EXPECT_THAT(order(false), ElementsAre(0, 1, 16, 17, 1000, 1016));
  EXPECT_THAT(order(true), ElementsAre(0, 16, 1, 17, 1000, 1016));
}

TEST(IrWalker, CountsInstructionsOfWorkItems) {
  const std::string loop =
      "kernel void k(global float *a, int n) { float s = 0;"
      " for (int i = 0; i < n; ++i) s += a[i]; a[get_global_id(0)] = s; }";
  const auto instructions = [&](std::int64_t n) {
    return walked(loop, items(8, 8, n)).trace.instructions;
  };
  const std::uint64_t per_trip = (instructions(3) - instructions(2)) / 8;
  EXPECT_GE(per_trip, 6U);  // phis, comparison, branch, address, load, two additions
  EXPECT_EQ(instructions(100) - instructions(2), 98 * (8 * per_trip));
}

TEST(IrWalker, LocalMemoryIsCountedAndMayBeIndexedByData) {
  const IrKernel kernel = ir_of(
      "kernel void k(global const int *a, global int *b, local int *bins) {"
      " int i = get_local_id(0); bins[i] = 0; barrier(CLK_LOCAL_MEM_FENCE);"
      " atomic_inc(&bins[a[i] & 15]); barrier(CLK_LOCAL_MEM_FENCE); b[i] = bins[i]; }");
  const ItemOperations all = all_groups(kernel, launch_of(kernel, items(32, 16)));
  EXPECT_EQ(all.local_accesses, 32 * (1 + 2 + 1));
  EXPECT_EQ(all.atomics, 32);
  EXPECT_EQ(all.barriers, 64);
  EXPECT_EQ(all.global_bytes_loaded, 128);
}

TEST(IrWalker, MathematicsIsCalledByName) {
  const IrKernel kernel = ir_of(
      "kernel void k(global float *a) { int i = get_global_id(0); a[i] = exp(a[i]) / sin(a[i]); }");
  const ItemOperations all = all_groups(kernel, launch_of(kernel, items(32, 16)));
  EXPECT_EQ(all.calls.at("exp"), 32);
  EXPECT_EQ(all.calls.at("sin"), 32);
  EXPECT_EQ(all.divisions, 32);
}

TEST(IrWalker, RefusesByName) {
  EXPECT_THAT(
      refusal("kernel void k(global int *a) {\n\n for (int i = 0; i < a[0]; ++i) a[i] = 1; }",
              items(4, 4), RefusalKind::data_dependent_branch),
      HasSubstr("line 3"));
  EXPECT_THAT(refusal("kernel void k(global int *a, global int *b) {\n"
                      " a[b[get_global_id(0)]] = 1; }",
                      items(4, 4), RefusalKind::data_dependent_address),
              HasSubstr("line 2 accesses a"));
  EXPECT_THAT(
      refusal("kernel void k(global int *a, int n) { for (int i = 0; i != n; i += 2) a[0] = 1; }",
              items(1, 1, 3), RefusalKind::step_limit, {1000, 1000}),
      HasSubstr("1000 steps"));
  EXPECT_THAT(
      refusal("kernel void k(global int *a, int n) { for (int i = 0; i != n; ++i) a[0] = 1; }",
              items(1, 1, 100), RefusalKind::step_limit, {1000000, 10}),
      HasSubstr("10 accesses"));
  EXPECT_THAT(refusal("kernel void k(global char *a, int n) {\n\n a[(long)n << 20] = 1; }",
                      items(1, 1, 1 << 19), RefusalKind::outside_memory),
              HasSubstr("line 3 accesses byte 549755813888 of a"));
}

TEST(IrWalker, RefusesCallsThatAccessMemoryAsNobodyKnows) {
  for (const char* call :
       {"printf(\"%d\", n);", "write_imagef(image, (int2)(0, n), (float4)(1));"}) {
    const IrKernel kernel =
        ir_of(std::string("kernel void k(int n, write_only image2d_t image) {\n if (n > 3) ") +
              call + " }");
    EvaluatedLaunch launch = launch_of(kernel, items(4, 4, 4));
    try {
      (void)all_groups(kernel, launch);
      ADD_FAILURE() << call;
    } catch (const Refusal& refused) {
      EXPECT_EQ(refused.why(), RefusalKind::unknown_call);
      EXPECT_THAT(refused.what(), HasSubstr("line 2"));
    }
    // In a branch that nobody takes it does nothing.
    launch.arguments[0].value = {2, 0, 0, 0};
    EXPECT_NO_THROW((void)all_groups(kernel, launch));
  }
}

TEST(IrKernel, RubbishIsAnError) {
  EXPECT_THROW(IrKernel("BC\xC0\xDE rubbish", "k"), Error);
  EXPECT_THROW((void)ir_of("kernel void other(global int *a) { a[0] = 1; }", "k"), Error);
}

}  // namespace
}  // namespace clgauge::lens
