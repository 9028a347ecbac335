#pragma once

#include <cstdint>

namespace clgauge::lens {

struct MachineCode;
struct BasicBlock;

// What a block takes at least on a Golden Cove for vectors of 64 bytes that it stores and loads
// again, as compilers do that run out of registers: what comes from a store that is still on its
// way comes late, and what computes with it goes round again meanwhile. Cycles of n times load,
// operation, store, alone and beside 28 operations of registers, natively (a Granite Rapids; other
// vectors take what ports say):
//
//   n                      8    12    16    24    35    48
//   fused               12.3          26    43    57
//     beside others     21.6    32    40    54    68    70
//   products            12.3          23    34    50
//     beside others     19.0    24    28    38    53    55
//   sums                10.7          20    31    43
//     beside others     17.9    21    25    33    45    48
//
// (Timed while a neighbour works on the core's other thread, these take up to a quarter longer, and
// vectors of 16 and 32 bytes up to a third.)
[[nodiscard]] double cycles_of_spilled_vectors(const MachineCode& code, const BasicBlock& block);

}  // namespace clgauge::lens
