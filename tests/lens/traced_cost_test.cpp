// What a core takes for a path as it was run, simulated.
#include "lens/throughput/traced_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "assembled.h"
#include "lens/code/machine_code.h"
#include "lens/throughput/golden_cove.h"
#include "lens/throughput/mistaken_renaming.h"
#include "loop_costs.h"

namespace clgauge::lens {
namespace {

// One entry of a loop of loop_of().
TracedPath entry(std::uint32_t trips) {
  TracedPath path;
  path.blocks.push_back(0);
  path.blocks.insert(path.blocks.end(), trips, 1);
  path.blocks.push_back(2);
  return path;
}

TEST(TracedCosts, OfALongLoopAreWhatItsRoundsTake) {
  for (const std::string& cpu :
       std::vector<std::string>{"znver3", "znver4", std::string(kGoldenCove)}) {
    for (const char* body : {" vfmadd231ps %ymm1, %ymm2, %ymm0\n", " imulq %rax, %rax\n",
                             " vaddps %ymm1, %ymm2, %ymm3\n vaddps %ymm1, %ymm2, %ymm4\n"}) {
      SequenceCosts costs = loop_of(body, {cpu});
      const TracedPath path = entry(2000);
      const double chained = costs.of(std::array{1U}, true).chained_cycles;
      EXPECT_NEAR(costs.traced_cycles(path, 1, 501, 1501), 1000 * chained, 0.02 * 1000 * chained)
          << cpu << body;
      EXPECT_NEAR(SimulatedPath(costs, path, {}).part({}), 1, 0.08) << cpu << body;
    }
  }
}

// A simulated core does not know what comes back late (spilled_vectors.h).
TEST(TracedCosts, OfSpilledVectorsAreNoLessThanTheRulesSay) {
  std::string body;
  for (int i = 0; i < 32; ++i) {
    const std::string slot = std::to_string(64 * i) + "(%rsp)";
    body += " vmovupd " + slot + ", %zmm4\n vfmadd213pd %zmm3, %zmm2, %zmm4\n vmovupd %zmm4, " +
            slot + "\n";
  }
  SequenceCosts costs = loop_of(body, {std::string(kGoldenCove)});
  const TracedPath path = entry(200);
  EXPECT_LT(costs.traced_cycles(path, 1, 51, 151), 0.8 * 100 * costs.spilled_vectors(1));
  EXPECT_NEAR(SimulatedPath(costs, path, {}).part({}), 1, 0.05);
}

// Timed on an Emerald Rapids: a load, VADDSS and a store of the same place over and over 9.1 cycles
// a round, without waiting for it 1.
TEST(TracedCosts, LoadsWaitForTheStoresOfTheirOwnPass) {
  SequenceCosts costs =
      loop_of(" vmovss (%rdi), %xmm0\n vaddss %xmm1, %xmm0, %xmm0\n vmovss %xmm0, (%rdi)\n",
              {std::string(kGoldenCove)});
  TracedPath path = entry(1000);
  EXPECT_LT(costs.traced_cycles(path, 1, 201, 801), 2 * 600);
  const std::uint32_t load = costs.code().blocks[1].first_instruction;
  for (std::uint32_t round = 2; round <= 1000; ++round) {
    path.forwarded.push_back({round - 1, load + 2, round, load, 4});
  }
  EXPECT_NEAR(costs.traced_cycles(path, 1, 201, 801), 9.1 * 600, 0.5 * 600);
  // Where every third one finds it in the cache, chains of two overlap with what follows.
  std::erase_if(path.forwarded, [](const auto& one) { return one.loaded_in % 3 == 0; });
  EXPECT_LT(costs.traced_cycles(path, 1, 201, 801), 2 * 600);
}

// Timed on a Zen 4: an index that adds up what is loaded and is stored by, in a table where loads
// meet the stores of some rounds before now and then (cautious_loads.h).
TEST(TracedCosts, LoadsThatMetStoresWaitForTheirAddresses) {
  SequenceCosts costs = loop_of(
      " incq %rdx\n movzwl (%rdi,%rdx,2), %ecx\n addl %ecx, %eax\n movzwl %ax, %eax\n"
      " movw %cx, (%rdi,%rax,2)\n",
      {"znver4"});
  const std::uint32_t load = costs.code().blocks[1].first_instruction + 1;
  const auto cycles = [&](std::uint32_t meets_every) {
    TracedPath path = entry(1000);
    for (std::uint32_t round = 4; round <= 1000; ++round) {
      if (meets_every > 0 && round % meets_every == 0) {
        path.forwarded.push_back({round - 3, load + 3, round, load, 2});
      }
    }
    return costs.traced_cycles(path, 1, 201, 801) / 600;
  };
  EXPECT_LT(cycles(0), 3);
  EXPECT_NEAR(cycles(20), 7, 1);                 // of all rounds
  EXPECT_NEAR(cycles(200), cycles(0) + 1, 0.3);  // of forty in two hundred
}

// A jump that asks for the way from a general register to a vector's and back, six cycles.
TEST(TracedCosts, JumpsThatAreNotForeseenAreWaitedFor) {
  SequenceCosts costs = loop_of(
      " vmovd %ecx, %xmm0\n vmovd %xmm0, %eax\n testl %eax, %eax\n jz 3f\n nop\n3:\n", {"znver4"});
  const MachineCode& code = costs.code();
  const BasicBlock& head = code.blocks[1];
  TracedPath path;
  for (int round = 0; round < 2000; ++round) {
    path.blocks.insert(path.blocks.end(), {1, head.successors[0]});
  }
  std::vector<double> unforeseen(code.instructions.size(), 0);
  const auto cycles = [&] { return costs.traced_cycles(path, 0, 1000, 3000, unforeseen) / 1000; };
  const double foreseen = cycles();
  EXPECT_LT(foreseen, 3);
  double& of_jump = unforeseen[head.first_instruction + head.instruction_count - 1];
  of_jump = 1;
  const double each = cycles();
  EXPECT_GT(each, 6);
  of_jump = 0.25;
  EXPECT_NEAR(cycles(), foreseen + 0.25 * (each - foreseen), 0.25 * (each - foreseen));
  EXPECT_LT(foreseen, cycles());
}

// A table in the third cache whose elements a list names (a Zen 4, PoCL's code): sums take hardly
// longer than of one in the first, for other loads go ahead, where each goes through a chain of its
// own first the core's buffers are full of those that wait, and lists that say where they go on
// wait for each.
TEST(TracedCosts, LateLoadsKeepACoreWaitingWhereItsBuffersAreFullOfWhatWaits) {
  const auto wait_of = [](const std::string& body, std::uint32_t load, double part) {
    SequenceCosts costs = loop_of(body, {"znver4"});
    const LateLoads late{40, {{costs.code().blocks[1].first_instruction + load, part}}};
    const TracedPath path = entry(2000);
    const double cycles = costs.traced_cycles(path, 1, 501, 1501);
    EXPECT_NEAR(SimulatedPath(costs, path, {}).wait({40, {}}), 0, 1e-9);
    const double waited = costs.traced_cycles(path, 1, 501, 1501, {}, late) - cycles;
    EXPECT_NEAR(SimulatedPath(costs, path, {}).wait(late) * cycles, waited,
                0.1 * (cycles + waited));
    return waited / 1000;
  };
  const std::string sum = " movslq (%rdi,%rcx,4), %rax\n vaddss (%rsi,%rax,4), %xmm0, %xmm0\n";
  EXPECT_LT(wait_of(sum, 1, 1), 1);
  const std::string chain = " movslq (%rdi,%rcx,4), %rax\n vmovss (%rsi,%rax,4), %xmm1\n" +
                            repeated("vfmadd213ss %xmm3, %xmm3, %xmm1", 0, 16) +
                            " vaddss %xmm1, %xmm0, %xmm0\n";
  EXPECT_GT(wait_of(chain, 1, 1), 2);
  EXPECT_NEAR(wait_of(" movq (%rax), %rax\n", 0, 1), 40, 4) << "but for the last rounds";
  EXPECT_NEAR(wait_of(" movq (%rax), %rax\n", 0, 0.25), 10, 1);
}

// Two loops, of which the second hands on through memory what the rules do not know of. What the
// launch does more of than the path counts more.
TEST(TracedCosts, EachBlockOfALaunchGoesByThePartsThatShowIt) {
  const MachineCode code = decode(assemble(R"(
  .text
  .globl f
  .type f, @function
f:
  vaddps %ymm1, %ymm2, %ymm3
  vaddps %ymm1, %ymm2, %ymm4
  vaddps %ymm1, %ymm2, %ymm5
  subq $1, %rcx
  jne f
1:
  vmovss (%rdi), %xmm0
  vaddss %xmm1, %xmm0, %xmm0
  vmovss %xmm0, (%rdi)
  subq $1, %rdx
  jne 1b
  ret
  .size f, .-f
)"),
                                  "f", "znver4");
  SequenceCosts costs(code, {"znver4"});
  TracedPath path;
  path.blocks.assign(3000, 0);
  for (std::uint32_t round = 0; round < 1000; ++round) {
    const auto place = static_cast<std::uint32_t>(path.blocks.size());
    const std::uint32_t load = code.blocks[1].first_instruction;
    if (round > 0) {
      path.forwarded.push_back({place - 1, load + 2, place, load, 4});
    }
    path.blocks.push_back(1);
  }
  path.blocks.push_back(2);
  SimulatedPath simulated(costs, path, {});
  const auto part = [&](double first, double second) {
    GroupCost ruled;
    ruled.block_cycles = {first, second, 0};
    ruled.cycles = first + second;
    return simulated.part(ruled);
  };
  const double of_first = part(1, 0);
  const double of_second = part(0, 1);
  EXPECT_NEAR(of_first, 1, 0.1);
  EXPECT_GT(of_second, 3);
  EXPECT_NEAR(part(1, 9), 0.1 * of_first + 0.9 * of_second, 0.05 * of_second);
  EXPECT_NEAR(part(9, 1), 0.9 * of_first + 0.1 * of_second, 0.05 * of_second);
}

TEST(TracedCosts, ShortGroupsRunOneBehindTheOther) {
  // Two rounds of a chain, which the next group does not go on with.
  SequenceCosts costs = loop_of(" vaddps %ymm1, %ymm2, %ymm0\n vfmadd231ps %ymm1, %ymm2, %ymm0\n",
                                {std::string(kGoldenCove)});
  EXPECT_NEAR(SimulatedPath(costs, entry(2), {}).part({}), 1, 0.5);
  EXPECT_EQ(SimulatedPath(costs, {}, {}).part({}), 1);
}

double sum_of(const std::map<std::uint32_t, double>& counts) {
  double sum = 0;
  for (const auto& [instruction, count] : counts) {
    sum += count;
  }
  return sum;
}

// A Zen 4 renames memory by the registers of an address, and misses that a vector's lane has gone
// there: histograms of Intel's runtime, an addition a lane.
TEST(TracedCosts, MemoryIsRenamedByMistakeWhereLanesBecomeIndices) {
  const auto mistaken = [](int additions, const std::string& index, bool finds = false) {
    std::string body;
    for (int i = 0; i < additions; ++i) {
      body += " vpextrq $1, %xmm6, %" + index + "\n movq %" + index + ", %rcx\n" +
              " addl %r8d, (%rdi,%" + (index == "rcx" ? "rcx" : "rdx") + ",4)\n";
    }
    const SequenceCosts costs = loop_of(body, {"znver4"});
    TracedPath path = entry(100);
    for (std::uint32_t round = 1; finds && round <= 100; ++round) {
      const std::uint32_t first = costs.code().blocks[1].first_instruction + 2;
      for (std::uint32_t i = 1; i < 16; ++i) {
        path.forwarded.push_back({round, first + 3 * (i - 1), round, first + 3 * i, 4});
      }
    }
    return sum_of(mistaken_renamings(costs.code(), *renaming_rules("znver4"), path));
  };
  EXPECT_NEAR(mistaken(16, "rdx"), 99 * 16, 1);
  EXPECT_NEAR(mistaken(7, "rdx"), 99 * 7, 1);
  EXPECT_EQ(mistaken(6, "rdx"), 0) << "which it learns";
  EXPECT_EQ(mistaken(16, "rcx"), 0) << "which is copied, if to itself";
  EXPECT_EQ(mistaken(16, "rdx", true), 0) << "all lanes go to one place: renamed rightly";
}

// Nor does it tell addresses on the stack, or by an index, apart that are a multiple of 1024 bytes
// from each other: variables that PoCL keeps for 64 or 128 work-items each.
TEST(TracedCosts, MemoryIsRenamedByMistakeWhereArraysAreAMultipleOf1024BytesApart) {
  const auto mistaken = [](int pairs, const std::string& store, const std::string& load,
                           int between = 0) {
    std::string body;
    for (int i = 0; i < pairs; ++i) {
      body += " movq %rdx, " + store + "\n";
      for (int k = 0; k < between; ++k) {
        body += (k % 2 == 0 ? " movq %rdx, " : " vmovups %xmm1, ") +
                std::to_string(12288 + 16 * k) + "(%rsp)\n";
      }
      body += " " + load + '\n';
    }
    const SequenceCosts costs = loop_of(body, {"znver4"});
    return sum_of(mistaken_renamings(costs.code(), *renaming_rules("znver4"), entry(100)));
  };
  const std::string by_index = "448(%rsp,%rbx,8)";
  EXPECT_NEAR(mistaken(8, by_index, "movq 1472(%rsp,%rbx,8), %rsi"), 99 * 8, 1);
  EXPECT_NEAR(mistaken(8, by_index, "addq 8640(%rsp,%rbx,8), %rsi"), 99 * 8, 1);
  EXPECT_NEAR(mistaken(8, "448(%rsp)", "movq 4544(%rsp), %rsi", 7), 99 * 8, 1);
  EXPECT_EQ(mistaken(8, "448(%rsp)", "movq 4544(%rsp), %rsi", 8), 0);
  EXPECT_EQ(mistaken(4, by_index, "movq 1472(%rsp,%rbx,8), %rsi"), 0) << "which it learns";
  EXPECT_EQ(mistaken(8, by_index, "movq 960(%rsp,%rbx,8), %rsi"), 0);
  EXPECT_EQ(mistaken(8, by_index, "movl 1472(%rsp,%rbx,8), %esi"), 0);
  EXPECT_EQ(mistaken(8, "448(%rsp)", "addq 1472(%rsp), %rsi"), 0);
  EXPECT_EQ(mistaken(8, "64(%rsp)", "movq 1088(%rsp), %rsi"), 0) << "which is a byte";
  EXPECT_EQ(mistaken(8, "448(%rdi)", "movq 1472(%rdi), %rsi"), 0);
  // One store and loads that are taken for it.
  const auto of_one_store = [](int loads, const std::string& behind_each) {
    std::string body = " movq %rdx, 448(%rsp,%rbx,8)\n";
    for (int i = 1; i <= loads; ++i) {
      body += " movq " + std::to_string(448 + 1024 * i) + "(%rsp,%rbx,8), %rsi\n" + behind_each;
    }
    const SequenceCosts costs = loop_of(body, {"znver4"});
    return sum_of(mistaken_renamings(costs.code(), *renaming_rules("znver4"), entry(100)));
  };
  EXPECT_GT(of_one_store(6, ""), 99);
  EXPECT_LE(of_one_store(6, " addq $1, %r14\n"), 1);
  EXPECT_GT(of_one_store(12, " addq $1, %r14\n"), 99);
}

TEST(TracedCosts, AZenFiveComparesAllWidthsOfOneBase) {
  const auto mistaken = [](int pairs, const std::string& store, const std::string& load) {
    std::string body;
    for (int i = 0; i < pairs; ++i) {
      body += ' ' + store + "\n " + load + '\n';
    }
    const SequenceCosts costs = loop_of(body, {"znver5"});
    return sum_of(mistaken_renamings(costs.code(), *renaming_rules("znver5"), entry(100)));
  };
  EXPECT_NEAR(mistaken(32, "movl %edx, 448(%rdi)", "movl 1472(%rdi), %esi"), 99 * 32, 1);
  EXPECT_NEAR(mistaken(32, "movb %dl, 448(%rsp)", "addb 4544(%rsp), %sil"), 99 * 32, 1);
  EXPECT_EQ(mistaken(16, "movl %edx, 448(%rdi)", "movl 1472(%rdi), %esi"), 0) << "which it learns";
  EXPECT_EQ(mistaken(32, "movl %edx, 448(%rdi)", "movl 1536(%rdi), %esi"), 0);
  EXPECT_EQ(mistaken(32, "movl %edx, 448(%rdi)", "movl 1472(%r9), %esi"), 0);
  EXPECT_EQ(mistaken(32, "movl %edx, 448(%rdi)", "movq 1472(%rdi), %rsi"), 0);
  EXPECT_EQ(mistaken(32, "movb %dl, 448(%rdi)", "movzbl 1472(%rdi), %esi"), 0);
  EXPECT_EQ(mistaken(32, "movl %edx, 448(%rdi,%rbx)", "movl 1472(%rdi,%rbx), %esi"), 0);
}

TEST(TracedCosts, MistakenRenamingsCostAZenFourTheirCycles) {
  std::string body;
  for (int i = 0; i < 8; ++i) {
    body += " vpextrq $1, %xmm6, %rdx\n addl %r8d, (%rdi,%rdx,4)\n";
  }
  const SequenceCosts costs = loop_of(body, {"znver4"});
  const TracedPath path = entry(100);
  double instructions = 0;
  for (const std::uint32_t b : path.blocks) {
    instructions += costs.code().blocks[b].instruction_count;
  }
  const auto renamings = mistaken_renaming_cycles(costs.code(), "znver4", path, instructions);
  const double of_path = sum_of(renamings);
  EXPECT_NEAR(of_path, 18 * 99 * 8, 18);
  EXPECT_DOUBLE_EQ(sum_of(mistaken_renaming_cycles(costs.code(), "znver4", path, 3 * instructions)),
                   3 * of_path);
  const auto of_intel =
      mistaken_renaming_cycles(costs.code(), "sapphirerapids", path, instructions);
  EXPECT_THAT(of_intel, ::testing::IsEmpty());
  EXPECT_THAT(mistaken_renaming_cycles(costs.code(), "znver4", {}, 1000), ::testing::IsEmpty());
  // They are the loop's that they stand in.
  GroupCost cost;
  cost.cycles = 1000;
  cost.loops.push_back({.header = 1, .iterations = 100, .cycles = 900});
  cost.add_waits(costs.code(), renamings);
  EXPECT_DOUBLE_EQ(cost.cycles, 1000 + of_path);
  EXPECT_DOUBLE_EQ(cost.loops[0].cycles, 900 + of_path);
  EXPECT_DOUBLE_EQ(cost.loops[0].cycles_per_iteration, of_path / 100);
  const SequenceCosts locked = loop_of(body + " lock addl %r8d, (%rdi,%rdx,4)\n", {"znver4"});
  EXPECT_LE(sum_of(mistaken_renamings(locked.code(), *renaming_rules("znver4"), path)), 99 * 8);
}

}  // namespace
}  // namespace clgauge::lens
