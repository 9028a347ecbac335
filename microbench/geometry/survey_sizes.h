#pragma once

#include <cstddef>
#include <vector>

namespace clgauge::microbench {

// Nodes of most walks: no line is shorter in anything that is sold.
inline constexpr std::size_t kNodeBytes = 64;
inline constexpr std::size_t kWindowNodes = 512;
// No power of two: compilers make one slow instruction of eight loads. So many go on at once as a
// kernel's loads would, and keep as much of a shared cache for themselves.
inline constexpr unsigned kWalks = 7;
inline constexpr unsigned kSlowWalks = 2;
// Between nodes of which no two lie in one line.
inline constexpr std::size_t kLongestLine = 256;
inline constexpr std::size_t kLeastFootprint = 8192;

[[nodiscard]] inline std::size_t whole(double value) { return static_cast<std::size_t>(value); }

// From `low` to `high`, so many in an octave, at even distances.
[[nodiscard]] inline std::vector<std::size_t> sizes(std::size_t low, std::size_t high,
                                                    std::size_t in_octave) {
  std::vector<std::size_t> all;
  for (std::size_t octave = 1; octave <= high; octave *= 2) {
    for (std::size_t part = 0; part < in_octave; ++part) {
      const std::size_t size = octave + octave * part / in_octave;
      if (size >= low && size <= high && (all.empty() || size > all.back())) all.push_back(size);
    }
  }
  return all;
}

}  // namespace clgauge::microbench
