#pragma once

#include <cstdint>
#include <optional>

#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {

// Rows, or planes, of the data that a launch of one dimension goes through: so many groups ago
// lines were last used that the group before did not touch.
struct GroupsBack {
  double least = 0;
  double most = 0;
  [[nodiscard]] double middle() const { return (least + most) / 2; }
};
struct DataRows {
  GroupsBack row;
  std::optional<GroupsBack> plane{};
};

// From what two groups, one after the other, touch: a group comes so much further in memory for
// each one before it, so that what it touches far ahead of a line is how far ago that line's turn
// was, for groups that do the same. Nothing where hardly a line is met again so, within the
// `most_groups` before. Thread-safe.
[[nodiscard]] std::optional<DataRows> data_rows(const AccessTrace& before, const AccessTrace& group,
                                                double most_groups);

}  // namespace clgauge::lens
