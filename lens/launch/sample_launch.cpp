#include "lens/launch/sample_launch.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "base/radical_inverse.h"
#include "lens/launch/data_rows.h"
#include "lens/launch/forwarded_loads.h"
#include "lens/launch/suppressed_faults.h"
#include "lens/launch/whole_lines.h"
#include "lens/throughput/mispredictions.h"

namespace clgauge::lens {
namespace {

using GroupId = std::array<std::uint64_t, 3>;

constexpr std::uint64_t kLineBytes = 64;  // what cores take from one another
constexpr std::uint64_t kMuchMore = 2;    // times
// A load of 64 bytes takes as long over a page that is not there as two of 32 (Zen 4).
constexpr unsigned kLoadedTogether = 32;

// Keeps a group's accesses as the caches see them, and counts those of special kinds.
class Recorder : public AccessSink {
 public:
  // Numbers of accesses, of stretches of rounds that were skipped, too.
  struct Counts {
    std::uint64_t all = 0;
    double gather_lanes = 0;
    double scatter_lanes = 0;
    double stack_loads = 0;
    double suppressed_faults = 0;
    double updates = 0;                                         // atomic ones
    std::unordered_map<std::uint64_t, double> updates_by_line;  // those that other groups may see

    // Adds `times` what has come since `before`.
    void repeat(const Counts& before, double times) {
      const auto add = [times](double& count, double then) { count += times * (count - then); };
      all += static_cast<std::uint64_t>(times) * (all - before.all);
      add(gather_lanes, before.gather_lanes);
      add(scatter_lanes, before.scatter_lanes);
      add(stack_loads, before.stack_loads);
      add(suppressed_faults, before.suppressed_faults);
      add(updates, before.updates);
      for (auto& [line, count] : updates_by_line) {
        const auto then = before.updates_by_line.find(line);
        add(count, then == before.updates_by_line.end() ? 0 : then->second);
      }
    }
  };

  Recorder(const SampledCode& code, BufferEnds& ends, bool keeps_trace)
      : forwarded(code.kinds.size()), code_(&code), ends_(&ends), keeps_trace_(keeps_trace) {}

  void consume(std::span<const MemoryAccess> accesses) override {
    std::size_t next = trace.size();
    trace.resize(next + (keeps_trace_ ? accesses.size() : 0));
    std::uint64_t own_loads = 0;
    for (const MemoryAccess& access : accesses) {
      const InstructionKind kind = code_->kinds.at(access.instruction);
      if (keeps_trace_) {
        Access& kept = trace[next++];
        kept.address = access.address;
        kept.bytes = access.bytes;
        kept.instruction = access.instruction;
        kept.is_store = access.is_store;
        kept.is_non_temporal = kind == InstructionKind::non_temporal_store;
        kept.is_masked = kind == InstructionKind::masked_store;
        kept.is_gathered = kind == InstructionKind::gather || kind == InstructionKind::scatter;
      }
      const bool is_own =
          access.region == MemoryRegion::stack || access.region == MemoryRegion::local;
      own_loads += is_own && !access.is_store ? 1 : 0;
      if (access.region == MemoryRegion::buffer) {
        ends_->see(access.address, access.bytes, access.is_store);
      }
      if (kind == InstructionKind::plain) {
        forwarded.see(access);
      } else {
        count_special(access, kind, is_own);
      }
    }
    counts.stack_loads += static_cast<double>(own_loads);
    counts.all += accesses.size();
    given += accesses.size();
  }

  void cover(std::uint64_t address, unsigned bytes, bool is_store) override {
    const unsigned together = is_store ? bytes : kLoadedTogether;
    for (unsigned at = 0; at < bytes; at += together) {
      const unsigned part = std::min(bytes - at, together);
      counts.suppressed_faults += code_->memory.holds(address + at, part) ? 0 : 1;
    }
    if (keeps_trace_ && is_store) {
      Access& kept = trace.emplace_back();
      kept.address = address;
      kept.bytes = bytes;
      kept.is_cover = true;
    }
  }

  std::size_t mark_rounds() override {
    marks_.push_back({trace.size(), counts});
    return marks_.size() - 1;
  }

  unsigned longer_stretches(std::size_t first, std::size_t last) override {
    const std::size_t begin = marks_[first].trace_size;
    return stretches_to_whole_lines(trace, begin, marks_[last].trace_size);
  }

  void repeat(std::size_t first, std::size_t last, std::uint64_t times) override {
    counts.repeat(marks_[first].counts, static_cast<double>(times));
    if (keeps_trace_) {
      trace.repeated.push_back({marks_[first].trace_size, marks_[last].trace_size, times});
    }
  }

  void restart() override { *this = Recorder(*code_, *ends_, keeps_trace_); }

  AccessTrace trace;
  ForwardedLoads forwarded;
  Counts counts;
  std::size_t given = 0;  // accesses that were not skipped

 private:
  void count_special(const MemoryAccess& access, InstructionKind kind, bool is_own) {
    counts.gather_lanes += kind == InstructionKind::gather ? 1 : 0;
    counts.scatter_lanes += kind == InstructionKind::scatter ? 1 : 0;
    if (kind == InstructionKind::locked && access.is_store) {
      ++counts.updates;
      // Local memory is each group's own, wherever it lies.
      if (!is_own) {
        ++counts.updates_by_line[access.address / kLineBytes];
      }
    }
  }

  struct Mark {
    std::size_t trace_size = 0;
    Counts counts;
  };

  const SampledCode* code_;
  BufferEnds* ends_;
  bool keeps_trace_;
  std::vector<Mark> marks_;
};

struct EvaluatedGroup {
  GroupId id{};
  double weight = 1;  // how many of the launch's groups it stands for, among those beside it
  GroupTrace counts;
  std::uint64_t branches = 0;  // that counts.branches had: most groups do not keep them
  Recorder record;

  [[nodiscard]] std::uint64_t work() const { return record.counts.all + counts.instructions / 4; }
};

// Which part of the atomic updates is of lines that groups far away update, too: those run on other
// cores meanwhile.
double contended_part(std::span<const EvaluatedGroup> spread) {
  double all = 0;
  double contended = 0;
  for (const EvaluatedGroup& group : spread) {
    all += group.record.counts.updates;
    for (const auto& [line, count] : group.record.counts.updates_by_line) {
      const bool is_shared =
          std::any_of(spread.begin(), spread.end(), [&, line = line](const EvaluatedGroup& other) {
            return other.id != group.id && other.record.counts.updates_by_line.contains(line);
          });
      contended += is_shared ? count : 0;
    }
  }
  return all > 0 ? contended / all : 0;
}

std::uint64_t number_of(const GroupId& id, const GroupId& groups) {
  return (id[2] * groups[1] + id[1]) * groups[0] + id[0];
}

GroupId group_at(std::uint64_t number, const GroupId& groups) {
  return {number % groups[0], number / groups[0] % groups[1], number / groups[0] / groups[1]};
}

void add(std::vector<double>& sums, const std::vector<std::uint64_t>& counts, double weight) {
  sums.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sums[i] += weight * static_cast<double>(counts[i]);
  }
}

// As the consecutive groups run into them, of a launch whose average group has so many branches.
Mispredictions mispredictions(std::span<EvaluatedGroup> consecutive, double branches_of_average,
                              double groups) {
  std::vector<BranchTrace> traces;
  traces.reserve(consecutive.size());
  for (EvaluatedGroup& group : consecutive) {
    traces.push_back(std::move(group.counts.branches));
  }
  return mispredictions_of(traces, groups * branches_of_average);
}

// The average of what `value_of` says of each group.
template <typename ValueOf>
double mean(std::span<const EvaluatedGroup> groups, const ValueOf& value_of) {
  double sum = 0;
  double weights = 0;
  for (const EvaluatedGroup& group : groups) {
    sum += group.weight * static_cast<double>(value_of(group));
    weights += group.weight;
  }
  return sum / weights;
}

void average(std::span<const EvaluatedGroup> evaluated, LaunchSample& sample) {
  const auto mean_of = [&](const auto& value_of) { return mean(evaluated, value_of); };
  sample.instructions = mean_of([](const auto& group) { return group.counts.instructions; });
  sample.gather_lanes = mean_of([](const auto& group) { return group.record.counts.gather_lanes; });
  sample.scatter_lanes =
      mean_of([](const auto& group) { return group.record.counts.scatter_lanes; });
  sample.stack_loads = mean_of([](const auto& group) { return group.record.counts.stack_loads; });
  sample.locked = mean_of([](const auto& group) { return group.record.counts.updates; });
  double weights = 0;
  for (const EvaluatedGroup& group : evaluated) {
    weights += group.weight;
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
  const auto most =
      std::max_element(evaluated.begin(), evaluated.end(),
                       [](const auto& a, const auto& b) { return a.work() < b.work(); });
  sample.passes.forwarded = most->record.forwarded.regular();
}

double mean_accesses(std::span<const EvaluatedGroup> evaluated) {
  return mean(evaluated, [](const auto& group) { return group.record.counts.all; });
}

// The k-th of a sequence of groups that fills the grid evenly.
GroupId spread_group(std::size_t k, const GroupId& groups) {
  constexpr std::array<std::size_t, 3> kBases = {2, 3, 5};
  GroupId id{};
  for (std::size_t d = 0; d < id.size(); ++d) {
    id.at(d) = static_cast<std::uint64_t>(radical_inverse(k + 2, kBases.at(d)) *
                                          static_cast<double>(groups.at(d)));
  }
  return id;
}

// Vector code takes one way through its blocks whatever its masks say, so that accesses count, too.
bool take_one_way(std::span<const EvaluatedGroup> groups) {
  const EvaluatedGroup& first = groups.front();
  return std::all_of(groups.begin(), groups.end(), [&](const EvaluatedGroup& group) {
    const auto [less, more] = std::minmax(group.record.counts.all, first.record.counts.all);
    return group.counts.block_counts == first.counts.block_counts && more <= kMuchMore * less;
  });
}

// The group whose work is nearest to the average one's, as a ratio; of two, the one with more.
const EvaluatedGroup& typical_of(std::span<const EvaluatedGroup> groups) {
  const double average = mean(groups, [](const auto& group) { return group.work(); });
  const auto distance = [&](const EvaluatedGroup& group) {
    const auto work = static_cast<double>(group.work());
    return std::pair(std::abs(std::log((work + 1) / (average + 1))), -work);
  };
  return *std::min_element(groups.begin(), groups.end(),
                           [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

// The standard error of the groups' average work, as a part of it. Of groups that fill the grid
// evenly it is an upper bound.
double doubt_of_mean_work(std::span<const EvaluatedGroup> groups) {
  const double average = mean(groups, [](const auto& group) { return group.work(); });
  const double variance = mean(groups, [&](const EvaluatedGroup& group) {
    const double off = static_cast<double>(group.work()) - average;
    return off * off;
  });
  return std::sqrt(variance / static_cast<double>(groups.size())) / std::max(average, 1.0);
}

using RunGroup = std::function<EvaluatedGroup(const GroupId&, bool keeps_trace)>;

// Groups all over the launch: two of them where these take one way, more where not. Or where the
// first group does much more than they: launches may be larger than the work there is.
std::vector<EvaluatedGroup> survey(const GroupId& groups, std::uint64_t count, const RunGroup& run,
                                   const SamplingBudget& budget) {
  std::vector<EvaluatedGroup> surveyed;
  std::uint64_t work = 0;
  std::optional<EvaluatedGroup> first;
  for (std::size_t k = 0; k < std::min<std::uint64_t>(budget.most_doubtful, count); ++k) {
    const bool is_enough = k >= budget.most_surveyed || work >= budget.survey_work;
    if (k >= budget.least_surveyed && is_enough &&
        (work >= budget.doubtful_work || doubt_of_mean_work(surveyed) <= budget.doubt)) {
      break;
    }
    surveyed.push_back(run(spread_group(k, groups), false));
    work += surveyed.back().work();
    if (k == 1 && take_one_way(surveyed)) {
      first.emplace(run({0, 0, 0}, false));
      if (first->work() <= kMuchMore * surveyed.back().work()) {
        return surveyed;
      }
    }
  }
  if (first) {  // it stands for itself alone, the others for all the rest
    first->weight = static_cast<double>(surveyed.size()) / static_cast<double>(count - 1);
    surveyed.push_back(std::move(*first));
  }
  return surveyed;
}

// Which groups to run one after the other: the second half of them is counted.
struct Stretch {
  std::uint64_t start = 0;
  std::uint64_t most = 0;
};

// From the middle on, where no group meets an edge of the grid; where groups differ, with the
// typical one at the head of those that are counted. Small launches from the start.
Stretch stretch_of(const GroupId& groups, std::uint64_t count, const EvaluatedGroup* typical,
                   const SamplingBudget& budget) {
  Stretch stretch{number_of({groups[0] / 2, groups[1] / 2, groups[2] / 2}, groups),
                  std::min<std::uint64_t>(budget.most_groups, count)};
  if (typical != nullptr) {
    const std::uint64_t within_budget = budget.work / std::max<std::uint64_t>(typical->work(), 1);
    stretch.most = std::min(stretch.most, std::max<std::uint64_t>(within_budget, 2));
    const std::uint64_t head = number_of(typical->id, groups);
    stretch.start = head - std::min(head, stretch.most / 2);
  }
  stretch.start = std::min(stretch.start, count - stretch.most);
  return stretch;
}

std::vector<EvaluatedGroup> run_stretch(const Stretch& stretch, const GroupId& groups,
                                        const RunGroup& run, std::uint64_t most_work) {
  std::vector<EvaluatedGroup> evaluated;
  std::uint64_t work = 0;
  while (evaluated.size() < stretch.most && (evaluated.size() < 2 || work < most_work)) {
    evaluated.push_back(run(group_at(stretch.start + evaluated.size(), groups), true));
    work += evaluated.back().work();
  }
  return evaluated;
}

// Per group, as far as the budget for groups all over the launch goes. A group at the edge that
// cannot be walked is no reason to refuse a launch that can.
double mean_suppressed_faults(const GroupId& groups, std::uint64_t count, const RunGroup& run,
                              const SamplingBudget& budget) {
  std::uint64_t work = 0;
  const double all = suppressed_faults(groups, [&](const GroupId& id) {
    if (work >= budget.survey_work) {
      return 0.0;
    }
    try {
      const EvaluatedGroup group = run(id, false);
      work += group.work();
      return group.record.counts.suppressed_faults;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::unsupported) {
        throw;
      }
      return 0.0;
    }
  });
  return all / static_cast<double>(count);
}

// Of a launch of one dimension, over data of two or three, the groups a row and a plane before the
// judged ones.
void walk_data_rows(std::span<const EvaluatedGroup> evaluated, const RunGroup& run,
                    const SamplingBudget& budget, SampledGroups& sample) {
  const std::size_t first = evaluated.size() / 2;
  const std::size_t last = std::min(evaluated.size(), first + SampledGroups::kJudgedGroups);
  const auto number = static_cast<double>(evaluated[first].id[0]);
  const auto rows =
      data_rows(evaluated[first - 1].record.trace, evaluated[first].record.trace, number);
  if (!rows) {
    return;
  }
  const auto walk = [&](const GroupsBack& back, std::vector<AccessTrace>& traces) {
    const auto from = static_cast<std::uint64_t>(std::max(0.0, number - back.most));
    const auto to =
        static_cast<std::uint64_t>(static_cast<double>(evaluated[last - 1].id[0]) - back.least);
    std::uint64_t spent = 0;
    for (std::uint64_t id = from; id <= to && id < evaluated[0].id[0] && spent < budget.work;
         ++id) {
      EvaluatedGroup group = run({id, 0, 0}, true);
      spent += group.work();
      traces.push_back(std::move(group.record.trace));
    }
  };
  walk(rows->row, sample.row_before);
  const auto all = static_cast<double>(sample.groups[0]);
  const double row = rows->row.middle();
  const double plane = rows->plane ? rows->plane->middle() : all;
  if (rows->plane) {
    walk(*rows->plane, sample.plane_before);
  }
  sample.rows_of_data = {row, plane / row, all / plane};
}

}  // namespace

LaunchSample sample_launch(const SampledCode& code, const GroupId& groups,
                           const EvaluateGroup& evaluate, const SamplingBudget& budget) {
  const std::uint64_t count = groups[0] * groups[1] * groups[2];
  if (count == 0) {
    throw Error(ErrorKind::input, "a launch without work-groups has nothing to look at");
  }
  std::size_t expected_accesses = 0;  // as many as the group before made
  BufferEnds ends = code.ends;
  const RunGroup run = [&](const GroupId& id, bool keeps_trace) {
    EvaluatedGroup group{id, 1, {}, 0, Recorder(code, ends, keeps_trace)};
    group.record.trace.reserve(keeps_trace ? expected_accesses : 0);
    group.counts = evaluate(id, group.record);
    group.branches = group.counts.branches.total();
    if (!keeps_trace) {
      group.counts.branches = {};
    }
    expected_accesses = group.record.given;
    return group;
  };
  const std::vector<EvaluatedGroup> surveyed = survey(groups, count, run, budget);
  const EvaluatedGroup* const typical = take_one_way(surveyed) ? nullptr : &typical_of(surveyed);
  std::vector<EvaluatedGroup> evaluated =
      run_stretch(stretch_of(groups, count, typical, budget), groups, run, budget.work);

  LaunchSample sample;
  sample.groups.groups = groups;
  const std::size_t first = evaluated.size() / 2;
  const std::span<const EvaluatedGroup> counted = std::span(evaluated).subspan(first);
  const std::span<const EvaluatedGroup> standing_for_all =
      typical == nullptr ? counted : std::span(surveyed);
  average(standing_for_all, sample);
  sample.contended = sample.locked * contended_part(surveyed);
  const double accesses = std::max(1.0, mean_accesses(standing_for_all));
  if (code.has_masked_accesses) {
    sample.suppressed_faults = mean_suppressed_faults(groups, count, run, budget);
  }
  sample.groups.accesses_of_average = accesses / std::max(1.0, mean_accesses(counted));
  sample.accesses = accesses;
  const double branches = mean(standing_for_all, [](const auto& group) { return group.branches; });
  Mispredictions unforeseen = mispredictions(evaluated, branches, static_cast<double>(count));
  sample.mispredictions = branches * unforeseen.of_all;
  sample.passes.unforeseen = std::move(unforeseen.of_branch);
  const std::size_t last = std::min(evaluated.size(), first + SampledGroups::kJudgedGroups);
  const auto neighbours = [&](unsigned dimension, std::vector<AccessTrace>& traces) {
    std::uint64_t spent = 0;
    for (std::size_t g = first; g < last && spent < budget.work; ++g) {
      GroupId id = evaluated[g].id;
      if (id.at(dimension) == 0) {
        continue;
      }
      --id.at(dimension);
      if (number_of(id, groups) < number_of(evaluated[first].id, groups)) {
        EvaluatedGroup neighbour = run(id, true);
        spent += neighbour.work();
        traces.push_back(std::move(neighbour.record.trace));
      }
    }
  };
  neighbours(1, sample.groups.row_before);
  neighbours(2, sample.groups.plane_before);
  if (groups[1] * groups[2] == 1 && first > 0) {
    walk_data_rows(evaluated, run, budget, sample.groups);
  }
  for (EvaluatedGroup& group : evaluated) {
    sample.groups.consecutive.push_back(std::move(group.record.trace));
  }
  sample.overruns = ends.overruns();
  return sample;
}

void tell_buffers(const EvaluatedLaunch& launch, SampledGroups& groups) {
  groups.most_bytes = static_cast<double>(launch.buffer_bytes());
  for (const EvaluatedArgument& argument : launch.arguments) {
    if (argument.kind == EvaluatedArgument::Kind::buffer) {
      groups.buffers.push_back({argument.address, argument.size_bytes});
    }
  }
}

}  // namespace clgauge::lens
