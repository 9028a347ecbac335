#pragma once

#include <algorithm>
#include <span>

namespace clgauge::lens {

// How many times as many lines share a part of a cache as would if all its parts had as many: 1, or
// up to as many as there are parts. As many lines as parts, or fewer, crowd nowhere.
[[nodiscard]] inline double crowding_of(std::span<const double> lines_by_part) {
  double all = 0;
  double squares = 0;
  for (const double lines : lines_by_part) {
    all += lines;
    squares += lines * lines;
  }
  const auto parts = static_cast<double>(lines_by_part.size());
  return all > 0 ? std::max(1.0, parts * (squares - all) / (all * all)) : 1;
}

}  // namespace clgauge::lens
