#include "lens/traffic/core_waits.h"

namespace clgauge::lens {
namespace {

// Timed on an Emerald Rapids, a core alone. Loads from random places of memory with k additions
// between two wait for each other's line up to k = 120, for one line in two up to 190, and for
// every one from 250 on: registers for 280 results, not the 512 entries of the reorder buffer, are
// what a window holds. Lines of the second cache by turns, pages of 2 MiB, cycles an access:
//
//   lines of      one set  2 sets  4 sets  8 sets  16 sets  64 sets
//   loads             2.9     1.7     1.6     1.6      1.7      1.6
//   stores             12      11      11     6.5      4.8      4.5
//   both              13      9.5      10     6.6      4.5      4.4
//
// 16 lines of a set of 12 ways as many as 128; with 28 micro-operations beside each store 11.6
// where others take 9.2, with 36 no more than others. A store to one line among loads of 128 others
// of its set takes no longer than to a line of another set: it is new lines that are lost.
//
// Loads and stores of a page that is not there take 52 to 62 cycles under a mask of AVX-512 that
// leaves all out, as idle vectors of Intel's runtime have it; under one that leaves a part out, in
// the last vector of an array, 255 (stores) and 400, VMASKMOVPS 260 and 310 whatever the mask.
//
// Gathers of the 16 lanes of one line take 8.7 cycles from the first cache, 11 from the second in
// order, 14 to 17 from there at other strides, with pages of 4 KiB or of 2 MiB (a load of all the
// line 1.2 to 1.7; sixteen loads of a word 5.4, 9.2, 14 to 15): all its lanes are loaded again.
constexpr CoreWaits kGoldenCove{256, 448, 112, 5, 0.25, 12, 55};

}  // namespace

CoreWaits core_waits(std::string_view cpu) {
  // Those that have, or that LLVM takes for one that has, a core of this line.
  const bool is_golden_cove =
      cpu == "sapphirerapids" || cpu == "alderlake" || cpu.starts_with("icelake");
  return is_golden_cove ? kGoldenCove : CoreWaits{};
}

}  // namespace clgauge::lens
