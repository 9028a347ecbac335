#pragma once

#include <cstdint>
#include <string_view>

#include "lens/code/zen.h"
#include "lens/throughput/golden_cove.h"

namespace clgauge::lens {

// A load that finds nearly every time what a store has left for it not long before: the next link
// of a chain through memory.
struct Forwarding {
  std::uint32_t store = 0;  // instructions of the code
  std::uint32_t load = 0;
  std::uint32_t rounds = 0;  // passes of the loop that both belong to, between the two
  std::uint32_t bytes = 0;   // that are loaded

  friend bool operator==(const Forwarding&, const Forwarding&) = default;
};

// From a store's data to the load's result, or to what computes with it, in cycles. A Zen 4:
// `vmovss (p),x; vmovss x,(p)` takes 8.9 a round, with VADDSS (3 cycles) between them 11.9, with
// VFMADD231SS (4) 12.9; of 32 bytes one more, of 64 three. Of general registers `add (p),r; mov
// r,(p)` takes 7.4, MOVZX of a byte, ADD and a store 7.4, where they are not renamed.
// A Golden Cove: 6.0 of 4 and 16 bytes, 8.0 of 32, 6.6 of 64, with VADDSS 9.1, with VFMADD231SS 10;
// of general registers the same. A Zen 5: 9.0 of 4 to 32 bytes, 11.1 of 64; MOVZX of a byte, ADD
// and a store 8.0.
[[nodiscard]] constexpr double forwarding_cycles(std::string_view cpu, bool is_general,
                                                 std::uint32_t bytes) {
  return cpu == kGoldenCove ? (bytes > 32   ? 7
                               : bytes > 16 ? 8
                                            : 6)
         : cpu == kZen5     ? (is_general   ? 7
                               : bytes > 32 ? 11
                                            : 9)
         : is_general       ? 6.4
                            : (bytes > 32   ? 12
                               : bytes > 16 ? 10
                                            : 9);
}

// How a general register goes through memory.
struct ThroughMemory {
  bool stored_by_index = false;
  bool loaded_by_index = false;
  bool is_moved = false;  // loaded by MOV, or changed where it is
  std::uint32_t bytes = 0;
};

// Whether a store of a general register and a load that finds it are as good as a copy of the
// register. A Zen 4's are (a load, ADD and a store 1.0 cycles a round, INC of memory 1.0) where
// four bytes or more are moved, not computed with: with an operand in memory, ADD, CMP and MOVSX
// take 7.4 to 8.6 a round, but by an index 1.0 to 2.0; of one byte and of two always 7.4. A Golden
// Cove's are where both addresses are a base and a displacement (a load, ADD and a store 1.0, INC
// of memory 1.0); by an index INC of one counter takes 7.0, sixteen of them one behind the other,
// of 1, 2 and 4 bytes, whatever registers the address is made of; a running sum `a[i] += a[i - 1]`
// 6.4. Of a Zen 5 all take 1.0, computed with or not, with an index or not, but for bytes.
[[nodiscard]] constexpr bool renames_memory(std::string_view cpu, const ThroughMemory& way) {
  constexpr std::uint32_t kFewestBytes = 4;
  return cpu == kGoldenCove ? !way.stored_by_index && !way.loaded_by_index
         : cpu == kZen5     ? way.bytes >= kFewestBytes
                            : way.bytes >= kFewestBytes && (way.is_moved || way.loaded_by_index);
}

// Whether stores to two lines forward. A Zen 3: a load, an addition and a store of 32 bytes over
// and over take 12.6 cycles a round at any place, 1, 2, 4 or 8 of them beside each other (a store
// of two lines keeps its port for two cycles). A Zen 4: 13.8, 14.0, 16.4 with 1, 2, 8 of them. A
// Golden Cove: a load and a store of 16, 32, 64 bytes over two lines 8.8, 8.0, 7.1 a round.
[[nodiscard]] constexpr bool forwards_split_stores(std::string_view cpu) {
  return cpu == kZen3 || is_zen4_or_later(cpu) || cpu == kGoldenCove;
}

}  // namespace clgauge::lens
