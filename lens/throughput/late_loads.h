#pragma once

#include <cstdint>
#include <map>

namespace clgauge::lens {

// Loads that now and then find their line no nearer than in the third cache.
struct LateLoads {
  double cycles = 0;                     // that it takes beyond the second
  std::map<std::uint32_t, double> part;  // of the passes of each instruction
};

}  // namespace clgauge::lens
