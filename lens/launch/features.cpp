#include "lens/launch/features.h"

#include <cmath>

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

struct Lines {
  double streaming = 0;
  double irregular = 0;
  double stored = 0;

  void add(const std::array<double, kMissKinds>& misses, double share) {
    streaming += share * misses[load_streaming];
    irregular += share * misses[load_irregular];
    stored += share * (misses[store_streaming] + misses[store_irregular]);
  }
};

void put(LensFeatures& features, const std::string& level, const Lines& lines, double rounds) {
  features["f_lens_" + level + "_stream"] = rounds * lines.streaming;
  features["f_lens_" + level + "_irregular"] = rounds * lines.irregular;
  features["f_lens_" + level + "_store"] = rounds * lines.stored;
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
  double calls = 0;
  for (const auto& [symbol, count] : sample.runtime_calls) {
    calls += count;
  }
  features["f_lens_calls"] = rounds * calls;
  features["f_lens_split_accesses"] = rounds * traffic.split_accesses;

  Lines l2;
  l2.add(traffic.l1_misses, 1);
  put(features, "l2", l2, rounds);
  Lines l3;
  Lines dram;
  const auto l2_bytes = static_cast<double>(machine.core.l2.capacity_bytes);
  const auto l3_bytes = static_cast<double>(machine.shared_cache_bytes);
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    const double distance = traffic.distance_bytes.at(reuse);
    // Reuse by the group itself was simulated: those lines are lost indeed. Longer ways back lead
    // beyond the few groups that were, so that their lines missed whether the cache holds them or
    // not.
    const bool is_simulated = static_cast<Reuse>(reuse) == Reuse::group;
    l3.add(traffic.beyond_l2.at(reuse), is_simulated ? 1 : lost(distance, l2_bytes));
    dram.add(traffic.beyond_l2.at(reuse), lost(distance, std::max(l3_bytes, l2_bytes)));
  }
  put(features, "l3", l3, rounds);
  put(features, "dram", dram, rounds);
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
