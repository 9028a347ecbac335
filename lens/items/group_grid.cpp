#include "lens/items/group_grid.h"

#include <algorithm>
#include <unordered_set>

namespace clgauge::lens {

std::vector<GroupId> spread_groups(std::size_t most, const GroupId& groups) {
  constexpr std::size_t kTriesOfEach = 4;
  const std::size_t count = std::min<std::size_t>(most, groups[0] * groups[1] * groups[2]);
  std::vector<GroupId> spread;
  std::unordered_set<std::uint64_t> known;
  const auto add = [&](const GroupId& id) {
    if (known.insert(number_of_group(id, groups)).second) {
      spread.push_back(id);
    }
  };
  for (std::size_t k = 0; spread.size() < count && k < kTriesOfEach * count; ++k) {
    add(spread_group(k, groups));
  }
  for (std::uint64_t number = 0; spread.size() < count; ++number) {
    add(group_of_number(number, groups));
  }
  return spread;
}

}  // namespace clgauge::lens
