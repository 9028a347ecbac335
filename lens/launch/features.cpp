#include "lens/launch/features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "lens/launch/traffic_features.h"
#include "lens/traffic/store_queue.h"

namespace clgauge::lens {
namespace {

// Functions of the runtime, by what they cost: their names hold one of these parts (memcpy,
// __ocl_svml_l9_powf8, __svml_sin4, expf, __ocl_svml_z0_irem16). The first that fits counts, the
// last one always does.
struct CallClass {
  std::string_view suffix;
  std::array<std::string_view, 3> parts;
};
constexpr std::array<CallClass, 7> kCallClasses = {{{"_copy", {"memcpy", "memset", "memmove"}},
                                                    {"_pow", {"pow", "pow", "pow"}},
                                                    {"_exp", {"exp", "exp", "exp"}},
                                                    {"_log", {"log", "log", "log"}},
                                                    {"_trig", {"sin", "cos", "tan"}},
                                                    {"_div", {"div", "rem", "mod"}},
                                                    {"", {"", "", ""}}}};

// An access of a page that is not there, under a mask that keeps every such byte out: the processor
// takes it for a fault first. 460 to 490 cycles on a Zen 4 for loads of 16 and 32 bytes and all
// stores, 1040 for loads of 64; as long if the page was only never written, or is read-only.
constexpr double kSuppressedFaultCycles = 480;

// What a load takes longer from the second cache than from the first: 14 cycles, not 4 (Zen 3 and
// 4). Loads of a chain wait for it one after the other.
constexpr double kSecondCacheCycles = 10;

const CallClass& call_class_of(std::string_view symbol) {
  return *std::find_if(kCallClasses.begin(), kCallClasses.end(), [&](const CallClass& one) {
    return std::any_of(one.parts.begin(), one.parts.end(), [&](std::string_view part) {
      return symbol.find(part) != std::string_view::npos;
    });
  });
}

}  // namespace

void add_calls(const std::map<std::string, double>& calls, double rounds, const std::string& prefix,
               LensFeatures& features) {
  for (const CallClass& one : kCallClasses) {
    features[prefix + "calls" + std::string(one.suffix)] = 0;
  }
  for (const auto& [symbol, count] : calls) {
    features[prefix + "calls" + std::string(call_class_of(symbol).suffix)] += rounds * count;
  }
}

LensFeatures lens_features(const LaunchSample& sample, const GroupCost& cost,
                           const LaunchTraffic& traffic, const MachineShape& machine) {
  const double rounds = std::ceil(traffic.groups / static_cast<double>(machine.cores));
  LensFeatures features;
  features["f_lens_groups"] = rounds;
  features["f_lens_forks"] = rounds < traffic.groups ? 1 : 0;
  features["f_lens_cycles"] = rounds * (cost.cycles + kBlockedCycles * traffic.blocked_waits +
                                        kSecondCacheCycles * traffic.l1_chained_misses +
                                        kSuppressedFaultCycles * sample.suppressed_faults);
  for (std::size_t c = 0; c < kInstructionClasses; ++c) {
    features["f_lens_cycles_" + std::string(kInstructionClassNames[c])] =
        rounds * cost.port_cycles[c];
  }
  features["f_lens_throughput_cycles"] = rounds * cost.throughput_cycles;
  features["f_lens_micro_ops"] = rounds * cost.micro_ops;
  features["f_lens_instructions"] = rounds * sample.instructions;
  features["f_lens_mispredictions"] = rounds * sample.mispredictions;
  features["f_lens_loop_exits"] = rounds * cost.long_loop_exits;  // for calibrations of before
  features["f_lens_gather_lanes"] = rounds * sample.gather_lanes;
  features["f_lens_scatter_lanes"] = rounds * sample.scatter_lanes;
  features["f_lens_stack_loads"] = rounds * sample.stack_loads;
  add_calls(sample.runtime_calls, rounds, "f_lens_", features);
  features["f_lens_locked"] = rounds * sample.locked;
  features["f_lens_contended"] = features["f_lens_forks"] * rounds * sample.contended;
  features["f_lens_fused_spills"] = rounds * cost.fused_spills;  // for calibrations of before
  features["f_lens_split_accesses"] = rounds * traffic.split_accesses;
  features["f_lens_forwarded_loads"] = rounds * traffic.forwarded_loads;
  features["f_lens_blocked_loads"] = rounds * traffic.blocked_loads;
  features["f_lens_suppressed_faults"] = rounds * sample.suppressed_faults;
  features["f_lens_aliased_loads"] = rounds * traffic.aliased_loads;  // for calibrations of before,
  features["f_lens_alias_waits"] = 0;  // as this one: f_lens_l1_conflicts holds what it counted
  features["f_lens_non_temporal_lines"] = rounds * traffic.non_temporal_lines;
  add_traffic(traffic, machine, rounds, "f_lens_", features);
  return features;
}

std::vector<std::string> names_of(const LensFeatures& features) {
  std::vector<std::string> names;
  names.reserve(features.size());
  for (const auto& [name, count] : features) {
    names.push_back(name);
  }
  return names;
}

const std::vector<std::string>& lens_feature_names() {
  static const std::vector<std::string> names = names_of(lens_features({}, {}, {}, {}));
  return names;
}

}  // namespace clgauge::lens
