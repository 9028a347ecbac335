#include "lens/launch/late_loads.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "lens/launch/traffic_features.h"

namespace clgauge::lens {

LateLoads late_loads(const LaunchTraffic& traffic, const MachineShape& machine,
                     const MachineCode& code, const PassCounts& passes) {
  const auto l3_bytes = static_cast<double>(machine.shared_cache_bytes);
  std::map<std::uint32_t, double> loads;
  for (const UnforeseenLoads& one : traffic.unforeseen_loads) {
    const double lost = share_beyond_second(one, traffic, machine);
    const double from_memory = share_lost(one.distance_bytes, l3_bytes, machine.shared_sharpness);
    loads[one.instruction] += one.loads * lost * (1 - std::min(lost, from_memory));
  }
  LateLoads late{machine.core.waits.third_cache_cycles, {}};
  for (std::uint32_t b = 0; b < code.blocks.size(); ++b) {
    const BasicBlock& block = code.blocks[b];
    const std::uint32_t end = block.first_instruction + block.instruction_count;
    for (auto one = loads.lower_bound(block.first_instruction);
         one != loads.end() && one->first < end && passes.blocks[b] > 0; ++one) {
      late.part[one->first] = std::min(1.0, one->second / passes.blocks[b]);
    }
  }
  return late;
}

}  // namespace clgauge::lens
