#pragma once

#include <span>
#include <vector>

#include "lens/items/group_grid.h"
#include "lens/launch/group_order.h"
#include "lens/launch/group_walks.h"
#include "lens/launch/sample_launch.h"

namespace clgauge::lens {

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

[[nodiscard]] double mean_accesses(std::span<const WalkedGroup> groups);

// The group whose work is nearest to the average one's, as a ratio; of two, the one with more.
[[nodiscard]] const WalkedGroup& typical_of(std::span<const WalkedGroup> groups);
[[nodiscard]] const WalkedGroup& group_of_most_work(std::span<const WalkedGroup> groups);

// Fills in what of a sample is an average of what its groups counted.
void average(std::span<const WalkedGroup> evaluated, LaunchSample& sample);

// The work of surveyed groups, sorted by their places.
[[nodiscard]] std::vector<GroupWork> work_by_place(std::span<const WalkedGroup> surveyed,
                                                   const GroupOrder& order);

// Atomic updates of lines that groups of other cores update, too.
struct Contention {
  double part = 0;   // of all updates
  double lines = 0;  // that they are to: as many, if each had as many as the others
};
[[nodiscard]] Contention contention_of(std::span<const WalkedGroup> spread,
                                       const GroupOrder& order);
// LaunchSample::updates_of_visit.
[[nodiscard]] double updates_of_visit(std::span<const WalkedGroup> groups);

}  // namespace clgauge::lens
