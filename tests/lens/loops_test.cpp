#include "lens/code/loops.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace clgauge::lens {
namespace {

using Successors = std::vector<std::vector<std::uint32_t>>;

MachineCode code_of(const Successors& successors) {
  MachineCode code;
  for (const auto& of_block : successors) {
    code.blocks.emplace_back().successors.assign(of_block.begin(), of_block.end());
  }
  code.functions.emplace_back().first_block = 0;
  return code;
}

// Each block leads to the next one and to the one before it: without the first of them the others
// still reach one another.
TEST(Loops, OfDamagedCodeAreNoDeeperThanThoseOfAnyCompiler) {
  constexpr std::uint32_t kBlocks = 50000;
  Successors ladder(kBlocks);
  for (std::uint32_t block = 0; block < kBlocks; ++block) {
    if (block > 0) {
      ladder[block].push_back(block - 1);
    }
    if (block + 1 < kBlocks) {
      ladder[block].push_back(block + 1);
    }
  }
  const std::vector<Loop> loops = loops_of(code_of(ladder));
  ASSERT_EQ(loops.size(), 64U);
  EXPECT_EQ(loops.back().depth, 1U);
  EXPECT_EQ(loops.back().blocks.size(), kBlocks);
  EXPECT_EQ(loops.front().depth, 64U);
  EXPECT_EQ(loops.front().parent, 1U);
}

TEST(Loops, BesideOneAnotherHaveTheLoopAroundThemAsParent) {
  constexpr std::uint32_t kInner = 20000;
  Successors blocks(kInner + 2);
  blocks[0] = {1};
  for (std::uint32_t block = 1; block <= kInner; ++block) {
    blocks[block] = {block, block + 1};
  }
  blocks[kInner + 1] = {0};
  const std::vector<Loop> loops = loops_of(code_of(blocks));
  ASSERT_EQ(loops.size(), kInner + 1);
  EXPECT_FALSE(loops.back().parent);
  EXPECT_EQ(loops.back().header, 0U);
  for (std::uint32_t loop = 0; loop < kInner; ++loop) {
    EXPECT_EQ(loops[loop].header, loop + 1);
    EXPECT_EQ(loops[loop].parent, kInner);
    EXPECT_EQ(loops[loop].depth, 2U);
  }
}

}  // namespace
}  // namespace clgauge::lens
