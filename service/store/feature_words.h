#pragma once

#include <algorithm>
#include <string_view>
#include <utility>

namespace clgauge::service {

// Of `f_*_l1_conflicts`, by a kernel and by its loops: misses of the first cache that wait for
// others of their set.
inline constexpr const char* kFirstCacheConflicts = "conflicts in the first cache";

// What a table says of the features that a cost multiplies ("f_a + f_b"): the table's first entry
// whose text the name of the first of them holds; empty where there is none. Thread-safe.
template <typename Table>
[[nodiscard]] std::string_view words_in(const Table& table, std::string_view features) {
  const std::string_view first = features.substr(0, features.find(" + "));
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& entry) {
    return first.find(entry.first) != std::string_view::npos;
  });
  return found == table.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace clgauge::service
