#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clgauge::lens {

// A load that found what a store had left for it not long before. Instructions of the code, and
// which block of a path each was passed in.
struct TracedForwarding {
  std::uint32_t stored_in = 0;
  std::uint32_t store = 0;
  std::uint32_t loaded_in = 0;
  std::uint32_t load = 0;
  std::uint32_t bytes = 0;  // that are loaded

  friend bool operator==(const TracedForwarding&, const TracedForwarding&) = default;
};

// What a work-group ran through from its start on: blocks in their order, and what went through
// memory between their instructions, ascending by the blocks that load it.
struct TracedPath {
  std::vector<std::uint32_t> blocks;
  std::vector<TracedForwarding> forwarded;
};

// From one of its blocks to before another, by itself: with what went through memory within it.
// Thread-safe.
[[nodiscard]] TracedPath part_of(const TracedPath& path, std::size_t first, std::size_t last);

}  // namespace clgauge::lens
