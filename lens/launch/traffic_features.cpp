#include "lens/launch/traffic_features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace clgauge::lens {
namespace {

// Rounds of pages in random order, a line of each, what of them is walked to: of a Zen 4's 3072
// entries at 2048, 2560, 3072, 4096, 6144, 8192 pages 0, 0.1, 0.2, 0.65, 0.9, 1 (loads side by
// side, C program), of an Emerald Rapids' 2048 at 1984, 2128, 2256, 2560 0.1, 0.2, 0.4, 0.95.
constexpr double kTranslationSharpness = 8;
constexpr double kTranslationsKept = 1.15;

struct Lines {
  double streaming = 0;
  double irregular = 0;
  double waits = 0;
  double stored = 0;
  double stored_irregular = 0;
  // Of the irregular ones, loaded: those that the core does not wait for alone. However many are
  // called for at once, memory brings them one by one.
  double gathered = 0;
  double crowded = 0;         // of the irregular ones, loaded or stored
  double waits_of_store = 1;  // for memory, of one that leads

  // Streams that crowd, and gathers, come from a cache as others do, but from memory line by line.
  void add(const std::array<double, kMissKinds>& misses, double near_waits, double share,
           bool from_memory) {
    const double lone = misses[load_overlapped] + misses[load_leading];
    streaming += share * misses[load_streaming];
    irregular += share * lone;
    waits += share * (from_memory ? waits_of_store * misses[store_leading] : near_waits);
    stored += share * misses[store_streaming];
    stored_irregular += share * (misses[store_irregular] + misses[store_leading]);
    (from_memory ? irregular : streaming) += share * misses[load_crowded];
    (from_memory ? stored_irregular : stored) += share * misses[store_crowded];
    const double lanes = misses[load_gathered] + misses[load_gathered_leading];
    (from_memory ? irregular : streaming) += share * lanes;
    gathered += share * (lanes + lone);
    crowded += share * (misses[load_crowded] + misses[store_crowded]);
  }

  // Of lines from memory: what a larger distance has lost beyond a smaller one waits with its own
  // windows. `are_apart`: the line that is waited for counts among those that come one by one, too.
  void add_waits(const std::vector<FarWaits>& far_waits, double capacity_bytes, double least_share,
                 double sharpness, bool are_apart) {
    double nearer = 0;
    double all = 0;
    for (const FarWaits& far : far_waits) {
      const double gone = std::max(
          {nearer, least_share, share_lost(far.distance_bytes, capacity_bytes, sharpness)});
      all += (gone - nearer) * far.waits;
      nearer = gone;
    }
    waits += all;
    gathered = are_apart ? gathered : std::max(0.0, gathered - all);
  }
};

void put(LensFeatures& features, const std::string& level, const Lines& lines, double rounds) {
  features[level + "_stream"] = rounds * lines.streaming;
  features[level + "_irregular"] = rounds * lines.irregular;
  features[level + "_waits"] = rounds * lines.waits;
  features[level + "_store"] = rounds * lines.stored;
  features[level + "_store_irregular"] = rounds * lines.stored_irregular;
}

using Capacities = std::array<double, kReuses>;  // by what comes in between, in bytes

// Lines that come from beyond a cache of these capacities, and those that it writes back.
void put_beyond(LensFeatures& features, const std::string& level, const LaunchTraffic& traffic,
                const Capacities& capacities, double share_of_group_reuse, double rounds,
                bool from_memory, double sharpness, const MemoryWaits& memory) {
  const double capacity_bytes = capacities.back();
  Lines lines{.waits_of_store = memory.waits_of_store};
  double written = 0;
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    const bool is_group = static_cast<Reuse>(reuse) == Reuse::group;
    const double gone =
        share_lost(traffic.distance_bytes.at(reuse), capacities.at(reuse), sharpness);
    lines.add(traffic.beyond_l2.at(reuse), traffic.near_waits.at(reuse),
              is_group ? std::max(share_of_group_reuse, gone) : gone, from_memory);
    written += is_group ? 0 : gone * traffic.written.at(reuse);
  }
  for (const MissedAgain& again : traffic.missed_again) {
    lines.add(again.lines, again.near_waits,
              std::max(again.is_lost ? share_of_group_reuse : 0,
                       share_lost(again.distance_bytes, capacity_bytes, sharpness)),
              from_memory);
  }
  if (from_memory) {
    lines.add_waits(traffic.far_waits, capacity_bytes, share_of_group_reuse, sharpness,
                    memory.are_known());
    for (const FarWaits& late : traffic.late_waits) {
      lines.waits +=
          late.waits * std::max(share_of_group_reuse,
                                share_lost(late.distance_bytes, capacity_bytes, sharpness));
    }
  }
  put(features, level, lines, rounds);
  if (from_memory) {
    features[level + "_gathered"] = rounds * lines.gathered;
  }
  features[level + "_crowded"] = rounds * lines.crowded;
  features[level + "_writeback"] = rounds * written;
}

// Of the walks that were simulated, those that the core waits for.
double waited_part(const LaunchTraffic& traffic) {
  Walks simulated = traffic.repeated_walks;
  for (const Walks& first : traffic.first_walks) {
    simulated.all += first.all;
    simulated.waits += first.waits;
  }
  return simulated.all > 0 ? simulated.waits / simulated.all : 0;
}

}  // namespace

double share_lost(double distance_bytes, double capacity_bytes, double sharpness) {
  if (distance_bytes <= 0) {
    return 0;
  }
  return 1 / (1 + std::pow(capacity_bytes / distance_bytes, sharpness));
}

double second_cache_bytes(const LaunchTraffic& traffic, const MachineShape& machine, Reuse reuse) {
  return static_cast<double>(machine.core.l2.capacity_bytes) /
         traffic.crowding.at(static_cast<std::size_t>(reuse));
}

void add_traffic(const LaunchTraffic& traffic, const MachineShape& machine, double rounds,
                 const std::string& prefix, LensFeatures& features) {
  Lines l2;
  l2.add(traffic.l1_misses, traffic.l1_misses[load_leading], 1, false);
  put(features, prefix + "l2", l2, rounds);
  features[prefix + "l2_joined"] = rounds * machine.core.waits.joined_load * traffic.joined_loads;
  features[prefix + "l1_conflicts"] = rounds * traffic.l1_conflicts;
  features[prefix + "l2_writeback"] = rounds * traffic.l1_write_backs;
  const auto l2_bytes = static_cast<double>(machine.core.l2.capacity_bytes);
  // Reuse by the group itself was simulated: those lines are lost to the second cache indeed.
  // Longer ways back lead beyond the few groups that were, so that their lines missed whether it
  // holds them or not.
  Capacities of_second{};
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    of_second.at(reuse) = second_cache_bytes(traffic, machine, static_cast<Reuse>(reuse));
  }
  const bool is_shared = machine.shared_cache_bytes != 0;
  put_beyond(features, prefix + "l3", traffic, of_second, 1, is_shared ? rounds : 0, false,
             kSharpness, machine.core.waits.memory);
  // Of the last cache, whoever has it, a launch's lines crowd as all of them do.
  const double last_bytes = std::max(static_cast<double>(machine.shared_cache_bytes), l2_bytes);
  const bool last_crowds = !is_shared || machine.core.waits.last_cache_crowds;
  Capacities of_last{};
  of_last.fill(last_bytes / (last_crowds ? traffic.crowding.back() : 1));
  put_beyond(features, prefix + "dram", traffic, of_last, is_shared ? 0 : 1, rounds, true,
             is_shared ? machine.shared_sharpness : kSharpness, machine.core.waits.memory);

  const double rounds_that_cost = machine.translations_cost ? rounds : 0;
  features[prefix + "tlb_misses"] = rounds_that_cost * traffic.tlb1_misses;
  // Pages that a few groups miss again are lost to their sets, whatever the launch touches.
  double walks = traffic.repeated_walks.all;
  double waits = traffic.repeated_walks.waits;
  const double translated_bytes =
      kTranslationsKept * static_cast<double>(machine.core.tlb2.capacity_bytes);
  const auto share_walked = [translated_bytes](double distance_bytes) {
    return share_lost(distance_bytes, translated_bytes, kTranslationSharpness);
  };
  const double passed = traffic.passed_pages * share_walked(traffic.passed_page_distance_bytes);
  walks += passed;
  waits += passed * waited_part(traffic);
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    const double gone = share_walked(traffic.page_distance_bytes.at(reuse));
    walks += gone * traffic.first_walks.at(reuse).all;
    waits += gone * traffic.first_walks.at(reuse).waits;
  }
  features[prefix + "page_walks"] = rounds_that_cost * walks;
  features[prefix + "walk_waits"] = rounds_that_cost * waits;
}

}  // namespace clgauge::lens
