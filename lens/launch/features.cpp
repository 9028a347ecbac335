#include "lens/launch/features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

namespace clgauge::lens {
namespace {

// How much of what was used `distance` ago a cache of this capacity has lost: none when it is much
// larger, all when it is much smaller. Real caches give way around their capacity, not at it.
double lost(double distance_bytes, double capacity_bytes) {
  constexpr double kSharpness = 3;
  if (distance_bytes <= 0) {
    return 0;
  }
  return 1 / (1 + std::pow(capacity_bytes / distance_bytes, kSharpness));
}

// Functions of the runtime's mathematics, by what they cost: their names hold one of these parts
// (__ocl_svml_l9_powf8, __svml_sin4, expf). The first that fits counts, the last one always does.
struct MathClass {
  std::string_view suffix;
  std::array<std::string_view, 3> parts;
};
constexpr std::array<MathClass, 5> kMathClasses = {{{"_pow", {"pow", "pow", "pow"}},
                                                    {"_exp", {"exp", "exp", "exp"}},
                                                    {"_log", {"log", "log", "log"}},
                                                    {"_trig", {"sin", "cos", "tan"}},
                                                    {"", {"", "", ""}}}};

const MathClass& math_class_of(std::string_view symbol) {
  return *std::find_if(kMathClasses.begin(), kMathClasses.end(), [&](const MathClass& one) {
    return std::any_of(one.parts.begin(), one.parts.end(), [&](std::string_view part) {
      return symbol.find(part) != std::string_view::npos;
    });
  });
}

struct Lines {
  double streaming = 0;
  double irregular = 0;
  double waits = 0;
  double stored = 0;
  double stored_irregular = 0;

  void add(const std::array<double, kMissKinds>& misses, double share) {
    streaming += share * misses[load_streaming];
    irregular += share * (misses[load_overlapped] + misses[load_leading]);
    waits += share * misses[load_leading];
    stored += share * misses[store_streaming];
    stored_irregular += share * misses[store_irregular];
  }
};

void put(LensFeatures& features, const std::string& level, const Lines& lines, double rounds) {
  features["f_lens_" + level + "_stream"] = rounds * lines.streaming;
  features["f_lens_" + level + "_irregular"] = rounds * lines.irregular;
  features["f_lens_" + level + "_waits"] = rounds * lines.waits;
  features["f_lens_" + level + "_store"] = rounds * lines.stored;
  features["f_lens_" + level + "_store_irregular"] = rounds * lines.stored_irregular;
}

// Lines that come from beyond a cache of this capacity, and those that it writes back.
void put_beyond(LensFeatures& features, const std::string& level, const LaunchTraffic& traffic,
                double capacity_bytes, double share_of_group_reuse, double rounds) {
  Lines lines;
  double written = 0;
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    const bool is_group = static_cast<Reuse>(reuse) == Reuse::group;
    const double gone = lost(traffic.distance_bytes.at(reuse), capacity_bytes);
    lines.add(traffic.beyond_l2.at(reuse), is_group ? std::max(share_of_group_reuse, gone) : gone);
    written += is_group ? 0 : gone * traffic.written.at(reuse);
  }
  put(features, level, lines, rounds);
  features["f_lens_" + level + "_writeback"] = rounds * written;
}

}  // namespace

LensFeatures lens_features(const LaunchSample& sample, const GroupCost& cost,
                           const LaunchTraffic& traffic, const MachineShape& machine) {
  const double rounds = std::ceil(traffic.groups / static_cast<double>(machine.cores));
  LensFeatures features;
  features["f_lens_groups"] = rounds;
  features["f_lens_cycles"] = rounds * cost.cycles;
  features["f_lens_throughput_cycles"] = rounds * cost.throughput_cycles;
  features["f_lens_micro_ops"] = rounds * cost.micro_ops;
  features["f_lens_instructions"] = rounds * sample.instructions;
  features["f_lens_loop_exits"] = rounds * cost.long_loop_exits;
  features["f_lens_gather_lanes"] = rounds * sample.gather_lanes;
  features["f_lens_scatter_lanes"] = rounds * sample.scatter_lanes;
  features["f_lens_stack_loads"] = rounds * sample.stack_loads;
  for (const MathClass& one : kMathClasses) {
    features["f_lens_calls" + std::string(one.suffix)] = 0;
  }
  for (const auto& [symbol, count] : sample.runtime_calls) {
    features["f_lens_calls" + std::string(math_class_of(symbol).suffix)] += rounds * count;
  }
  features["f_lens_locked"] = rounds * sample.locked;
  features["f_lens_fused_spills"] = rounds * cost.fused_spills;
  features["f_lens_split_accesses"] = rounds * traffic.split_accesses;
  features["f_lens_forwarded_loads"] = rounds * traffic.forwarded_loads;
  features["f_lens_blocked_loads"] = rounds * traffic.blocked_loads;
  features["f_lens_aliased_loads"] = rounds * traffic.aliased_loads;

  Lines l2;
  l2.add(traffic.l1_misses, 1);
  put(features, "l2", l2, rounds);
  features["f_lens_l1_conflicts"] = rounds * traffic.l1_conflicts;
  features["f_lens_l2_writeback"] = rounds * traffic.l1_write_backs;
  const auto l2_bytes = static_cast<double>(machine.core.l2.capacity_bytes);
  const double l3_bytes = std::max(static_cast<double>(machine.shared_cache_bytes), l2_bytes);
  // Reuse by the group itself was simulated: those lines are lost to the second cache indeed.
  // Longer ways back lead beyond the few groups that were, so that their lines missed whether it
  // holds them or not.
  put_beyond(features, "l3", traffic, l2_bytes, 1, rounds);
  put_beyond(features, "dram", traffic, l3_bytes, 0, rounds);
  features["f_lens_non_temporal_lines"] = rounds * traffic.non_temporal_lines;

  const double footprint = traffic.distance_bytes[static_cast<std::size_t>(Reuse::none)];
  features["f_lens_tlb_misses"] = rounds * traffic.tlb1_misses;
  features["f_lens_page_walks"] =
      rounds * traffic.tlb2_misses *
      lost(footprint, static_cast<double>(machine.core.tlb2.capacity_bytes));
  return features;
}

const std::vector<std::string>& lens_feature_names() {
  static const std::vector<std::string> names = [] {
    LaunchTraffic none;
    std::vector<std::string> all;
    for (const auto& [name, count] : lens_features({}, {}, none, {})) {
      all.push_back(name);
    }
    return all;
  }();
  return names;
}

}  // namespace clgauge::lens
