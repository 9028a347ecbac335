#include "lens/traffic/launch_traffic.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "base/error.h"
#include "lens/traffic/counted_beside.h"
#include "lens/traffic/line_set.h"
#include "lens/traffic/missed_lines.h"
#include "lens/traffic/neighbourhood.h"
#include "lens/traffic/reuse_distances.h"
#include "lens/traffic/simulated_groups.h"

namespace clgauge::lens {
namespace {

// The lines that the judged groups store to: each counts for one of the parts that do.
void add_written(const SampledGroups& sample, const CodeParts& parts, const Neighbourhood& around,
                 const LineSet& stored, std::uint64_t line_bytes, double of_one,
                 std::vector<LaunchTraffic>& traffic) {
  std::vector<AccessTrace> stores_of(parts.count == 1 ? 0 : parts.count);
  for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
    for (std::size_t i = 0; parts.count > 1 && i < sample.consecutive[g].size(); ++i) {
      const Access& access = sample.consecutive[g][i];
      if (access.is_store) {
        stores_of[parts.of_instruction.at(access.instruction)].push_back(access);
      }
    }
  }
  std::vector<LineSet> own;  // by part
  for (const AccessTrace& stores : stores_of) {
    own.emplace_back(line_bytes);
    own.back().add_stores(stores);
    own.back().finish();
  }
  for (const std::uint64_t line : stored.lines()) {
    const auto part = std::find_if(own.begin(), own.end(),
                                   [line](const LineSet& set) { return set.holds(line); });
    traffic[part == own.end() ? 0 : static_cast<std::size_t>(part - own.begin())].written.at(
        index(around.reuse_of(line))) += of_one * stored.times_of(line);
  }
}

void add_counts(const HierarchyCounts& counts, double groups, LaunchTraffic& traffic) {
  const auto per_group = [groups](auto count) { return static_cast<double>(count) / groups; };
  traffic.accesses = per_group(counts.accesses);
  traffic.split_accesses = per_group(counts.split_accesses);
  traffic.forwarded_loads = per_group(counts.forwarded_loads);
  traffic.blocked_loads = per_group(counts.blocked_loads);
  traffic.blocked_waits = per_group(counts.blocked_waits);
  traffic.aliased_loads = per_group(counts.aliased_loads);
  traffic.l1_chained_misses = per_group(counts.l1_chained_misses);
  for (std::size_t kind = 0; kind < kMissKinds; ++kind) {
    traffic.l1_misses.at(kind) = per_group(counts.l1_misses.at(kind));
  }
  traffic.joined_loads = per_group(counts.joined_loads);
  traffic.l1_conflicts = per_group(counts.l1_conflicts);
  traffic.replayed_lane_cycles = per_group(counts.replayed_lane_cycles);
  traffic.l1_write_backs = per_group(counts.l1_write_backs);
  traffic.non_temporal_lines = per_group(counts.non_temporal_lines);
  traffic.tlb1_misses = per_group(counts.tlb1_misses);
}

void add_walks(const HierarchyCounts& counts, double groups,
               const std::array<double, kReuses>& shares, LaunchTraffic& traffic) {
  const auto walks = [groups](const PageWalks& counted, double share) {
    return Walks{share * (static_cast<double>(counted.all) / groups),
                 share * (counted.leading / groups)};
  };
  traffic.repeated_walks = walks(counts.repeated_walks, 1);
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    traffic.first_walks.at(reuse) = walks(counts.first_walks, shares.at(reuse));
  }
}

}  // namespace

double SampledGroups::cycles_per_access() const {
  return std::max(1.0, micro_ops_per_access) * cycles_per_micro_op;
}

std::size_t SampledGroups::first_counted() const { return consecutive.size() / 2; }

std::size_t SampledGroups::last_judged() const {
  return std::min(consecutive.size(), first_counted() + kJudgedGroups);
}

LaunchTraffic traffic_of(const SampledGroups& sample, const HierarchyShape& shape,
                         SecondThread* second) {
  return traffic_of_parts(sample, shape, {}, second).front();
}

std::vector<LaunchTraffic> traffic_of_parts(const SampledGroups& sample,
                                            const HierarchyShape& shape, const CodeParts& parts,
                                            SecondThread* second) {
  if (sample.consecutive.empty()) {
    throw Error(ErrorKind::input, "no work-group was sampled: there is no traffic to count");
  }
  LaunchTraffic shared;
  shared.groups = sample.all_groups();
  const std::uint64_t line_bytes = shape.l1.line_bytes;
  const std::uint64_t page_bytes = shape.tlb1.line_bytes;
  if (page_bytes == 0 || page_bytes % line_bytes != 0) {
    throw Error(ErrorKind::input, "pages are whole lines");
  }
  const AccessTrace warming = warming_of(sample, line_bytes);
  std::optional<Neighbourhood> pages_around;
  LineSet pages(page_bytes);
  CountedBeside beside(sample, shape, warming, parts.count == 1 ? second : nullptr);
  GroupSimulation simulation(sample, shape, beside.counts_conflicts());
  simulation.warm(warming);  // meanwhile those are counted
  const Neighbourhood& around = beside.around();
  const TouchedLines& of_judged = beside.touched();
  const LineSet& touched = of_judged.lines;
  shared.distance_bytes = distances(sample, around, touched, line_bytes);
  for (double& distance : shared.distance_bytes) {
    distance = std::min(distance, sample.most_bytes);
  }
  shared.crowding = crowding_of(sample, of_judged, shared.distance_bytes[index(Reuse::none)]);
  // What the second cache has kept since the row, or the plane, of groups before.
  const auto keeps = [&](Reuse reuse) {
    return shared.distance_bytes[index(reuse)] <
           static_cast<double>(shape.l2.capacity_bytes) / shared.crowding[index(reuse)];
  };
  const bool keeps_rows = keeps(Reuse::row);
  const bool keeps_planes = keeps(Reuse::plane);
  std::function<bool(std::uint64_t)> is_kept;
  if (keeps_rows || keeps_planes) {
    is_kept = [&around, keeps_rows, keeps_planes](std::uint64_t line) {
      const Reuse reuse = around.reuse_beyond_groups(line);
      return reuse == Reuse::row ? keeps_rows : reuse == Reuse::plane && keeps_planes;
    };
  }
  pages_around = around.pages(page_bytes);
  pages = touched.larger(page_bytes);
  beside.know_pages(*pages_around, pages);
  SimulatedParts simulated = simulation.run(parts, std::move(is_kept));
  beside.finish();
  simulated.counts.front().add(beside.conflicts(), 1);  // none, where the simulation counts them
  shared.page_distance_bytes = distances(sample, *pages_around, pages, page_bytes);
  // All pages that buffers lie in: they begin and end in the midst of one.
  const double most_bytes =
      sample.most_bytes + static_cast<double>(page_bytes * (sample.buffers.size() + 1));
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    // The few groups may end before their pages do.
    double& distance = shared.page_distance_bytes.at(reuse);
    distance = std::max(std::min(distance, most_bytes), shared.distance_bytes.at(reuse));
  }

  shared.passed_pages = beside.passed().passed;
  shared.passed_page_distance_bytes = beside.passed().distance_bytes;

  std::vector<LaunchTraffic> traffic(parts.count, shared);
  const std::size_t first = sample.first_counted();
  const double groups =
      static_cast<double>(sample.consecutive.size() - first) / sample.accesses_of_average;
  const std::array<double, kReuses> shares = shares_of_new_pages(*pages_around, pages);
  for (std::size_t part = 0; part < parts.count; ++part) {
    add_counts(simulated.counts[part], groups, traffic[part]);
    add_walks(simulated.counts[part], groups, shares, traffic[part]);
  }
  const double of_one =
      sample.accesses_of_average / static_cast<double>(sample.last_judged() - first);
  add_misses(sample, simulated, around,
             rounds_of(sample, around, touched, simulated.misses, line_bytes), shape, of_one,
             traffic);
  add_written(sample, parts, around, beside.stored(), line_bytes, of_one, traffic);
  return traffic;
}

}  // namespace clgauge::lens
