#include "lens/traffic/missed_lines.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace clgauge::lens {
namespace {

// Of each miss how many were missed since its line was missed before; none where it was not.
std::vector<std::optional<std::uint64_t>> missed_since(const std::vector<Miss>& misses) {
  std::unordered_map<std::uint64_t, std::uint64_t> last;  // by line
  std::vector<std::optional<std::uint64_t>> since;
  since.reserve(misses.size());
  std::uint64_t now = 0;  // in misses
  for (const Miss& miss : misses) {
    const auto [before, is_new] = last.try_emplace(miss.line, now);
    since.push_back(is_new ? std::nullopt : std::optional(now - before->second));
    before->second = now;
    now += miss.times;
  }
  return since;
}

// Lines that a core waits for together keep it waiting for as long as the one from farthest away
// takes: that one leads.
void let_farthest_lead(const std::vector<double>& distance_bytes, std::vector<Miss>& misses) {
  Miss* leader = nullptr;
  double leads_from = 0;
  for (std::size_t i = 0; i < misses.size(); ++i) {
    Miss& miss = misses[i];
    const double distance = distance_bytes[i];
    if (miss.kind == load_overlapped && leader != nullptr && distance > leads_from) {
      std::swap(miss.kind, leader->kind);
    }
    if (miss.kind == load_leading) {
      leader = &miss;
      leads_from = distance;
    }
  }
}

// What a core waits for at once: from the first line until its window is full.
struct WaitingWindow {
  std::uint64_t until = 0;
  std::uint32_t part = 0;
  double times = 0;     // that it stands for
  double computed = 0;  // meanwhile, of a wait
  double left = 0;      // of it by prefetchers
  double gathered = 0;  // lines
  double loaded = 0;
};

// Gathered lines come one by one, each counted for itself (f_lens_dram_gathered): what of the wait
// is left when they are there.
double waits_of(const WaitingWindow& window, const MemoryWaits& memory) {
  constexpr double kLinesOfWait = 16;  // take as long as it
  if (!memory.are_known()) {
    return window.times *
           (window.loaded > 0 ? 1 : std::max(0.0, 1 - window.gathered / kLinesOfWait));
  }
  // What loads take, the same for each, comes on top of the wait for the first one.
  const double busy = window.gathered / memory.lines + window.computed;
  return window.times * window.left * std::max(0.0, 1 - busy);
}

// What a core computes while a load waits so, in cycles: behind one of a chain, nothing.
double cycles_meanwhile(const Wait& wait, double cycles_per_access) {
  return wait.is_chained ? 0 : static_cast<double>(wait.window) * cycles_per_access;
}

// What is left of the core's wait for the last cache, of a line that leads.
double near_wait(const Miss& miss, double cycles_per_access, const LastCacheWaits& waits) {
  if (miss.kind != load_leading && miss.kind != load_gathered_leading) {
    return 0;
  }
  return std::max(0.0, 1 - cycles_meanwhile(miss.wait, cycles_per_access) / waits.cycles) *
         (miss.kind == load_gathered_leading ? waits.of_gather : 1) *
         (miss.is_beside_missed ? waits.beside_missed : 1);
}

// Counts the lines that a core waits for among those that come from about as far away as one
// another, or farther. Where much work waits for a line from near by it fills the core's window
// soon, but that line is there soon, too, and takes nothing from the window behind a line from
// memory.
void add_far_waits(const SimulatedParts& simulated, const std::vector<Miss>& misses,
                   const std::vector<double>& distance_bytes, double of_one,
                   const MemoryWaits& memory, double cycles_per_access,
                   std::vector<LaunchTraffic>& traffic) {
  const auto level_of = [&](std::size_t miss) {  // powers of two
    return std::ilogb(std::max(distance_bytes[miss], 1.0));
  };
  std::map<int, double> levels;
  for (std::size_t i = 0; i < misses.size(); ++i) {
    if (misses[i].waits()) {
      levels.try_emplace(level_of(i), distance_bytes[i]);
    }
  }
  for (const auto& [level, distance] : levels) {
    for (LaunchTraffic& part : traffic) {
      part.far_waits.push_back({distance, 0});
    }
    WaitingWindow window;
    const auto close = [&] {
      traffic[window.part].far_waits.back().waits += of_one * waits_of(window, memory);
    };
    for (std::size_t i = 0; i < misses.size(); ++i) {
      if (!misses[i].waits() || level_of(i) < level) {
        continue;
      }
      const Wait& wait = misses[i].wait;
      if (!wait.is_chained && wait.called_at < window.until) {
        window.until = std::min(window.until, wait.now + wait.window);
      } else {
        close();
        window = {
            wait.now + wait.window, simulated.part_of_miss(i), static_cast<double>(misses[i].times),
            memory.cycles == 0 ? 0 : cycles_meanwhile(wait, cycles_per_access) / memory.cycles};
      }
      window.left = std::max(window.left, wait.part);
      ++(misses[i].kind == load_gathered ? window.gathered : window.loaded);
    }
    close();
  }
}

// Those of lines whose stride is followed late.
void add_late_waits(const SimulatedParts& simulated, const std::vector<Miss>& misses,
                    const std::vector<double>& distance_bytes, double of_one,
                    std::vector<LaunchTraffic>& traffic) {
  std::map<std::pair<std::uint32_t, double>, double> waits;  // by part and distance
  for (std::size_t i = 0; i < misses.size(); ++i) {
    if (misses[i].late > 0) {
      waits[{simulated.part_of_miss(i), distance_bytes[i]}] +=
          of_one * static_cast<double>(misses[i].times) * misses[i].late;
    }
  }
  for (const auto& [of, count] : waits) {
    traffic[of.first].late_waits.push_back({of.second, count});
  }
}

void add_chained_misses(const SimulatedParts& simulated,
                        const std::vector<std::optional<std::uint64_t>>& since,
                        const std::vector<double>& distance_bytes, double of_one,
                        std::vector<LaunchTraffic>& traffic) {
  std::map<std::tuple<std::uint32_t, bool, double>, double>
      loads;  // by part, if lost, and distance
  for (std::size_t i = 0; i < simulated.misses.size(); ++i) {
    const Miss& miss = simulated.misses[i];
    if (miss.chained > 0) {
      loads[{simulated.part_of_miss(i), since[i].has_value(), since[i] ? 0 : distance_bytes[i]}] +=
          of_one * static_cast<double>(miss.times) * miss.chained;
    }
  }
  for (const auto& [of, count] : loads) {
    const auto& [part, is_lost, distance] = of;
    traffic[part].l2_chained_misses.push_back({count, distance, is_lost});
  }
}

// How long ago the lines were used that were missed.
std::vector<double> distances_of(const std::vector<Miss>& misses,
                                 const std::vector<std::optional<std::uint64_t>>& since,
                                 const Neighbourhood& around, std::uint64_t line_bytes,
                                 const std::array<double, kReuses>& distance_bytes) {
  std::vector<double> distances;
  distances.reserve(misses.size());
  for (std::size_t i = 0; i < misses.size(); ++i) {
    distances.push_back(since[i] ? static_cast<double>(line_bytes * *since[i])
                                 : distance_bytes.at(index(around.reuse_of(misses[i].line))));
  }
  return distances;
}

// How long ago the line of this miss was used; `of_launch`, if that was not in this launch.
double distance_of_round(const BufferRound& round, double miss, double of_launch) {
  constexpr double kGoldenRatio = 0.6180339887498949;  // spreads evenly, whatever comes in between
  double unused = 0;
  const double chance =
      round.distance_bytes.size() == 1 ? 0.5 : std::modf(miss * kGoldenRatio, &unused);
  if (chance < round.share_of_first) {
    return of_launch;
  }
  const double again = (chance - round.share_of_first) / (1 - round.share_of_first);
  return round.distance_bytes[static_cast<std::size_t>(
      again * static_cast<double>(round.distance_bytes.size()))];
}

void add_unforeseen_loads(const std::vector<Miss>& misses,
                          const std::vector<std::optional<std::uint64_t>>& since,
                          const std::vector<double>& distance_bytes, double of_one,
                          LaunchTraffic& traffic) {
  std::map<std::tuple<std::uint32_t, bool, int>, UnforeseenLoads> alike;  // and a power of two
  for (std::size_t i = 0; i < misses.size(); ++i) {
    if (misses[i].is_unforeseen) {
      const int level = std::ilogb(std::max(distance_bytes[i], 1.0));
      UnforeseenLoads& loads = alike[{misses[i].instruction, since[i].has_value(), level}];
      loads.instruction = misses[i].instruction;
      loads.is_lost = since[i].has_value();
      loads.distance_bytes = std::max(loads.distance_bytes, distance_bytes[i]);
      loads.loads += of_one * static_cast<double>(misses[i].times);
    }
  }
  for (const auto& [key, loads] : alike) {
    traffic.unforeseen_loads.push_back(loads);
  }
}

}  // namespace

void add_misses(const SampledGroups& sample, const SimulatedParts& simulated,
                const Neighbourhood& around, const std::vector<BufferRound>& rounds,
                const HierarchyShape& shape, double of_one, std::vector<LaunchTraffic>& traffic) {
  const std::uint64_t line_bytes = shape.l1.line_bytes;
  std::vector<Miss> misses = simulated.misses;
  const std::vector<std::optional<std::uint64_t>> since = missed_since(misses);
  std::vector<double> distances =
      distances_of(misses, since, around, line_bytes, traffic.front().distance_bytes);
  let_farthest_lead(distances, misses);
  const double cycles_per_access = sample.cycles_per_access();
  std::map<std::pair<std::uint32_t, int>, MissedAgain> again{};  // by part and powers of two
  // By part, buffer and distance.
  std::map<std::tuple<std::uint32_t, std::size_t, std::size_t>, MissedAgain> next_rounds{};
  std::vector<double> missed_of_buffer(rounds.size());
  for (std::size_t i = 0; i < misses.size(); ++i) {
    const Miss& miss = misses[i];
    const std::uint32_t part = simulated.part_of_miss(i);
    const double of_these = of_one * static_cast<double>(miss.times);
    const double near_waits = of_these * near_wait(miss, cycles_per_access, shape.waits.last_cache);
    if (!since[i]) {
      const Reuse reuse = around.reuse_of(miss.line);
      double share_of_first = 1;
      if (reuse == Reuse::none) {
        const std::size_t buffer = buffer_of(sample.buffers, miss.line * line_bytes);
        const BufferRound& round = rounds[buffer];
        share_of_first = round.share_of_first;
        const std::size_t turns = round.distance_bytes.size();
        for (std::size_t turn = 0; turn < turns; ++turn) {
          MissedAgain& next = next_rounds[{part, buffer, turn}];
          next.distance_bytes = round.distance_bytes[turn];
          const double of_turn = (1 - share_of_first) / static_cast<double>(turns);
          next.lines.at(miss.kind) += of_turn * of_these;
          next.near_waits += of_turn * near_waits;
        }
        if (turns > 0) {
          distances[i] = distance_of_round(round, missed_of_buffer[buffer]++, distances[i]);
        }
      }
      traffic[part].beyond_l2.at(index(reuse)).at(miss.kind) += share_of_first * of_these;
      traffic[part].near_waits.at(index(reuse)) += share_of_first * near_waits;
      continue;
    }
    const auto power = static_cast<int>(std::bit_width(*since[i]));
    MissedAgain& alike = again[{part, power}];
    alike.is_lost = true;
    alike.distance_bytes = static_cast<double>(line_bytes) * std::ldexp(0.75, power);  // on average
    alike.lines.at(miss.kind) += of_these;
    alike.near_waits += near_waits;
  }
  if (traffic.size() == 1) {
    add_unforeseen_loads(misses, since, distances, of_one, traffic.front());
  }
  add_far_waits(simulated, misses, distances, of_one, shape.waits.memory, cycles_per_access,
                traffic);
  add_late_waits(simulated, misses, distances, of_one, traffic);
  add_chained_misses(simulated, since, distances, of_one, traffic);
  for (const auto& [of, alike] : again) {
    traffic[of.first].missed_again.push_back(alike);
  }
  for (const auto& [of, next] : next_rounds) {
    traffic[std::get<0>(of)].missed_again.push_back(next);
  }
}

}  // namespace clgauge::lens
