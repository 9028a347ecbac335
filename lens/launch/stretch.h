#pragma once

#include <cstdint>
#include <vector>

#include "lens/items/group_grid.h"
#include "lens/launch/group_order.h"
#include "lens/launch/group_walks.h"
#include "lens/launch/sample_launch.h"

namespace clgauge::lens {

using Wanted = GroupWalks::Wanted;
using Expected = std::vector<GroupWalks::Expected>;
inline constexpr Wanted kCounts{};
inline constexpr Wanted kTrace{.recorded = {.trace = true}};
inline constexpr Wanted kLines{.recorded = {.trace = true}, .lines = true};
inline constexpr Wanted kForwarding{.recorded = {.forwarding = true}};
inline constexpr Wanted kTraceAndForwarding{.recorded = {.trace = true, .forwarding = true}};

// Of so few all are in the stretch whatever they do: what is wanted of them there is asked for when
// they are surveyed.
constexpr bool are_all_walked(std::uint64_t count) { return count <= 2; }

// Which groups to run one after the other, by their places in the order: the second half of them is
// counted.
struct Stretch {
  std::uint64_t start = 0;
  std::uint64_t most = 0;
};

// The groups one row (1) or plane (2) before those of a stretch, as far as they come before all of
// it.
[[nodiscard]] std::vector<GroupId> groups_before(const Stretch& stretch, const GroupOrder& order,
                                                 unsigned dimension);

// From the middle on, where no group meets an edge of the grid; where groups differ, with the
// typical one at the head of those that are counted. Small launches from the start.
[[nodiscard]] Stretch stretch_of(const GroupOrder& order, const WalkedGroup* typical,
                                 const SamplingBudget& budget);

// Far from the first group of a survey, across both diagonals from it: where the work is a triangle
// the two take different ways, which those in the middle may not.
[[nodiscard]] Stretch stretch_across(const GroupOrder& order, const SamplingBudget& budget);

// What is wanted of the first of a stretch. Where it takes long, and is followed by another one, it
// only warms caches. What is long is kept no longer than it has to be: memory that comes from the
// system anew takes longer than filling it.
[[nodiscard]] Wanted head_of(const Stretch& stretch, const GroupOrder& order,
                             const SamplingBudget& budget);

// What will be asked for behind the first group of a stretch, if each of its groups is so much
// work. `asks_for_faults`: of groups at the edge.
[[nodiscard]] Expected behind_head(const Stretch& stretch, const GroupOrder& order,
                                   std::uint64_t work, const SamplingBudget& budget,
                                   bool asks_for_faults);

// The head itself is the last of them: who walks the group before it asks for it next.
[[nodiscard]] Expected with_head(const Stretch& stretch, const GroupOrder& order,
                                 std::uint64_t work, const SamplingBudget& budget,
                                 bool asks_for_faults);

}  // namespace clgauge::lens
