#include "lens/launch/sample_launch.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/error.h"
#include "lens/items/group_grid.h"
#include "lens/launch/data_rows.h"
#include "lens/launch/follow_path.h"
#include "lens/launch/group_walks.h"
#include "lens/launch/suppressed_faults.h"
#include "lens/throughput/mispredictions.h"
#include "lens/traffic/last_touches.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kFollowedInstructions = 50000;
constexpr std::uint64_t kManyGroups = 256;
constexpr std::uint64_t kMuchMore = 2;  // times
// To wake a thread takes as long as walking a group of less work.
constexpr std::uint64_t kWorthExpecting = 2500;

// Atomic updates of lines that groups far away update, too: those run on other cores meanwhile.
struct Contention {
  double part = 0;   // of all updates
  double lines = 0;  // that they are to: as many, if each had as many as the others
};

Contention contention_of(std::span<const WalkedGroup> spread) {
  double all = 0;
  double contended = 0;
  std::map<std::uint64_t, double> by_line;
  for (const WalkedGroup& group : spread) {
    all += group.record.counts.updates;
    for (const auto& [line, count] : group.record.counts.updates_by_line) {
      const bool is_shared =
          std::any_of(spread.begin(), spread.end(), [&, line = line](const WalkedGroup& other) {
            return other.id != group.id && other.record.counts.updates_by_line.contains(line);
          });
      if (is_shared) {
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

void add(std::vector<double>& sums, const std::vector<std::uint64_t>& counts, double weight) {
  sums.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sums[i] += weight * static_cast<double>(counts[i]);
  }
}

// As the consecutive groups run into them, of a launch whose average group has so many branches.
Mispredictions mispredictions(std::span<WalkedGroup> consecutive, double branches_of_average,
                              double groups) {
  std::vector<BranchTrace> traces;
  traces.reserve(consecutive.size());
  for (WalkedGroup& group : consecutive) {
    traces.push_back(std::move(group.counts.branches));
  }
  return mispredictions_of(traces, groups * branches_of_average);
}

// The average of what `value_of` says of each group.
template <typename ValueOf>
double mean(std::span<const WalkedGroup> groups, const ValueOf& value_of) {
  double sum = 0;
  double weights = 0;
  for (const WalkedGroup& group : groups) {
    sum += group.weight * static_cast<double>(value_of(group));
    weights += group.weight;
  }
  return sum / weights;
}

void average(std::span<const WalkedGroup> evaluated, LaunchSample& sample) {
  const auto mean_of = [&](const auto& value_of) { return mean(evaluated, value_of); };
  sample.instructions = mean_of([](const auto& group) { return group.counts.instructions; });
  sample.gather_lanes = mean_of([](const auto& group) { return group.record.counts.gather_lanes; });
  sample.scatter_lanes =
      mean_of([](const auto& group) { return group.record.counts.scatter_lanes; });
  sample.stack_loads = mean_of([](const auto& group) { return group.record.counts.stack_loads; });
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

std::vector<GroupWork> work_by_number(std::span<const WalkedGroup> surveyed,
                                      const GroupId& groups) {
  std::vector<GroupWork> work;
  for (const WalkedGroup& group : surveyed) {
    work.push_back({number_of_group(group.id, groups), static_cast<double>(group.work())});
  }
  std::ranges::sort(work, {}, &GroupWork::number);
  const bool has_lone_first =
      std::ranges::any_of(surveyed, [](const WalkedGroup& group) { return group.weight != 1; });
  if (has_lone_first && work.size() > 1) {  // it stands for itself alone
    work.insert(work.begin() + 1, {1, work[1].work});
  }
  return work;
}

const WalkedGroup* find_group(std::span<const WalkedGroup> groups, const GroupId& id) {
  const auto found = std::ranges::find(groups, id, &WalkedGroup::id);
  return found == groups.end() ? nullptr : &*found;
}

const WalkedGroup& group_of_most_work(std::span<const WalkedGroup> evaluated) {
  return *std::max_element(evaluated.begin(), evaluated.end(),
                           [](const auto& a, const auto& b) { return a.work() < b.work(); });
}

double mean_accesses(std::span<const WalkedGroup> evaluated) {
  return mean(evaluated, [](const auto& group) { return group.record.counts.all; });
}

// Vector code takes one way through its blocks whatever its masks say, so that accesses count, too.
bool take_one_way(std::span<const WalkedGroup> groups) {
  const WalkedGroup& first = groups.front();
  return std::all_of(groups.begin(), groups.end(), [&](const WalkedGroup& group) {
    const auto [less, more] = std::minmax(group.record.counts.all, first.record.counts.all);
    return group.counts.block_counts == first.counts.block_counts && more <= kMuchMore * less;
  });
}

// The group whose work is nearest to the average one's, as a ratio; of two, the one with more.
const WalkedGroup& typical_of(std::span<const WalkedGroup> groups) {
  const double average = mean(groups, [](const auto& group) { return group.work(); });
  const auto distance = [&](const WalkedGroup& group) {
    const auto work = static_cast<double>(group.work());
    return std::pair(std::abs(std::log((work + 1) / (average + 1))), -work);
  };
  return *std::min_element(groups.begin(), groups.end(),
                           [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

// The standard error of the groups' average work, as a part of it. Of groups that fill the grid
// evenly it is an upper bound.
double doubt_of_mean_work(std::span<const WalkedGroup> groups) {
  const double average = mean(groups, [](const auto& group) { return group.work(); });
  const double variance = mean(groups, [&](const WalkedGroup& group) {
    const double off = static_cast<double>(group.work()) - average;
    return off * off;
  });
  return std::sqrt(variance / static_cast<double>(groups.size())) / std::max(average, 1.0);
}

using Wanted = GroupWalks::Wanted;
using Expected = std::vector<GroupWalks::Expected>;
constexpr Wanted kCounts{};
constexpr Wanted kTrace{.recorded = {.trace = true}};
constexpr Wanted kLines{.recorded = {.trace = true}, .lines = true};
constexpr Wanted kForwarding{.recorded = {.forwarding = true}};
constexpr Wanted kTraceAndForwarding{.recorded = {.trace = true, .forwarding = true}};

// Of so few all are in the stretch whatever they do: what is wanted of them there is asked for when
// they are surveyed.
constexpr bool are_all_walked(std::uint64_t count) { return count <= 2; }

// Which groups to run one after the other: the second half of them is counted.
struct Stretch {
  std::uint64_t start = 0;
  std::uint64_t most = 0;
};

// The groups one row (1) or plane (2) before those of a stretch, as far as they come before all of
// it.
std::vector<GroupId> groups_before(const Stretch& stretch, const GroupId& groups,
                                   unsigned dimension) {
  std::vector<GroupId> before;
  for (std::uint64_t number = stretch.start; number < stretch.start + stretch.most; ++number) {
    GroupId id = group_of_number(number, groups);
    if (id.at(dimension) > 0) {
      --id.at(dimension);
      if (number_of_group(id, groups) < stretch.start) {
        before.push_back(id);
      }
    }
  }
  return before;
}

// From the middle on, where no group meets an edge of the grid; where groups differ, with the
// typical one at the head of those that are counted. Small launches from the start.
Stretch stretch_of(const GroupId& groups, std::uint64_t count, const WalkedGroup* typical,
                   const SamplingBudget& budget) {
  Stretch stretch{number_of_group({groups[0] / 2, groups[1] / 2, groups[2] / 2}, groups),
                  std::min<std::uint64_t>(budget.most_groups, count)};
  if (typical != nullptr) {
    const std::uint64_t within_budget = budget.work / std::max<std::uint64_t>(typical->work(), 1);
    stretch.most = std::min(stretch.most, std::max<std::uint64_t>(within_budget, 2));
    const std::uint64_t head = number_of_group(typical->id, groups);
    stretch.start = head - std::min(head, stretch.most / 2);
  }
  stretch.start = std::min(stretch.start, count - stretch.most);
  return stretch;
}

// Far from the first group of a survey, across both diagonals from it: where the work is a triangle
// the two take different ways, which those in the middle may not.
Stretch stretch_across(const GroupId& groups, std::uint64_t count, const SamplingBudget& budget) {
  Stretch stretch{number_of_group({groups[0] * 3 / 4, groups[1] / 3, groups[2] * 3 / 5}, groups),
                  std::min<std::uint64_t>(budget.most_groups, count)};
  stretch.start = std::min(stretch.start, count - stretch.most);
  return stretch;
}

// What is wanted of the first of a stretch. Where it takes long, and is followed by another one, it
// only warms caches. What is long is kept no longer than it has to be: memory that comes from the
// system anew takes longer than filling it.
Wanted head_of(const Stretch& stretch, const GroupId& groups, const SamplingBudget& budget) {
  Wanted wanted = stretch.most == 1 ? kTraceAndForwarding : kTrace;
  if (stretch.most > 1 && groups[1] * groups[2] != 1) {
    wanted.thinned_from_work = budget.work;
  }
  return wanted;
}

// What will be asked for behind the first group of a stretch, if each of its groups is so much
// work. `asks_for_faults`: of groups at the edge.
Expected behind_head(const Stretch& stretch, const GroupId& groups, std::uint64_t work,
                     const SamplingBudget& budget, bool asks_for_faults) {
  const std::uint64_t each = std::max<std::uint64_t>(1, work);
  const std::uint64_t count =
      std::min(stretch.most, std::max<std::uint64_t>(2, (budget.work + each - 1) / each));
  Expected expected;
  for (std::uint64_t i = 1; i < count; ++i) {
    expected.push_back({group_of_number(stretch.start + i, groups), kTraceAndForwarding});
  }
  const std::uint64_t judged =
      std::min<std::uint64_t>(count - count / 2, SampledGroups::kJudgedGroups);
  for (const unsigned dimension : {1U, 2U}) {
    std::uint64_t spent = 0;
    for (const GroupId& id :
         groups_before({stretch.start + count / 2, judged}, groups, dimension)) {
      if (spent < budget.work) {
        expected.push_back({id, kLines});
      }
      spent += each;
    }
  }
  if (asks_for_faults) {
    expected.push_back({groups_at_last_end(groups).front(), kCounts});
  }
  return expected;
}

// The head itself is the last of them: who walks the group before it asks for it next.
Expected with_head(const Stretch& stretch, const GroupId& groups, std::uint64_t work,
                   const SamplingBudget& budget, bool asks_for_faults) {
  Expected expected = behind_head(stretch, groups, work, budget, asks_for_faults);
  expected.push_back({group_of_number(stretch.start, groups), head_of(stretch, groups, budget)});
  return expected;
}

struct Survey {
  std::vector<WalkedGroup> groups;
  // The last of those is the head of the stretch that is walked next, with its trace.
  bool ends_with_head = false;
  std::optional<WalkedGroup> head{};  // the same, but none of those
};

// Groups all over the launch: two of them where these take one way, more where not. Or where the
// first group does much more than they: launches may be larger than the work there is. It is not
// asked where they are many and do much; there the head of a stretch is the second one, which has
// to be walked anyway.
Survey survey(const GroupId& groups, std::uint64_t count, GroupWalks& walks,
              const SamplingBudget& budget, bool asks_for_faults) {
  const Wanted& wanted = are_all_walked(count) ? kTraceAndForwarding : kCounts;
  const Stretch across = stretch_across(groups, count, budget);
  const Stretch middle = stretch_of(groups, count, nullptr, budget);
  const bool may_be_head = count <= budget.most_groups;  // {0, 0, 0}: the stretch is all groups
  const Wanted of_first = may_be_head ? head_of(middle, groups, budget) : kCounts;
  // If the k-th of them and those before it take one way, or do not.
  const auto expected_from = [&](std::size_t k, std::uint64_t work) -> Expected {
    Expected expected{{spread_group(k, groups), wanted}};
    if (k > 1) {
      for (std::size_t ahead = k + 1; ahead < std::min<std::uint64_t>(k + 3, count); ++ahead) {
        expected.push_back({spread_group(ahead, groups), wanted});
      }
    } else if (!are_all_walked(count)) {
      expected.push_back({{0, 0, 0}, of_first});
      const Expected next = may_be_head ? behind_head(middle, groups, work, budget, asks_for_faults)
                                        : with_head(middle, groups, work, budget, asks_for_faults);
      expected.insert(expected.end(), next.begin(), next.end());
    }
    return expected;
  };
  std::vector<WalkedGroup> surveyed;
  std::uint64_t work = 0;
  std::optional<WalkedGroup> first;
  for (std::size_t k = 0; k < std::min<std::uint64_t>(budget.most_doubtful, count); ++k) {
    const bool is_enough = k >= budget.most_surveyed || work >= budget.survey_work;
    if (k >= budget.least_surveyed && is_enough &&
        (work >= budget.doubtful_work || doubt_of_mean_work(surveyed) <= budget.doubt)) {
      break;
    }
    if (k > 0 && surveyed.back().work() >= kWorthExpecting) {
      walks.expect(expected_from(k, surveyed.back().work()));
    }
    const std::uint64_t much_work = k == 0 ? budget.work : GroupWalks::kNever;
    surveyed.push_back(walks.run(spread_group(k, groups), wanted, much_work, [&] {
      return count < kManyGroups ? expected_from(1, budget.work)
                                 : with_head(across, groups, budget.work, budget, asks_for_faults);
    }));
    work += surveyed.back().work();
    const bool is_much = surveyed.back().work() >= budget.work && count >= kManyGroups;
    if (k == 0 && is_much) {
      surveyed.push_back(
          walks.run(group_of_number(across.start, groups), head_of(across, groups, budget)));
      if (take_one_way(surveyed)) {
        return {std::move(surveyed), true};
      }
      surveyed.pop_back();
    }
    if (k == 1 && take_one_way(surveyed)) {
      if (is_much || are_all_walked(count)) {
        return {std::move(surveyed)};
      }
      first.emplace(walks.run({0, 0, 0}, of_first));
      if (first->work() <= kMuchMore * surveyed.back().work()) {
        return {std::move(surveyed), false, may_be_head ? std::move(first) : std::nullopt};
      }
    }
  }
  if (first) {  // it stands for itself alone, the others for all the rest
    first->record.trace = {};
    first->counts.branches = {};
    first->weight = static_cast<double>(surveyed.size()) / static_cast<double>(count - 1);
    surveyed.push_back(std::move(*first));
  }
  return {std::move(surveyed)};
}

void run_next(const Stretch& stretch, const GroupId& groups, GroupWalks& walks,
              const SamplingBudget& budget, std::vector<WalkedGroup>& evaluated) {
  evaluated.push_back(
      walks.run(group_of_number(stretch.start + evaluated.size(), groups),
                evaluated.empty() ? head_of(stretch, groups, budget) : kTraceAndForwarding));
}

// Runs groups until there are enough of them.
void run_stretch(const Stretch& stretch, const GroupId& groups, GroupWalks& walks,
                 const SamplingBudget& budget, std::vector<WalkedGroup>& evaluated) {
  std::uint64_t work = evaluated.empty() ? 0 : evaluated.front().work();
  while (evaluated.size() < stretch.most && (evaluated.size() < 2 || work < budget.work)) {
    run_next(stretch, groups, walks, budget, evaluated);
    work += evaluated.back().work();
  }
}

// Per group, as far as the budget for groups all over the launch goes; `known` finds one that was
// walked before. A group at the edge that cannot be walked is no reason to refuse a launch that
// can.
template <typename Known>
double mean_suppressed_faults(const GroupId& groups, std::uint64_t count, GroupWalks& walks,
                              const Known& known, const SamplingBudget& budget) {
  std::uint64_t work = 0;
  const auto faults = [&](const WalkedGroup& group) {
    work += group.work();
    return group.record.counts.suppressed_faults;
  };
  const double all = suppressed_faults(groups, [&](const GroupId& id) {
    if (work >= budget.survey_work) {
      return 0.0;
    }
    if (const WalkedGroup* const walked = known(id)) {
      return faults(*walked);
    }
    try {
      return faults(walks.run(id, kCounts));
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
void walk_data_rows(std::span<const WalkedGroup> evaluated, GroupWalks& walks,
                    const SamplingBudget& budget, SampledGroups& sample) {
  const std::size_t first = evaluated.size() / 2;
  const std::size_t last = std::min(evaluated.size(), first + SampledGroups::kJudgedGroups);
  const auto number = static_cast<double>(evaluated[first].id[0]);
  const auto rows =
      data_rows(evaluated[first - 1].record.trace, evaluated[first].record.trace, number);
  if (!rows) {
    return;
  }
  const auto numbers = [&](const GroupsBack& back) {
    const auto from = static_cast<std::uint64_t>(std::max(0.0, number - back.most));
    const auto to =
        static_cast<std::uint64_t>(static_cast<double>(evaluated[last - 1].id[0]) - back.least);
    return std::pair(from, std::min(to + 1, evaluated[0].id[0]));
  };
  if (evaluated.back().work() >= kWorthExpecting) {
    Expected expected;
    for (const auto& back : {std::optional(rows->row), rows->plane}) {
      const auto [from, to] = back ? numbers(*back) : std::pair<std::uint64_t, std::uint64_t>();
      std::uint64_t spent = 0;
      for (std::uint64_t id = from; id < to && spent < budget.work; ++id) {
        expected.push_back({{id, 0, 0}, kTrace});
        spent += evaluated.back().work();
      }
    }
    walks.expect(std::move(expected));
  }
  const auto walk = [&](const GroupsBack& back, std::vector<AccessTrace>& traces) {
    const auto [from, to] = numbers(back);
    std::uint64_t spent = 0;
    for (std::uint64_t id = from; id < to && spent < budget.work; ++id) {
      WalkedGroup group = walks.run({id, 0, 0}, kTrace);
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
  class Evaluating final : public GroupEvaluator {
   public:
    explicit Evaluating(const EvaluateGroup& evaluate) : evaluate_(evaluate) {}
    GroupTrace evaluate(const GroupId& group, AccessSink& sink) override {
      return evaluate_(group, sink);
    }

   private:
    const EvaluateGroup& evaluate_;
  };
  Evaluating evaluator(evaluate);
  return sample_launch(code, groups, evaluator, {}, budget);
}

LaunchSample sample_launch(const SampledCode& code, const GroupId& groups,
                           GroupEvaluator& evaluator, const Help& help,
                           const SamplingBudget& budget) {
  const std::uint64_t count = groups[0] * groups[1] * groups[2];
  if (count == 0) {
    throw Error(ErrorKind::input, "a launch without work-groups has nothing to look at");
  }
  GroupWalks walks(code, evaluator, help);
  Survey spread = survey(groups, count, walks, budget, code.has_masked_accesses);
  std::vector<WalkedGroup>& surveyed = spread.groups;
  const WalkedGroup* const typical = take_one_way(surveyed) ? nullptr : &typical_of(surveyed);
  const Contention contention = contention_of(surveyed);

  LaunchSample sample;
  sample.groups.groups = groups;
  const Stretch stretch = spread.ends_with_head ? stretch_across(groups, count, budget)
                                                : stretch_of(groups, count, typical, budget);
  const bool is_one_row = groups[1] * groups[2] == 1;
  const auto neighbours = [&](std::size_t first, std::size_t last) {
    for (const unsigned dimension : {1U, 2U}) {
      auto& traces = dimension == 1 ? sample.groups.row_before : sample.groups.plane_before;
      std::uint64_t spent = 0;
      for (const GroupId& id :
           groups_before({stretch.start + first, last - first}, groups, dimension)) {
        if (spent < budget.work) {
          WalkedGroup neighbour = walks.run(id, kLines);
          spent += neighbour.work();
          traces.push_back(std::move(neighbour.record.trace));
        }
      }
    }
  };
  std::vector<WalkedGroup> evaluated;
  if (spread.ends_with_head) {
    evaluated.push_back(std::move(surveyed.back()));
    surveyed.pop_back();
  } else if (spread.head) {
    evaluated.push_back(std::move(*spread.head));
  } else if (are_all_walked(count)) {
    evaluated = std::move(surveyed);
    std::ranges::sort(evaluated, {},
                      [&](const WalkedGroup& group) { return number_of_group(group.id, groups); });
  } else {
    const WalkedGroup& alike = typical != nullptr ? *typical : surveyed.back();
    if (alike.work() >= kWorthExpecting) {
      walks.expect(with_head(stretch, groups, alike.work(), budget, code.has_masked_accesses));
    }
    run_next(stretch, groups, walks, budget, evaluated);
  }
  const bool are_two = stretch.most > 1 && evaluated.front().work() >= budget.work && !is_one_row;
  if (are_two) {
    if (are_all_walked(count)) {
      AccessTrace& trace = evaluated.front().record.trace;
      trace = last_touches(std::span(&trace, 1), GroupWalks::kThinnedLineBytes);
    }
    neighbours(1, 2);
  }
  run_stretch(stretch, groups, walks, budget, evaluated);
  const std::size_t first = evaluated.size() / 2;
  if (!are_two) {
    neighbours(first, std::min(evaluated.size(), first + SampledGroups::kJudgedGroups));
  }

  const std::span<const WalkedGroup> counted = std::span(evaluated).subspan(first);
  const std::span<const WalkedGroup> all_over = are_all_walked(count) ? evaluated : surveyed;
  const std::span<const WalkedGroup> standing_for_all = typical == nullptr ? counted : all_over;
  average(standing_for_all, sample);
  if (typical != nullptr) {
    sample.uneven = work_by_number(all_over, groups);
  }
  const GroupId most = group_of_most_work(standing_for_all).id;
  const WalkedGroup* const again = find_group(evaluated, most);
  sample.passes.forwarded = again != nullptr && again->record.forwarded
                                ? again->record.forwarded->regular()
                                : walks.run(most, kForwarding).record.forwarded->regular();
  sample.contended = sample.locked * contention.part;
  sample.updates_of_visit = updates_of_visit(standing_for_all);
  sample.contended_lines = contention.lines;
  const double accesses = std::max(1.0, mean_accesses(standing_for_all));
  if (code.has_masked_accesses) {
    const auto known = [&](const GroupId& id) {
      const WalkedGroup* const found = find_group(evaluated, id);
      return found != nullptr ? found : find_group(surveyed, id);
    };
    sample.suppressed_faults = mean_suppressed_faults(groups, count, walks, known, budget);
  }
  sample.groups.accesses_of_average = accesses / std::max(1.0, mean_accesses(counted));
  sample.accesses = accesses;
  const double branches = mean(standing_for_all, [](const auto& group) { return group.branches; });
  if (code.code != nullptr) {
    const WalkedGroup& group = evaluated[first];
    sample.path = follow_path(*code.code, code.kinds, group.counts, group.record.trace,
                              kFollowedInstructions);
  }
  Mispredictions unforeseen = mispredictions(evaluated, branches, static_cast<double>(count));
  sample.mispredictions = branches * unforeseen.of_all;
  sample.passes.unforeseen = std::move(unforeseen.of_branch);
  if (is_one_row && first > 0) {
    walk_data_rows(evaluated, walks, budget, sample.groups);
  }
  for (WalkedGroup& group : evaluated) {
    sample.groups.consecutive.push_back(std::move(group.record.trace));
  }
  sample.overruns = walks.ends().overruns();
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
