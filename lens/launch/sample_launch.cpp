#include "lens/launch/sample_launch.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "base/error.h"
#include "lens/items/group_grid.h"
#include "lens/launch/data_rows.h"
#include "lens/launch/group_averages.h"
#include "lens/launch/group_walks.h"
#include "lens/launch/stretch.h"
#include "lens/launch/suppressed_faults.h"
#include "lens/launch/survey.h"
#include "lens/launch/typical_path.h"
#include "lens/throughput/mispredictions.h"
#include "lens/traffic/beside.h"
#include "lens/traffic/last_touches.h"

namespace clgauge::lens {
namespace {

// As groups all over the launch run into them and, behind those, consecutive ones, of a core that
// runs into so many jumps.
Mispredictions mispredictions(std::span<const WalkedGroup> surveyed,
                              std::span<const WalkedGroup> consecutive, double jumps_of_core) {
  std::size_t outcomes = 0;
  for (const WalkedGroup& group : consecutive) {
    outcomes += group.counts.branches.size();
  }
  std::vector<const BranchTrace*> traces;
  traces.reserve(surveyed.size() + consecutive.size());
  for (const WalkedGroup& group : surveyed) {
    outcomes += group.counts.branches.size();
    if (outcomes > kMostTraining) {
      break;
    }
    traces.push_back(&group.counts.branches);
  }
  for (const WalkedGroup& group : consecutive) {
    traces.push_back(&group.counts.branches);
  }
  return mispredictions_of(traces, jumps_of_core);
}

const WalkedGroup* find_group(std::span<const WalkedGroup> groups, const GroupId& id) {
  const auto found = std::ranges::find(groups, id, &WalkedGroup::id);
  return found == groups.end() ? nullptr : &*found;
}

void run_next(const Stretch& stretch, const GroupOrder& order, GroupWalks& walks,
              const SamplingBudget& budget, std::vector<WalkedGroup>& evaluated) {
  evaluated.push_back(
      walks.run(order.at(stretch.start + evaluated.size()),
                evaluated.empty() ? head_of(stretch, order, budget) : kTraceAndForwarding));
}

// Runs groups until there are enough of them.
void run_stretch(const Stretch& stretch, const GroupOrder& order, GroupWalks& walks,
                 const SamplingBudget& budget, std::vector<WalkedGroup>& evaluated) {
  std::uint64_t work = evaluated.empty() ? 0 : evaluated.front().work();
  while (evaluated.size() < stretch.most && (evaluated.size() < 2 || work < budget.work)) {
    run_next(stretch, order, walks, budget, evaluated);
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
  if (evaluated.back().work() >= GroupWalks::kWorthExpecting) {
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

LaunchSample sample_launch(const SampledCode& code, const GroupOrder& order,
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
  return sample_launch(code, order, evaluator, {}, budget);
}

LaunchSample sample_launch(const SampledCode& code, const GroupOrder& order,
                           GroupEvaluator& evaluator, const Help& help,
                           const SamplingBudget& budget) {
  const GroupId& groups = order.groups();
  const std::uint64_t count = order.count();
  if (count == 0) {
    throw Error(ErrorKind::input, "a launch without work-groups has nothing to look at");
  }
  GroupWalks walks(code, evaluator, help);
  Survey spread = survey(order, walks, budget, code.has_masked_accesses);
  std::vector<WalkedGroup>& surveyed = spread.groups;
  const WalkedGroup* const typical = take_one_way(surveyed) ? nullptr : &typical_of(surveyed);
  const Contention contention = contention_of(surveyed, order);

  LaunchSample sample;
  sample.groups.groups = groups;
  sample.groups.rows_of_order = order.rows();
  const Stretch stretch =
      spread.ends_with_head ? stretch_across(order, budget) : stretch_of(order, typical, budget);
  const bool is_one_row = groups[1] * groups[2] == 1;
  const auto neighbours = [&](std::size_t first, std::size_t last) {
    for (const unsigned dimension : {1U, 2U}) {
      auto& traces = dimension == 1 ? sample.groups.row_before : sample.groups.plane_before;
      std::uint64_t spent = 0;
      for (const GroupId& id :
           groups_before({stretch.start + first, last - first}, order, dimension)) {
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
    evaluated.swap(surveyed);
    std::ranges::sort(evaluated, {},
                      [&](const WalkedGroup& group) { return order.place_of(group.id); });
  } else {
    const WalkedGroup& alike = typical != nullptr ? *typical : surveyed.back();
    if (alike.work() >= GroupWalks::kWorthExpecting) {
      walks.expect(with_head(stretch, order, alike.work(), budget, code.has_masked_accesses));
    }
    run_next(stretch, order, walks, budget, evaluated);
  }
  const bool are_two = stretch.most > 1 && evaluated.front().work() >= budget.work && !is_one_row;
  if (are_two && are_all_walked(count)) {
    AccessTrace& trace = evaluated.front().record.trace;
    trace = last_touches(std::span(&trace, 1), GroupWalks::kThinnedLineBytes);
  }
  run_stretch(stretch, order, walks, budget, evaluated);
  const std::size_t first = evaluated.size() / 2;

  const std::span<const WalkedGroup> counted = std::span(evaluated).subspan(first);
  const std::span<const WalkedGroup> all_over = are_all_walked(count) ? evaluated : surveyed;
  const std::span<const WalkedGroup> standing_for_all = typical == nullptr ? counted : all_over;
  average(standing_for_all, sample);
  if (typical != nullptr) {
    sample.uneven = work_by_place(all_over, order);
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
  std::optional<TracedPath> path;
  const bool is_much = evaluated.front().work() >= GroupWalks::kWorthExpecting;
  Beside following(is_much && code.code != nullptr ? help.second : nullptr, [&] {
    if (code.code != nullptr) {
      path = typical_path(code, sample, std::span(evaluated).subspan(first));
    }
  });
  const double jumps_of_core =
      branches * static_cast<double>(order.count()) / static_cast<double>(order.cores());
  Mispredictions unforeseen = mispredictions(surveyed, evaluated, jumps_of_core);
  following.finish();
  sample.path = std::move(path);
  sample.mispredictions = branches * unforeseen.of_all;
  sample.doubtful_jumps = branches * unforeseen.doubtful;
  sample.surprise_bits = branches * unforeseen.surprise_bits;
  sample.passes.unforeseen = std::move(unforeseen.of_branch);
  // Not before: the second thread walks them meanwhile.
  neighbours(first, std::min(evaluated.size(), first + SampledGroups::kJudgedGroups));
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
