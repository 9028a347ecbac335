#include "lens/throughput/least_cycles.h"

#include <string>

#include "lens/code/zen.h"
#include "lens/throughput/golden_cove.h"

namespace clgauge::lens {
namespace {

// A load, a fused multiply-add of what it loaded and a store of the sum, over and over: 1.5 to 1.9
// cycles each on a Zen 3, where its ports would take one (with an addition 1.2).
// On a Zen 5 48 of them, of up to 32 bytes, 0.6, of 64 1.0, with an addition the same.
double fused_spill_cycles(const std::string& cpu) { return cpu == kZen5 ? 0.6 : 1.9; }
// What is fetched from one taken jump to the next takes as long at least (fetched_lines.h).
double fetch_cycles_of_jump(const std::string& cpu) { return cpu == kZen5 ? 0.5 : 1; }
// A call and its return keep fetching for so long, however little is done in between: timed on a
// Zen 4, one to eight of them in a round, with and without twelve instructions behind each.
double fetch_cycles_of_call(const std::string& cpu) { return cpu == kGoldenCove ? 2 : 4; }

}  // namespace

double fetch_cycles(const LoopPasses& loops, const SequenceCosts& costs,
                    std::span<const std::uint32_t> blocks) {
  return fetch_cycles_of_jump(costs.cpu()) * loops.taken_jumps(blocks) +
         fetch_cycles_of_call(costs.cpu()) * costs.inlined_calls(blocks);
}

double spill_cycles(const SequenceCosts& costs, std::span<const std::uint32_t> blocks) {
  const bool is_golden_cove = costs.cpu() == kGoldenCove;
  double cycles = 0;
  for (const std::uint32_t b : blocks) {
    cycles += is_golden_cove ? costs.spilled_vectors(b)
                             : fused_spill_cycles(costs.cpu()) * costs.fused_spills(b);
  }
  return cycles;
}

}  // namespace clgauge::lens
