#include "lens/traffic/launch_traffic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <span>
#include <unordered_map>

#include "base/error.h"
#include "lens/traffic/line_set.h"

namespace clgauge::lens {
namespace {

// What a core has in flight at once: the half of its reorder buffer (224 to 512 micro-operations)
// that its other thread leaves (throughput/simulation.h). Few gathers fill it.
constexpr double kWindowMicroOps = 160;

// What the groups around the judged ones touch.
class Neighbourhood {
 public:
  Neighbourhood(const SampledGroups& sample, std::uint64_t line_bytes)
      : group_(line_bytes), row_(line_bytes), plane_(line_bytes) {
    const std::size_t first = sample.first_counted();
    if (first > 0) {
      group_.add(sample.consecutive[first - 1]);
    }
    for (const AccessTrace& trace : sample.row_before) {
      row_.add(trace);
    }
    for (const AccessTrace& trace : sample.plane_before) {
      plane_.add(trace);
    }
    for (LineSet* set : {&group_, &row_, &plane_}) {
      set->finish();
    }
  }

  [[nodiscard]] Reuse reuse_of(std::uint64_t line) const {
    return group_.holds(line) ? Reuse::group : reuse_beyond_groups(line);
  }

  [[nodiscard]] Reuse reuse_beyond_groups(std::uint64_t line) const {
    return row_.holds(line) ? Reuse::row : plane_.holds(line) ? Reuse::plane : Reuse::none;
  }

 private:
  LineSet group_;
  LineSet row_;
  LineSet plane_;
};

double crowding_of(const std::vector<std::uint64_t>& lines) {
  constexpr std::uint64_t kClasses = CacheShape::kClasses;
  std::array<double, kClasses> by_class{};
  for (const std::uint64_t line : lines) {
    ++by_class.at(line % kClasses);
  }
  double squares = 0;
  for (const double count : by_class) {
    squares += count * count;
  }
  const auto all = static_cast<double>(lines.size());
  // So many lines or fewer crowd nowhere.
  return lines.empty() ? 1 : std::max(1.0, kClasses * (squares - all) / (all * all));
}

constexpr std::size_t index(Reuse reuse) { return static_cast<std::size_t>(reuse); }

LineSet touched_by_judged(const SampledGroups& sample, std::uint64_t line_bytes) {
  LineSet touched(line_bytes);
  for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
    touched.add(sample.consecutive[g]);
  }
  touched.finish();
  return touched;
}

// How many distinct bytes lie between two uses, from the lines (or pages) of the judged groups by
// what they share: a line shared along x is one of its row, a line shared along y is one of its
// column.
std::array<double, kReuses> distances(const SampledGroups& sample, const Neighbourhood& around,
                                      const LineSet& touched, std::uint64_t line_bytes) {
  std::array<double, kReuses> shared{};
  for (const std::uint64_t line : touched.lines()) {
    shared.at(index(around.reuse_of(line))) += touched.times_of(line);
  }
  const auto judged = static_cast<double>(sample.last_judged() - sample.first_counted());
  const auto of_traces = [](const std::vector<AccessTrace>& traces) {
    return static_cast<double>(std::max<std::size_t>(1, traces.size()));
  };
  const double in_x = shared[index(Reuse::group)];
  const double in_y = shared[index(Reuse::row)] / of_traces(sample.row_before);
  const double in_z = shared[index(Reuse::plane)] / of_traces(sample.plane_before);
  const double own = shared[index(Reuse::none)] / judged;
  const auto [nx, ny, nz] = sample.rows_of_data.value_or(
      std::array{static_cast<double>(sample.groups[0]), static_cast<double>(sample.groups[1]),
                 static_cast<double>(sample.groups[2])});
  const auto line = static_cast<double>(line_bytes);
  std::array<double, kReuses> distance{};
  distance[index(Reuse::group)] = line * touched.size() / judged;
  distance[index(Reuse::row)] = line * ((own + in_y + in_z) * nx + in_x);
  distance[index(Reuse::plane)] = line * ((own + in_z) * nx * ny + in_y * nx + in_x * ny);
  distance[index(Reuse::none)] =
      line * (own * nx * ny * nz + in_x * ny * nz + in_y * nx * nz + in_z * nx * ny);
  return distance;
}

// By reuse, of the pages that the judged groups touched: whether a group is the first of its row
// on a page is left to chance, where many groups lie within one.
std::array<double, kReuses> shares_of_new_pages(const Neighbourhood& around, const LineSet& pages) {
  std::array<double, kReuses> shares{};
  for (const std::uint64_t page : pages.lines()) {
    shares.at(index(around.reuse_beyond_groups(page))) += pages.times_of(page) / pages.size();
  }
  return shares;
}

// Lines that the second cache missed, in the order of missing them.
void add_misses(const std::vector<Miss>& misses, const Neighbourhood& around,
                std::uint64_t line_bytes, double of_one, LaunchTraffic& traffic) {
  std::unordered_map<std::uint64_t, std::uint64_t> last;  // by line
  std::map<int, MissedAgain> again;                       // by powers of two
  std::uint64_t now = 0;                                  // in misses
  for (const Miss& miss : misses) {
    const double of_these = of_one * static_cast<double>(miss.times);
    const auto [before, is_new] = last.try_emplace(miss.line, now);
    const std::uint64_t others = now - before->second;
    before->second = now;
    now += miss.times;
    if (is_new) {
      traffic.beyond_l2.at(index(around.reuse_of(miss.line))).at(miss.kind) += of_these;
      continue;
    }
    const auto power = static_cast<int>(std::bit_width(others));
    MissedAgain& alike = again[power];
    alike.distance_bytes = static_cast<double>(line_bytes) * std::ldexp(0.75, power);  // on average
    alike.lines.at(miss.kind) += of_these;
  }
  for (const auto& [power, alike] : again) {
    traffic.missed_again.push_back(alike);
  }
}

}  // namespace

std::size_t SampledGroups::first_counted() const { return consecutive.size() / 2; }

std::size_t SampledGroups::last_judged() const {
  return std::min(consecutive.size(), first_counted() + kJudgedGroups);
}

LaunchTraffic traffic_of(const SampledGroups& sample, const HierarchyShape& shape) {
  if (sample.consecutive.empty()) {
    throw Error(ErrorKind::input, "no work-group was sampled: there is no traffic to count");
  }
  HierarchySimulator simulator(
      shape,
      static_cast<std::uint64_t>(kWindowMicroOps / std::max(1.0, sample.micro_ops_per_access)));
  const std::size_t first = sample.first_counted();
  const std::size_t last_judged = sample.last_judged();
  HierarchyCounts warming;
  HierarchyCounts counts;
  std::vector<Miss> misses;
  for (std::size_t g = 0; g < sample.consecutive.size(); ++g) {
    const bool is_judged = g >= first && g < last_judged;
    HierarchyCounts& sum = g < first ? warming : counts;
    sample.consecutive[g].each_part([&](std::span<const Access> accesses, std::uint64_t times) {
      if (times == 1) {
        return simulator.run(accesses, sum, is_judged ? &misses : nullptr);
      }
      HierarchyCounts part;
      const std::size_t before = misses.size();
      simulator.run(accesses, part, is_judged ? &misses : nullptr);
      sum.add(part, times);
      for (std::size_t i = before; i < misses.size(); ++i) {
        misses[i].times = static_cast<std::uint32_t>(times);
      }
    });
  }

  LaunchTraffic traffic;
  traffic.groups = static_cast<double>(sample.groups[0]) * static_cast<double>(sample.groups[1]) *
                   static_cast<double>(sample.groups[2]);
  const auto per_group = [n = static_cast<double>(sample.consecutive.size() - first) /
                              sample.accesses_of_average](auto count) {
    return static_cast<double>(count) / n;
  };
  traffic.accesses = per_group(counts.accesses);
  traffic.split_accesses = per_group(counts.split_accesses);
  traffic.forwarded_loads = per_group(counts.forwarded_loads);
  traffic.blocked_loads = per_group(counts.blocked_loads);
  traffic.aliased_loads = per_group(counts.aliased_loads);
  traffic.alias_waits = per_group(counts.alias_waits);
  traffic.l1_chained_misses = per_group(counts.l1_chained_misses);
  for (std::size_t kind = 0; kind < kMissKinds; ++kind) {
    traffic.l1_misses.at(kind) = per_group(counts.l1_misses.at(kind));
  }
  traffic.l1_conflicts = per_group(counts.l1_conflicts);
  traffic.l1_write_backs = per_group(counts.l1_write_backs);
  traffic.non_temporal_lines = per_group(counts.non_temporal_lines);
  traffic.tlb1_misses = per_group(counts.tlb1_misses);

  const std::uint64_t line_bytes = shape.l1.line_bytes;
  const Neighbourhood around(sample, line_bytes);
  const double of_one = sample.accesses_of_average / static_cast<double>(last_judged - first);
  add_misses(misses, around, line_bytes, of_one, traffic);
  LineSet stored(line_bytes);
  for (std::size_t g = first; g < last_judged; ++g) {
    stored.add_stores(sample.consecutive[g]);
  }
  stored.finish();
  for (const std::uint64_t line : stored.lines()) {
    traffic.written.at(index(around.reuse_of(line))) += of_one * stored.times_of(line);
  }
  const LineSet touched = touched_by_judged(sample, line_bytes);
  traffic.distance_bytes = distances(sample, around, touched, line_bytes);
  for (double& distance : traffic.distance_bytes) {
    distance = std::min(distance, sample.most_bytes);
  }
  traffic.crowding = crowding_of(touched.lines());
  const std::uint64_t page_bytes = shape.tlb1.line_bytes;
  const Neighbourhood pages_around(sample, page_bytes);
  const LineSet pages = touched_by_judged(sample, page_bytes);
  traffic.page_distance_bytes = distances(sample, pages_around, pages, page_bytes);
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    // The few groups may end before their pages do.
    double& distance = traffic.page_distance_bytes.at(reuse);
    distance = std::max(distance, traffic.distance_bytes.at(reuse));
  }
  const auto walks = [&per_group](const PageWalks& counted, double share) {
    return Walks{share * per_group(counted.all), share * per_group(counted.leading)};
  };
  traffic.repeated_walks = walks(counts.repeated_walks, 1);
  const std::array<double, kReuses> shares = shares_of_new_pages(pages_around, pages);
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    traffic.first_walks.at(reuse) = walks(counts.first_walks, shares.at(reuse));
  }
  return traffic;
}

}  // namespace clgauge::lens
