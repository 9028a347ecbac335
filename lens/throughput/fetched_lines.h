#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/throughput/lowered.h"

namespace clgauge::lens {

// What a core fetches of decoded code in a cycle: a Zen 4 up to nine operations, as far as one line
// of 64 bytes goes, and nothing of what comes behind a jump that is taken. Loops of n moves, a
// fused jump among them, cycles a round (EPYC 9004), where six are dispatched in a cycle:
//
//   n                  6    8    9   10   12   13   15   16   19
//   within a line    1.0  1.4  1.5  2.0  2.0  2.2  2.5  2.7  3.2
//   across its end   2.0  2.0  2.0  2.0  2.0
//
// A Zen 5 dispatches eight. Rounds of NOPs, of one byte (of eight), cycles (EPYC 9005): lines
// matter little, what is no short run has a cycle more.
//
//   n                  8    9   10   12   13   16   20   24   25   32   48   64  241
//                    1.1  1.2  1.3  1.6  3.0  3.0  3.0  3.0  5.0  5.0  7.1  9.1   31
//                                  (1.6)      (4.1)      (4.1)          (6.1)
//
// What comes behind two jumps that are taken it fetches in one cycle, but not where another jump
// follows the first one in its line. Loops of n rounds of a fused jump alone, entered over and over
// by a jump in the same line, or in another one, cycles an entry:
//
//   n                  1    2    3    4    5    6    8   12   16
//   same line        1.0  1.0  3.0  4.0  5.0  6.0  8.0   12   16
//   another one      1.0  1.0  1.5  1.5  2.0  2.0  2.5  3.5  4.5
//
// A Zen 4's moves of 6 bytes, more than nine a line, go at 5.9 a cycle: what is left of one comes
// with the next.
enum class Fetch : std::uint8_t {
  with_before,  // in the same line
  next_line,
  along,      // behind a jump that is taken, and the last one of its line
  elsewhere,  // behind any other jump that is taken
};

// Of a sequence's instructions, by their places in the code. Nothing for a processor that is not
// known to fetch so.
[[nodiscard]] std::vector<Fetch> fetches_of(std::span<const std::uint32_t> places,
                                            const MachineCode& code, std::string_view cpu);

// Whether each instruction comes a cycle after the one before: where fetching holds up a core that
// dispatches `width` in a cycle, from one taken jump to the next. Instructions without operations
// are fused with the one before; null ones are none, and are left out of what is returned.
[[nodiscard]] std::vector<bool> fetched_apart(const Lowered& instructions,
                                              const std::vector<Fetch>& fetches, unsigned width,
                                              std::string_view cpu);

}  // namespace clgauge::lens
