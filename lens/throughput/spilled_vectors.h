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
//   n                   8   12   16   20   24   28   34   38   40   44   48   56   64  100  120
//   fused              12   19   26   35   43   50   59   70   61   53   52   59   68  102  126
//     beside 28        23   33   40   52   54   64   74   73   70   66   67   75   83  123  138
//     beside 60             40        67        80   88   90   93   85   79   90  102  140  159
//
//   n                   8   12   16   24   35   48
//   products           12        23   34   50
//     beside 28        19   24   28   38   53   55
//   sums               11        20   31   43
//     beside 28        18   21   25   33   45   48
//
// So what is fused goes round two and a half times more for each that comes back, once more where
// its store is 46 or more stores behind. (Timed while a neighbour works on the core's other thread,
// these take up to a quarter longer, and vectors of 16 and 32 bytes up to a third.)
[[nodiscard]] double cycles_of_spilled_vectors(const MachineCode& code, const BasicBlock& block);

}  // namespace clgauge::lens
