#pragma once

#include <string_view>

#include "lens/code/zen.h"

namespace clgauge::lens {

// From an address to what computes with what lies there, in the first cache. Cycles.
struct LoadTimes {
  unsigned general = 0;      // in general registers
  unsigned vector = 0;       // in vectors of 128 bits
  unsigned wide_vector = 0;  // in longer ones
  // More where an index is scaled, or base, index and displacement are all there.
  unsigned long_address = 0;
};

// Of a Zen 4, by chains through addresses (an EPYC 9004): MOVZX 4, of a long address 5, MOVSX 5 and
// 6, ADD 5 and 6; vectors there and back by VMOVD 9, where VMOVD alone takes 3.
inline constexpr LoadTimes kLoadTimesOfZen4{4, 6, 6, 1};
// Of a Zen 5 (an EPYC 9005).
inline constexpr LoadTimes kLoadTimesOfZen5{4, 6, 6, 0};

// Of the processor that LLVM calls so; nothing for those that were not timed.
[[nodiscard]] constexpr LoadTimes load_times_of(std::string_view cpu) {
  return cpu == kZen4 ? kLoadTimesOfZen4 : cpu == kZen5 ? kLoadTimesOfZen5 : LoadTimes{};
}

}  // namespace clgauge::lens
