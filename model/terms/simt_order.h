#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/terms/nest.h"

namespace clgauge::model {

// A nest's levels in the order in which a GPU goes through them. Its sub-groups take turns, so that
// all of a group, and all groups that have room at once, are at the same iteration of a loop, more
// or less.
struct SimtOrder {
  std::size_t plain_levels = 0;    // of the nest: loops without a barrier
  std::size_t barrier_levels = 0;  // and with one

  // What groups do that know nothing of one another, but for what all of them read: lanes, the rest
  // of a group, then loops, then other groups elsewhere.
  void put_group(std::span<const Stream> nest, double groups, std::vector<Stream>& streams) const;

  // What the whole launch does, `at_once` groups of it side by side.
  void put_launch(std::span<const Stream> nest, double at_once, std::vector<Stream>& streams) const;
};

}  // namespace clgauge::model
