#include "lens/launch/stretch.h"

#include <algorithm>

#include "lens/launch/suppressed_faults.h"

namespace clgauge::lens {
namespace {

// So many are walked of those that do much.
constexpr std::uint64_t kFirstOfStretch = 4;
constexpr std::uint64_t kFarthestBefore = 512;  // places

// Whether none of the first groups from here on is the last one of a row, a column or a plane, of
// which a part may have nothing to do.
bool begins_within(const GroupOrder& order, std::uint64_t start) {
  for (std::uint64_t place = start; place < std::min(start + kFirstOfStretch, order.count());
       ++place) {
    const GroupId id = order.at(place);
    for (std::size_t d = 0; d < id.size(); ++d) {
      if (order.groups().at(d) > kFirstOfStretch && id.at(d) + 1 == order.groups().at(d)) {
        return false;
      }
    }
  }
  return true;
}

// The place itself, or the next one before it where a stretch begins within the grid.
std::uint64_t within(const GroupOrder& order, std::uint64_t start) {
  if (order.goes_by_number()) {
    return start;
  }
  for (std::uint64_t back = 0; back <= std::min(start, kFarthestBefore); ++back) {
    if (begins_within(order, start - back)) {
      return start - back;
    }
  }
  return start;
}

}  // namespace

std::vector<GroupId> groups_before(const Stretch& stretch, const GroupOrder& order,
                                   unsigned dimension) {
  std::vector<GroupId> before;
  for (std::uint64_t place = stretch.start; place < stretch.start + stretch.most; ++place) {
    GroupId id = order.at(place);
    if (id.at(dimension) > 0) {
      --id.at(dimension);
      if (order.place_of(id) < stretch.start) {
        before.push_back(id);
      }
    }
  }
  return before;
}

Stretch stretch_of(const GroupOrder& order, const WalkedGroup* typical,
                   const SamplingBudget& budget) {
  const GroupId& groups = order.groups();
  Stretch stretch{order.place_of({groups[0] / 2, groups[1] / 2, groups[2] / 2}),
                  std::min<std::uint64_t>(budget.most_groups, order.count())};
  if (typical != nullptr) {
    const std::uint64_t within_budget = budget.work / std::max<std::uint64_t>(typical->work(), 1);
    stretch.most = std::min(stretch.most, std::max<std::uint64_t>(within_budget, 2));
    const std::uint64_t head = order.place_of(typical->id);
    stretch.start = head - std::min(head, stretch.most / 2);
  }
  stretch.start = std::min(stretch.start, order.count() - stretch.most);
  stretch.start = typical != nullptr ? stretch.start : within(order, stretch.start);
  return stretch;
}

Stretch stretch_across(const GroupOrder& order, const SamplingBudget& budget) {
  const GroupId& groups = order.groups();
  Stretch stretch{order.place_of({groups[0] * 3 / 4, groups[1] / 3, groups[2] * 3 / 5}),
                  std::min<std::uint64_t>(budget.most_groups, order.count())};
  stretch.start = within(order, std::min(stretch.start, order.count() - stretch.most));
  return stretch;
}

Wanted head_of(const Stretch& stretch, const GroupOrder& order, const SamplingBudget& budget) {
  const GroupId& groups = order.groups();
  Wanted wanted = stretch.most == 1 ? kTraceAndForwarding : kTrace;
  if (stretch.most > 1 && groups[1] * groups[2] != 1) {
    wanted.thinned_from_work = budget.work;
  }
  return wanted;
}

Expected behind_head(const Stretch& stretch, const GroupOrder& order, std::uint64_t work,
                     const SamplingBudget& budget, bool asks_for_faults) {
  const std::uint64_t each = std::max<std::uint64_t>(1, work);
  const std::uint64_t count =
      std::min(stretch.most, std::max<std::uint64_t>(2, (budget.work + each - 1) / each));
  Expected expected;
  for (std::uint64_t i = 1; i < count; ++i) {
    expected.push_back({order.at(stretch.start + i), kTraceAndForwarding});
  }
  const std::uint64_t judged =
      std::min<std::uint64_t>(count - count / 2, SampledGroups::kJudgedGroups);
  for (const unsigned dimension : {1U, 2U}) {
    std::uint64_t spent = 0;
    for (const GroupId& id : groups_before({stretch.start + count / 2, judged}, order, dimension)) {
      if (spent < budget.work) {
        expected.push_back({id, kLines});
      }
      spent += each;
    }
  }
  if (asks_for_faults) {
    expected.push_back({groups_at_last_end(order.groups()).front(), kCounts});
  }
  return expected;
}

Expected with_head(const Stretch& stretch, const GroupOrder& order, std::uint64_t work,
                   const SamplingBudget& budget, bool asks_for_faults) {
  Expected expected = behind_head(stretch, order, work, budget, asks_for_faults);
  expected.push_back({order.at(stretch.start), head_of(stretch, order, budget)});
  return expected;
}

}  // namespace clgauge::lens
