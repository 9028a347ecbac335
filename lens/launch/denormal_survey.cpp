#include "lens/launch/denormal_survey.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace clgauge::lens {
namespace {

// More than one: of the first work-items of a single group little can be told.
constexpr std::size_t kMostGroups = 6;
constexpr std::uint64_t kEnoughInstructions = 2 * kSurveyedInstructions;

std::vector<std::uint32_t> blocks_of_instructions(const MachineCode& code) {
  std::vector<std::uint32_t> blocks(code.instructions.size());
  for (std::uint32_t b = 0; b < code.blocks.size(); ++b) {
    const BasicBlock& block = code.blocks[b];
    std::fill_n(blocks.begin() + block.first_instruction, block.instruction_count, b);
  }
  return blocks;
}

// The k-th of the groups all over the launch, the one in the middle first.
std::array<std::uint64_t, 3> group_at(std::size_t k, const std::array<std::uint64_t, 3>& groups) {
  constexpr std::array<std::uint64_t, kMostGroups> kParts = {6, 3, 9, 1, 11, 5};  // of twelve
  std::array<std::uint64_t, 3> id{};
  for (std::size_t d = 0; d < id.size(); ++d) {
    id.at(d) = groups.at(d) * kParts.at((k + d) % kParts.size()) / 12;
  }
  return id;
}

}  // namespace

DenormalWork survey_denormals(Evaluator& evaluator, const std::array<std::uint64_t, 3>& groups,
                              const PassCounts& passes,
                              const std::map<std::string, double>& runtime_calls) {
  DenormalWork seen;
  std::vector<double> block_counts(evaluator.code().blocks.size());
  std::map<std::string, double> calls;
  std::uint64_t instructions = 0;
  const std::uint64_t count = groups[0] * groups[1] * groups[2];
  for (std::size_t k = 0;
       k < std::min<std::uint64_t>(kMostGroups, count) && instructions < kEnoughInstructions; ++k) {
    const GroupTrace group = evaluator.evaluate_beginning(group_at(k, groups));
    instructions += group.instructions;
    seen.add(group, 1);
    for (std::size_t b = 0; b < block_counts.size(); ++b) {
      block_counts[b] += static_cast<double>(group.block_counts[b]);
    }
    for (const auto& [symbol, made] : group.runtime_calls) {
      calls[symbol] += static_cast<double>(made);
    }
  }
  const std::vector<std::uint32_t> blocks = blocks_of_instructions(evaluator.code());
  for (auto* const events : {&seen.counts.assists, &seen.counts.stalls}) {
    for (auto& [instruction, number] : *events) {
      const std::uint32_t block = blocks[instruction];
      number *= passes.blocks[block] / block_counts[block];
    }
  }
  for (auto* const kind : {&seen.rare_calls, &seen.ordinary_calls}) {
    for (auto& [symbol, some] : *kind) {
      const auto made = runtime_calls.find(symbol);
      some.count *= (made == runtime_calls.end() ? 0 : made->second) / calls[symbol];
    }
  }
  return seen;
}

}  // namespace clgauge::lens
