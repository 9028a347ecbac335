#pragma once

#include <cstdint>

#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

inline Access load(std::uint64_t address, std::uint32_t bytes = 4) {
  return {address, bytes, false, false};
}
inline Access store(std::uint64_t address, std::uint32_t bytes = 4) {
  return {address, bytes, true, false};
}

inline constexpr std::uint64_t kWindow = 64;  // accesses

// Of accesses by one core that has done nothing before.
inline HierarchyCounts run(const AccessTrace& trace) {
  HierarchySimulator simulator({}, kWindow);
  HierarchyCounts counts;
  simulator.run(trace, counts, nullptr);
  return counts;
}

}  // namespace clgauge::lens
