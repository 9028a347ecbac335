#include "lens/launch/features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
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

const CallClass& call_class_of(std::string_view symbol) {
  return *std::find_if(kCallClasses.begin(), kCallClasses.end(), [&](const CallClass& one) {
    return std::any_of(one.parts.begin(), one.parts.end(), [&](std::string_view part) {
      return symbol.find(part) != std::string_view::npos;
    });
  });
}

// The cycles of memset, memcpy and memmove of few bytes (trace.h): 1.5 ns each of up to 128
// bytes by glibc on an EPYC 9005, 2.0 of 256, 6.6 of 1024.
double cycles_of_small_moves(const std::map<std::string, double>& calls) {
  constexpr double kCyclesOfEach = 7;
  double moves = 0;
  for (const auto& [symbol, count] : calls) {
    moves += symbol.ends_with(kOfFewBytes) ? count : 0;
  }
  return kCyclesOfEach * moves;
}

// How seldom arithmetic of 512 bits may come for the clock to stay down: half a millisecond.
constexpr double kCyclesOfClock = 1e6;

// Whether a group of these parts and cycles keeps it down.
bool are_wide(std::span<const WidePart> parts, double cycles) {
  double arithmetic = 0;
  for (const WidePart& part : parts) {
    arithmetic += part.work.arithmetic;
  }
  return arithmetic * kCyclesOfClock > cycles;
}

// How many operations of 512 bits a cycle may do before the clock falls further.
constexpr double kSparseOperations = 2;

// Those beyond, of a group whose parts take `cycles` together.
double dense_operations(std::span<const WidePart> parts, double cycles) {
  double counted = 0;
  for (const WidePart& part : parts) {
    counted += part.cycles;
  }
  const double longer = counted > 0 ? cycles / counted : 1;
  double beyond = 0;
  for (const WidePart& part : parts) {
    beyond += std::max(0.0, part.work.operations - kSparseOperations * longer * part.cycles);
  }
  return beyond;
}

// Loads of chains whose lines the second cache has lost.
double chained_beyond_second(const LaunchTraffic& traffic, const MachineShape& machine) {
  double lost = 0;
  for (const ChainedMisses& misses : traffic.l2_chained_misses) {
    lost += misses.loads * share_beyond_second(misses, traffic, machine);
  }
  return lost;
}

}  // namespace

void add_calls(const std::map<std::string, double>& calls, double rounds, const std::string& prefix,
               LensFeatures& features) {
  for (const CallClass& one : kCallClasses) {
    features[prefix + "calls" + std::string(one.suffix)] = 0;
  }
  for (const auto& [symbol, count] : calls) {
    if (symbol.ends_with(kOfFewBytes)) {
      continue;  // among the cycles
    }
    features[prefix + "calls" + std::string(call_class_of(symbol).suffix)] += rounds * count;
  }
}

double filling_cycles(const GroupCost& cost, const LaunchTraffic& traffic,
                      const MachineShape& machine) {
  if (machine.core.waits.filling_cycles <= 0 || cost.cycles <= 0) {
    return 0;
  }
  const double lines = std::accumulate(traffic.l1_misses.begin(), traffic.l1_misses.end(), 0.0);
  const double of_accesses = cost.port_cycles[static_cast<std::size_t>(InstructionClass::load)] +
                             cost.port_cycles[static_cast<std::size_t>(InstructionClass::store)];
  return machine.core.waits.filling_cycles * lines * std::min(1.0, of_accesses / cost.cycles);
}

LensFeatures lens_features(const LaunchSample& sample, const GroupCost& cost,
                           const LaunchTraffic& traffic, const MachineShape& machine) {
  const double most_groups = std::ceil(traffic.groups / static_cast<double>(machine.cores));
  const double rounds = sample.busiest.value_or(most_groups);
  const double suppressed_faults = sample.suppressed_faults + sample.stray_faults +
                                   machine.core.waits.part_of_far_fault * sample.far_faults;
  // Chains wait for lines that are among the late ones: the longer of both counts.
  const double chained_cycles =
      machine.core.waits.second_cache_cycles * traffic.l1_chained_misses +
      machine.core.waits.third_cache_cycles * chained_beyond_second(traffic, machine);
  LensFeatures features;
  features["f_lens_groups"] = most_groups;
  // What the others have to do, for each time that the busiest core does: left to this one where
  // they come late.
  features["f_lens_forks"] =
      most_groups < traffic.groups ? std::clamp(traffic.groups / rounds - 1, 0.0, 1.0) : 0;
  features["f_lens_cycles"] =
      rounds *
      (cost.cycles + cycles_of_small_moves(sample.runtime_calls) +
       kBlockedCycles * traffic.blocked_waits + std::max(sample.late_cycles, chained_cycles) +
       traffic.replayed_lane_cycles + filling_cycles(cost, traffic, machine) +
       machine.core.waits.suppressed_fault_cycles * suppressed_faults);
  const bool is_wide = are_wide(sample.wide, cost.cycles);
  features["f_lens_cycles_wide"] = is_wide ? features["f_lens_cycles"] : 0;
  features["f_lens_cycles_dense"] =
      is_wide ? rounds * dense_operations(sample.wide, features["f_lens_cycles"] / rounds) : 0;
  for (std::size_t c = 0; c < kInstructionClasses; ++c) {
    features["f_lens_cycles_" + std::string(kInstructionClassNames[c])] =
        rounds * cost.port_cycles[c];
  }
  features["f_lens_throughput_cycles"] = rounds * cost.throughput_cycles;
  features["f_lens_micro_ops"] = rounds * cost.micro_ops;
  features["f_lens_instructions"] = rounds * sample.instructions;
  features["f_lens_mispredictions"] = rounds * sample.mispredictions;
  double assists = 0;
  for (const auto& [instruction, count] : sample.denormals.counts.assists) {
    assists += count;
  }
  features["f_lens_assists"] = rounds * assists;
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
  features["f_lens_suppressed_faults"] = rounds * suppressed_faults;
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
