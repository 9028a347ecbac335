#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lens/ptx/item_launch.h"
#include "lens/ptx/lane_runner.h"

namespace clgauge::lens::ptx {

// Takes what sub-groups do.
class GroupObserver {
 public:
  virtual ~GroupObserver() = default;
  // The accesses are valid during the call.
  virtual void ran(std::size_t sub_group, const BlockRun& run) = 0;
  virtual void ended(std::size_t sub_group, unsigned items) = 0;
};

// Walks a group: its sub-groups one after the other, each up to a barrier, then all up to the next,
// so that what local memory holds behind a barrier is what all wrote before it. Not thread-safe.
class GroupWalker {
 public:
  // `program` must outlive it. Throws what ItemLaunch throws.
  GroupWalker(const Program& program, const EvaluatedLaunch& launch, const WalkLimits& limits);

  // Group (x, y, z). Throws Refusal that names the line of the PTX.
  void walk(const Ids& group, GroupObserver& observer);

  [[nodiscard]] const ItemLaunch& launch() const { return launch_; }
  [[nodiscard]] std::uint64_t items() const;

 private:
  [[nodiscard]] std::size_t sub_groups() const { return (items() + kLanes - 1) / kLanes; }
  void begin(std::size_t sub_group, const Ids& group, LaneRunner& runner) const;

  ItemLaunch launch_;
  bool stops_at_barriers_ = false;
  std::vector<LaneRunner> runners_;  // one for each sub-group, where they stop at barriers
};

}  // namespace clgauge::lens::ptx
