#include "lens/launch/group_averages.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace clgauge::lens {
namespace {

void add(std::vector<double>& sums, const std::vector<std::uint64_t>& counts, double weight) {
  sums.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sums[i] += weight * static_cast<double>(counts[i]);
  }
}

}  // namespace

double mean_accesses(std::span<const WalkedGroup> evaluated) {
  return mean(evaluated, [](const auto& group) { return group.record.counts.all; });
}

const WalkedGroup& typical_of(std::span<const WalkedGroup> groups) {
  const double average = mean(groups, [](const auto& group) { return group.work(); });
  const auto distance = [&](const WalkedGroup& group) {
    const auto work = static_cast<double>(group.work());
    return std::pair(std::abs(std::log((work + 1) / (average + 1))), -work);
  };
  return *std::min_element(groups.begin(), groups.end(),
                           [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

const WalkedGroup& group_of_most_work(std::span<const WalkedGroup> evaluated) {
  return *std::max_element(evaluated.begin(), evaluated.end(),
                           [](const auto& a, const auto& b) { return a.work() < b.work(); });
}

void average(std::span<const WalkedGroup> evaluated, LaunchSample& sample) {
  const auto mean_of = [&](const auto& value_of) { return mean(evaluated, value_of); };
  sample.instructions = mean_of([](const auto& group) { return group.counts.instructions; });
  sample.gather_lanes = mean_of([](const auto& group) { return group.record.counts.gather_lanes; });
  sample.scatter_lanes =
      mean_of([](const auto& group) { return group.record.counts.scatter_lanes; });
  sample.stack_loads = mean_of([](const auto& group) { return group.record.counts.stack_loads; });
  sample.stray_faults = mean_of([](const auto& group) { return group.record.counts.stray_faults; });
  sample.far_faults = mean_of([](const auto& group) { return group.record.counts.far_faults; });
  sample.locked = mean_of([](const auto& group) { return group.record.counts.updates; });
  double weights = 0;
  for (const WalkedGroup& group : evaluated) {
    weights += group.weight;
  }
  for (const WalkedGroup& group : evaluated) {
    sample.denormals.add(group.counts, group.weight / weights);
    add(sample.passes.blocks, group.counts.block_counts, group.weight);
    add(sample.passes.edges, group.counts.edge_counts, group.weight);
    for (const auto& [symbol, calls] : group.counts.runtime_calls) {
      sample.runtime_calls[symbol] += group.weight * static_cast<double>(calls);
    }
    sample.call_sites.insert(group.counts.call_sites.begin(), group.counts.call_sites.end());
  }
  for (std::vector<double>* sums : {&sample.passes.blocks, &sample.passes.edges}) {
    for (double& sum : *sums) {
      sum /= weights;
    }
  }
  for (auto& [symbol, calls] : sample.runtime_calls) {
    calls /= weights;
  }
}

std::vector<GroupWork> work_by_place(std::span<const WalkedGroup> surveyed,
                                     const GroupOrder& order) {
  std::vector<GroupWork> work;
  for (const WalkedGroup& group : surveyed) {
    work.push_back({order.place_of(group.id), static_cast<double>(group.work())});
  }
  std::ranges::sort(work, {}, &GroupWork::place);
  const bool has_lone_first =
      std::ranges::any_of(surveyed, [](const WalkedGroup& group) { return group.weight != 1; });
  if (has_lone_first && work.size() > 1) {  // it stands for itself alone
    work.insert(work.begin() + 1, {1, work[1].work});
  }
  return work;
}

Contention contention_of(std::span<const WalkedGroup> spread, const GroupOrder& order) {
  double all = 0;
  double contended = 0;
  std::map<std::uint64_t, double> by_line;
  std::map<std::uint64_t, std::set<std::uint64_t>> cores;  // by line
  for (const WalkedGroup& group : spread) {
    const std::uint64_t core = order.core_of(group.id);
    for (const auto& [line, count] : group.record.counts.updates_by_line) {
      cores[line].insert(core);
    }
  }
  for (const WalkedGroup& group : spread) {
    all += group.record.counts.updates;
    for (const auto& [line, count] : group.record.counts.updates_by_line) {
      if (cores[line].size() > 1) {
        contended += count;
        by_line[line] += count;
      }
    }
  }
  double squares = 0;
  for (const auto& [line, count] : by_line) {
    squares += count * count;
  }
  return contended > 0 ? Contention{contended / all, contended * contended / squares}
                       : Contention{};
}

double updates_of_visit(std::span<const WalkedGroup> groups) {
  double updates = 0;
  double visits = 0;
  for (const WalkedGroup& group : groups) {
    for (const auto& [line, count] : group.record.counts.updates_by_line) {
      updates += group.weight * count;
    }
    visits += group.weight * group.record.counts.visits;
  }
  return visits > 0 ? updates / visits : 1;
}

}  // namespace clgauge::lens
