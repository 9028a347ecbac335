#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lens/launch/group_order.h"
#include "lens/launch/group_walks.h"
#include "lens/launch/sample_launch.h"

namespace clgauge::lens {

// Vector code takes one way through its blocks whatever its masks say, so that accesses count, too.
[[nodiscard]] bool take_one_way(std::span<const WalkedGroup> groups);

struct Survey {
  std::vector<WalkedGroup> groups;
  // The last of those is the head of the stretch that is walked next, with its trace.
  bool ends_with_head = false;
  std::optional<WalkedGroup> head{};  // the same, but none of those
};

// Groups all over the launch: two of them where these take one way, more where not. Or where the
// first group does much more than they: launches may be larger than the work there is. It is not
// asked where they are many and do much; there the head of a stretch is the second one, which has
// to be walked anyway.
[[nodiscard]] Survey survey(const GroupOrder& order, GroupWalks& walks,
                            const SamplingBudget& budget, bool asks_for_faults);

}  // namespace clgauge::lens
