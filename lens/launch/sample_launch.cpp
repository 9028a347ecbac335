#include "lens/launch/sample_launch.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace clgauge::lens {
namespace {

using GroupId = std::array<std::uint64_t, 3>;

// Keeps a group's accesses as the caches see them, and counts those of special kinds.
class Recorder : public AccessSink {
 public:
  explicit Recorder(const std::vector<InstructionKind>& kinds) : kinds_(kinds) {}

  void consume(std::span<const MemoryAccess> accesses) override {
    std::size_t next = trace.size();
    trace.resize(next + accesses.size());
    std::uint64_t own_loads = 0;
    for (const MemoryAccess& access : accesses) {
      const InstructionKind kind = kinds_[access.instruction];
      Access& kept = trace[next++];
      kept.address = access.address;
      kept.bytes = access.bytes;
      kept.is_store = access.is_store;
      kept.is_non_temporal = kind == InstructionKind::non_temporal_store;
      const bool is_own =
          access.region == MemoryRegion::stack || access.region == MemoryRegion::local;
      own_loads += is_own && !access.is_store ? 1 : 0;
      if (kind != InstructionKind::plain) {
        gather_lanes += kind == InstructionKind::gather ? 1 : 0;
        scatter_lanes += kind == InstructionKind::scatter ? 1 : 0;
        locked += kind == InstructionKind::locked && access.is_store ? 1 : 0;
      }
    }
    stack_loads += static_cast<double>(own_loads);
  }

  AccessTrace trace;
  double gather_lanes = 0;
  double scatter_lanes = 0;
  double locked = 0;
  double stack_loads = 0;

 private:
  const std::vector<InstructionKind>& kinds_;
};

struct EvaluatedGroup {
  GroupId id{};
  GroupTrace counts;
  Recorder record;

  [[nodiscard]] std::uint64_t work() const { return record.trace.size() + counts.instructions / 4; }
};

GroupId group_at(std::uint64_t number, const GroupId& groups) {
  return {number % groups[0], number / groups[0] % groups[1], number / groups[0] / groups[1]};
}

void add(std::vector<double>& sums, const std::vector<std::uint64_t>& counts) {
  sums.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sums[i] += static_cast<double>(counts[i]);
  }
}

void average(const std::vector<EvaluatedGroup>& evaluated, std::size_t first,
             LaunchSample& sample) {
  for (std::size_t g = first; g < evaluated.size(); ++g) {
    const EvaluatedGroup& group = evaluated[g];
    add(sample.passes.blocks, group.counts.block_counts);
    add(sample.passes.edges, group.counts.edge_counts);
    sample.instructions += static_cast<double>(group.counts.instructions);
    sample.gather_lanes += group.record.gather_lanes;
    sample.scatter_lanes += group.record.scatter_lanes;
    sample.locked += group.record.locked;
    sample.stack_loads += group.record.stack_loads;
    for (const auto& [symbol, calls] : group.counts.runtime_calls) {
      sample.runtime_calls[symbol] += static_cast<double>(calls);
    }
  }
  const auto counted = static_cast<double>(evaluated.size() - first);
  for (std::vector<double>* sums : {&sample.passes.blocks, &sample.passes.edges}) {
    for (double& sum : *sums) {
      sum /= counted;
    }
  }
  for (double* sum : {&sample.instructions, &sample.gather_lanes, &sample.scatter_lanes,
                      &sample.locked, &sample.stack_loads}) {
    *sum /= counted;
  }
  for (auto& [symbol, calls] : sample.runtime_calls) {
    calls /= counted;
  }
}

}  // namespace

LaunchSample sample_launch(const std::vector<InstructionKind>& kinds, const GroupId& groups,
                           const EvaluateGroup& evaluate, const SamplingBudget& budget) {
  const std::uint64_t count = groups[0] * groups[1] * groups[2];
  if (count == 0) {
    throw Error(ErrorKind::input, "a launch without work-groups has nothing to look at");
  }
  std::size_t expected_accesses = 0;  // as many as the group before made
  const auto run = [&](const GroupId& id) {
    EvaluatedGroup group{id, {}, Recorder(kinds)};
    group.record.trace.reserve(expected_accesses);
    group.counts = evaluate(id, group.record);
    expected_accesses = group.record.trace.size();
    return group;
  };

  // From the middle on, where no group meets an edge of the grid; small launches from the start.
  const std::uint64_t middle =
      groups[0] / 2 + groups[0] * (groups[1] / 2 + groups[1] * (groups[2] / 2));
  const std::uint64_t most = std::min<std::uint64_t>(budget.most_groups, count);
  std::vector<EvaluatedGroup> evaluated;
  std::uint64_t work = 0;
  for (std::uint64_t k = std::min(middle, count - most); k < count; ++k) {
    if (evaluated.size() >= most || (evaluated.size() >= 2 && work >= budget.work)) {
      break;
    }
    evaluated.push_back(run(group_at(k, groups)));
    work += evaluated.back().work();
  }

  LaunchSample sample;
  sample.groups.groups = groups;
  const std::size_t first = evaluated.size() / 2;
  average(evaluated, first, sample);
  const std::size_t last = std::min(evaluated.size(), first + SampledGroups::kJudgedGroups);
  const auto neighbours = [&](unsigned dimension, std::vector<AccessTrace>& traces) {
    std::uint64_t spent = 0;
    for (std::size_t g = first; g < last && spent < budget.work; ++g) {
      GroupId id = evaluated[g].id;
      if (id.at(dimension) > 0) {
        --id.at(dimension);
        EvaluatedGroup neighbour = run(id);
        spent += neighbour.work();
        traces.push_back(std::move(neighbour.record.trace));
      }
    }
  };
  neighbours(1, sample.groups.row_before);
  neighbours(2, sample.groups.plane_before);
  double accesses = 0;
  for (std::size_t g = first; g < evaluated.size(); ++g) {
    accesses += static_cast<double>(evaluated[g].record.trace.size());
  }
  accesses /= static_cast<double>(evaluated.size() - first);
  sample.groups.instructions_per_access = sample.instructions / std::max(1.0, accesses);
  for (EvaluatedGroup& group : evaluated) {
    sample.groups.consecutive.push_back(std::move(group.record.trace));
  }
  return sample;
}

}  // namespace clgauge::lens
