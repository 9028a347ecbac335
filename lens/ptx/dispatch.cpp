#include "lens/ptx/dispatch.h"

#include <algorithm>
#include <optional>
#include <span>

#include "lens/ptx/flow.h"

namespace clgauge::lens::ptx {
namespace {

constexpr double kWordsOfCycle = 2;
// Of what becomes a sequence of instructions: three registers, of which some are kept.
constexpr double kFewestOfSequence = 4;
constexpr double kCyclesOfDouble = 2.5;

double cycles_of_sequence(const MachineCost& cost) {
  return kCyclesOfDouble * cost.fp64 + cost.issue - cost.fp64;
}

bool contains(std::span<const std::uint32_t> registers, std::uint32_t one) {
  return std::find(registers.begin(), registers.end(), one) != registers.end();
}

bool reads_any(std::span<const std::uint32_t> operands, std::span<const std::uint32_t> written) {
  return std::any_of(operands.begin(), operands.end(),
                     [&](std::uint32_t one) { return contains(written, one); });
}

}  // namespace

void count_dispatch(const Function& function, const std::vector<OperandRoles>& roles,
                    const std::vector<RegisterHome>& homes,
                    const std::vector<std::vector<std::uint32_t>>& operands,
                    std::vector<MachineCost>& costs) {
  for (const FlowBlock& block : flow_of(function)) {
    std::optional<std::uint32_t> before;
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      MachineCost& cost = costs[i];
      if (cost.issue <= 0) {
        continue;
      }
      if (cost.issue >= kFewestOfSequence) {
        cost.dispatch = cycles_of_sequence(cost);
        before.reset();
        continue;
      }
      double words = 0;
      const bool is_behind = before && !reads_any(operands[i], roles[*before].written);
      for (std::size_t k = 0; k < operands[i].size(); ++k) {
        const std::uint32_t one = operands[i][k];
        const bool is_kept = is_behind && contains(operands[*before], one);
        const bool is_again = contains(std::span(operands[i]).first(k), one);
        words += is_kept || is_again || homes[one].is_shared ? 0 : homes[one].words;
      }
      cost.dispatch = std::max(cost.issue, words / kWordsOfCycle);
      before = i;
    }
  }
}

}  // namespace clgauge::lens::ptx
