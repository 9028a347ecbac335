#pragma once

#include <array>
#include <cstdint>

#include "lens/items/group_grid.h"
#include "lens/launch/busiest_core.h"

namespace clgauge::lens {

// In which order a runtime deals out the groups of a launch: a core runs neighbours in it one after
// the other. PoCL goes by their number, x first. Intel's runtime has TBB halve the launch, the
// longest side each time (of equal ones z before x before y), until it has 64 boxes for each core,
// and goes through each by number, those of a half that was cut off last one after the other:
// checked against counters that all groups of launches of 47 x 450, 100 x 100, 16 x 256, 256 x 16,
// 16 x 16 x 16, 8 x 32 x 64, 64 x 4 x 4, 9 x 7 x 5 groups incremented on two cores, each of which
// met its half of them so. Launches of one dimension come by number either way. Immutable;
// thread-safe.
class GroupOrder {
 public:
  explicit GroupOrder(const GroupId& groups, std::uint64_t cores = 1,
                      Dealing dealing = Dealing::shares);

  [[nodiscard]] const GroupId& groups() const { return groups_; }
  [[nodiscard]] Dealing dealing() const { return dealing_; }
  [[nodiscard]] bool goes_by_number() const { return halvings_ == 0; }
  [[nodiscard]] std::uint64_t count() const { return groups_[0] * groups_[1] * groups_[2]; }

  // Of a place less than count(), and back.
  [[nodiscard]] GroupId at(std::uint64_t place) const;
  [[nodiscard]] std::uint64_t place_of(const GroupId& id) const;
  [[nodiscard]] std::uint64_t cores() const { return cores_; }
  // The core that runs it where all groups take as long: each runs neighbours.
  [[nodiscard]] std::uint64_t core_of(const GroupId& id) const {
    return place_of(id) * cores_ / count();
  }

  // Groups of a row, rows of a plane and planes of the launch as a core goes through them, on
  // average; their product is count().
  [[nodiscard]] std::array<double, 3> rows() const;

 private:
  GroupId groups_;
  std::uint64_t cores_;
  Dealing dealing_;
  unsigned halvings_ = 0;
};

}  // namespace clgauge::lens
