#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/radical_inverse.h"

namespace clgauge::lens {

// Which group of a launch, and how many there are.
using GroupId = std::array<std::uint64_t, 3>;

[[nodiscard]] inline std::uint64_t number_of_group(const GroupId& id, const GroupId& groups) {
  return (id[2] * groups[1] + id[1]) * groups[0] + id[0];
}

[[nodiscard]] inline GroupId group_of_number(std::uint64_t number, const GroupId& groups) {
  return {number % groups[0], number / groups[0] % groups[1], number / groups[0] / groups[1]};
}

// The k-th of a sequence of groups that fills the grid evenly.
[[nodiscard]] inline GroupId spread_group(std::size_t k, const GroupId& groups) {
  constexpr std::array<std::size_t, 3> kBases = {2, 3, 5};
  GroupId id{};
  for (std::size_t d = 0; d < id.size(); ++d) {
    id.at(d) = static_cast<std::uint64_t>(radical_inverse(k + 2, kBases.at(d)) *
                                          static_cast<double>(groups.at(d)));
  }
  return id;
}

// The first groups of that sequence, each once: so many, or all that there are. Those that it is
// slow to come to are last, by number.
[[nodiscard]] std::vector<GroupId> spread_groups(std::size_t most, const GroupId& groups);

}  // namespace clgauge::lens
