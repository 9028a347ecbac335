#include "lens/launch/stretch.h"

#include <algorithm>

#include "lens/launch/suppressed_faults.h"

namespace clgauge::lens {

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

Stretch stretch_across(const GroupId& groups, std::uint64_t count, const SamplingBudget& budget) {
  Stretch stretch{number_of_group({groups[0] * 3 / 4, groups[1] / 3, groups[2] * 3 / 5}, groups),
                  std::min<std::uint64_t>(budget.most_groups, count)};
  stretch.start = std::min(stretch.start, count - stretch.most);
  return stretch;
}

Wanted head_of(const Stretch& stretch, const GroupId& groups, const SamplingBudget& budget) {
  Wanted wanted = stretch.most == 1 ? kTraceAndForwarding : kTrace;
  if (stretch.most > 1 && groups[1] * groups[2] != 1) {
    wanted.thinned_from_work = budget.work;
  }
  return wanted;
}

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

Expected with_head(const Stretch& stretch, const GroupId& groups, std::uint64_t work,
                   const SamplingBudget& budget, bool asks_for_faults) {
  Expected expected = behind_head(stretch, groups, work, budget, asks_for_faults);
  expected.push_back({group_of_number(stretch.start, groups), head_of(stretch, groups, budget)});
  return expected;
}

}  // namespace clgauge::lens
