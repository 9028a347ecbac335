#include "collector/oracle/oracle.h"

#include <gmock/gmock.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "base/error.h"
#include "collector/frontend/prepare.h"

namespace clgauge::collector {
namespace {

PreparedKernel prepare(const std::string& text) {
  Source source;
  source.text = text;
  return {compile(source), ""};
}

ConcreteLaunch launch(std::array<std::int64_t, 3> global, std::array<std::int64_t, 3> local,
                      std::map<std::string, std::int64_t> arguments) {
  ConcreteLaunch result;
  result.global = global;
  result.local = local;
  result.arguments = std::move(arguments);
  return result;
}

const TouchedArray& array(const Execution& execution, const std::string& name) {
  for (const TouchedArray& touched : execution.arrays) {
    if (touched.name == name) return touched;
  }
  throw std::out_of_range(name);
}

// Runs of the blocks that hold a floating-point multiplication: the tests' marker.
std::int64_t marked_runs(const PreparedKernel& kernel, const Execution& execution) {
  std::int64_t runs = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
    if (instruction.getOpcode() == llvm::Instruction::FMul) {
      runs += execution.block_runs.at(instruction.getParent());
    }
  }
  return runs;
}

TEST(Oracle, CountsATriangleWithAGuard) {
  const PreparedKernel kernel = prepare(
      "kernel void k(global float *a, int n) { int g = get_global_id(0); if (g >= n) return;"
      " for (int j = g; j < n; j += 2) a[g * n + j] *= 2.0f; }");
  const Execution execution = execute(kernel.function(), launch({8, 1, 1}, {4, 1, 1}, {{"n", 5}}));
  EXPECT_EQ(marked_runs(kernel, execution), 3 + 2 + 2 + 1 + 1);
  EXPECT_EQ(array(execution, "a").bytes_loaded, 9 * 4);
  EXPECT_EQ(array(execution, "a").bytes_stored, 9 * 4);
  EXPECT_EQ(array(execution, "a").bytes.count_units(4), 9);
  EXPECT_EQ(array(execution, "a").bytes.end(), (4 * 5 + 4 + 1) * 4);
}

TEST(Oracle, FollowsSwitchesVectorsAndSwappedPointers) {
  const PreparedKernel kernel = prepare(
      "kernel void k(global float *a, global float *b, int n) {"
      " int2 id = (int2)(get_global_id(0), get_group_id(0)).yx;"
      " global float *from = a; global float *to = b;"
      " for (int t = 0; t < n; ++t) { to[id.y] = from[id.x] * 2.0f;"
      "   global float *s = from; from = to; to = s; }"
      " switch (id.y % 3) { case 0: a[0] *= 3.0f; case 1: b[99] *= 4.0f; break;"
      "   default: a[50] *= 5.0f; } }");
  const Execution execution = execute(kernel.function(), launch({6, 1, 1}, {3, 1, 1}, {{"n", 3}}));
  EXPECT_EQ(marked_runs(kernel, execution), 6 * 3 + 2 + 4 + 2);
  EXPECT_EQ(array(execution, "a").bytes_loaded, (6 * 2 + 2 + 2) * 4);
  EXPECT_EQ(array(execution, "b").bytes_stored, (6 * 2 + 4) * 4);
}

// The first slot of the program then holds a pointer, which widening must not look at.
TEST(Oracle, PlacesAddressesAfterAnAccessThroughAnArgument) {
  const PreparedKernel kernel = prepare(
      "kernel void k(global float *a, int n) {"
      " a[0] = 1.0f; for (int i = 1; i < n; ++i) a[2 * i] = 2.0f; }");
  const Execution execution = execute(kernel.function(), launch({1, 1, 1}, {1, 1, 1}, {{"n", 5}}));
  EXPECT_TRUE(array(execution, "a").every_address_known);
  EXPECT_EQ(array(execution, "a").bytes.count_units(4), 5);
}

TEST(Oracle, RefusesDataDependentBranchesByLine) {
  const PreparedKernel kernel = prepare(
      "kernel void k(global int *a, int n) {\n int s = 0;\n"
      " for (int i = 0; i < a[n]; ++i)\n  s += i;\n a[0] = s; }");
  try {
    (void)execute(kernel.function(), launch({1, 1, 1}, {1, 1, 1}, {{"n", 3}}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_THAT(error.what(), testing::HasSubstr("line 3"));
  }
}

TEST(Oracle, CountsIndirectAccessesWithoutPlacingThem) {
  const PreparedKernel kernel = prepare(
      "kernel void k(global float *a, global const int *b) {"
      " int g = get_global_id(0); a[b[g]] = 1.0f; }");
  const Execution execution = execute(kernel.function(), launch({8, 1, 1}, {8, 1, 1}, {}));
  EXPECT_FALSE(array(execution, "a").every_address_known);
  EXPECT_TRUE(array(execution, "b").every_address_known);
  EXPECT_EQ(array(execution, "a").bytes_stored, 32);
}

TEST(Oracle, StopsAtItsLimitAndRefusesImpossibleLaunches) {
  const PreparedKernel kernel =
      prepare("kernel void k(global int *a, int n) { for (int i = 0; i != n; i += 2) a[i] = 1; }");
  ConcreteLaunch endless = launch({1, 1, 1}, {1, 1, 1}, {{"n", 3}});
  endless.step_limit = 100000;
  EXPECT_THROW((void)execute(kernel.function(), endless, false), Error);
  EXPECT_THROW((void)execute(kernel.function(), launch({1, 1, 1}, {1, 1, 1}, {})), Error);
  EXPECT_THROW((void)execute(kernel.function(), launch({5, 1, 1}, {2, 1, 1}, {{"n", 2}})), Error);
}

}  // namespace
}  // namespace clgauge::collector
