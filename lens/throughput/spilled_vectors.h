#pragma once

#include <cstdint>

namespace clgauge::lens {

struct MachineCode;
struct BasicBlock;

// What a block takes at least on a Golden Cove for vectors that it stores and loads again, as
// compilers do that run out of registers: a load of 64 bytes from a store that is still on its way
// comes late, and what computes with it goes round again meanwhile. Cycles of n times load, fused
// multiply-add, store, and of as many with one more fused multiply-add of registers each, natively
// (a Granite Rapids):
//
//   n                 8    16    24    35    48
//   16 bytes        8.3    11    15    18    28
//   32 bytes         10    16    22    23    34
//     one more       11    17    29    40    55
//   64 bytes         13    27    46    63    52
//     one more       17    43    62    86    88
//
// 24 stores and then as many additions of what they left: of 32 bytes 20, of 64 34. A round of
// Intel's runtime, 28 operations of registers and 35 triples of 64 bytes: fused 84, products 63,
// sums 57.
[[nodiscard]] double cycles_of_spilled_vectors(const MachineCode& code, const BasicBlock& block);

}  // namespace clgauge::lens
