#include "lens/launch/survey.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "lens/launch/group_averages.h"
#include "lens/launch/stretch.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kManyGroups = 256;
constexpr std::uint64_t kMuchMore = 2;  // times
// A group that has done this part of much work is likely to do all of it.
constexpr std::uint64_t kLikelyMuch = 4;

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

}  // namespace

bool take_one_way(std::span<const WalkedGroup> groups) {
  const WalkedGroup& first = groups.front();
  return std::all_of(groups.begin(), groups.end(), [&](const WalkedGroup& group) {
    const auto [less, more] = std::minmax(group.record.counts.all, first.record.counts.all);
    return group.counts.block_counts == first.counts.block_counts && more <= kMuchMore * less;
  });
}

Survey survey(const GroupOrder& order, GroupWalks& walks, const SamplingBudget& budget,
              bool asks_for_faults) {
  const GroupId& groups = order.groups();
  const std::uint64_t count = order.count();
  const Wanted& wanted = are_all_walked(count) ? kTraceAndForwarding : kCounts;
  const Stretch across = stretch_across(order, budget);
  const Stretch middle = stretch_of(order, nullptr, budget);
  const bool may_be_head = count <= budget.most_groups;  // {0, 0, 0}: the stretch is all groups
  const Wanted of_first = may_be_head ? head_of(middle, order, budget) : kCounts;
  const std::vector<GroupId> spread = spread_groups(budget.most_doubtful, groups);
  // If the k-th of them and those before it take one way, or do not.
  const auto expected_from = [&](std::size_t k, std::uint64_t work) -> Expected {
    Expected expected;
    if (k < spread.size()) {
      expected.push_back({spread[k], wanted});
    }
    if (k > 1) {
      for (std::size_t ahead = k + 1; ahead < std::min(k + 3, spread.size()); ++ahead) {
        expected.push_back({spread[ahead], wanted});
      }
    } else if (!are_all_walked(count)) {
      expected.push_back({{0, 0, 0}, of_first});
      const Expected next = may_be_head ? behind_head(middle, order, work, budget, asks_for_faults)
                                        : with_head(middle, order, work, budget, asks_for_faults);
      expected.insert(expected.end(), next.begin(), next.end());
    }
    return expected;
  };
  std::vector<WalkedGroup> surveyed;
  std::uint64_t work = 0;
  std::optional<WalkedGroup> first;
  for (std::size_t k = 0; k < spread.size(); ++k) {
    const bool is_enough = k >= budget.most_surveyed || work >= budget.survey_work;
    const bool is_much_work = work >= budget.doubtful_work && k >= budget.least_doubtful;
    if (k >= budget.least_surveyed && is_enough &&
        (is_much_work || doubt_of_mean_work(surveyed) <= budget.doubt)) {
      break;
    }
    if (first && spread[k] == GroupId{0, 0, 0}) {
      continue;
    }
    if (k > 0 && surveyed.back().work() >= GroupWalks::kWorthExpecting) {
      walks.expect(expected_from(k, surveyed.back().work()));
    }
    const std::uint64_t much_work = k == 0 ? budget.work / kLikelyMuch : GroupWalks::kNever;
    surveyed.push_back(walks.run(spread[k], wanted, much_work, [&] {
      return count < kManyGroups ? expected_from(1, budget.work)
                                 : with_head(across, order, budget.work, budget, asks_for_faults);
    }));
    work += surveyed.back().work();
    const bool is_much = surveyed.back().work() >= budget.work && count >= kManyGroups;
    if (k == 0 && is_much && budget.least_alike <= 2) {
      surveyed.push_back(walks.run(order.at(across.start), head_of(across, order, budget)));
      if (take_one_way(surveyed)) {
        return {std::move(surveyed), true};
      }
      surveyed.pop_back();
    }
    if (k + 1 == std::min<std::uint64_t>(budget.least_alike, count) && take_one_way(surveyed)) {
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

}  // namespace clgauge::lens
