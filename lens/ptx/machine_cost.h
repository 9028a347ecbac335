#pragma once

#include <vector>

#include "lens/ptx/module.h"

namespace clgauge::lens::ptx {

// The machine instructions of sm_90 that ptxas makes of PTX, for a sub-group of 32: how many are
// issued, and by which units of a multiprocessor they are done. Averages where more than one answer
// is possible; of calls of the compiler's own subroutines the common path. A multiprocessor issues
// four in a cycle; `lanes` are work-items a cycle.
struct MachineCost {
  double issue = 0;
  double fp32 = 0;         // 128 lanes
  double multiply = 0;     // of integers: 64 of the 128; products of 64 bits as two
  double integer = 0;      // 64 lanes: logic, shifts, comparisons, selections
  double fp64 = 0;         // 64 lanes
  double special = 0;      // 16 lanes: reciprocals, roots, logarithms, powers, sines
  double conversions = 0;  // by the same 16 lanes; also counting of bits
  double memory = 0;       // 32 lanes: loads, stores, atomics; vectors of up to 16 bytes as one
  double either = 0;       // by integer or multiply, whichever has less to do: adds, copies
  double dispatch = 0;     // cycles of a scheduler (dispatch.h); only in context

  MachineCost& operator+=(const MachineCost& other);
};

// Of an instruction by itself.
[[nodiscard]] MachineCost machine_cost(const Instruction& instruction);

// Of each instruction of a kernel, by what it stands among: multiplications that are added become
// one, constants and parameters cost nothing, nor do halves of numbers that nobody reads.
[[nodiscard]] std::vector<MachineCost> machine_costs(const Function& function);

// Cycles until an instruction can be issued that reads the result, or 0 if there is none: of loads
// from shared memory, or from the first cache; of comparisons until a jump. Sources:
// docs/lens-ptx.md.
[[nodiscard]] double latency_cycles(const Instruction& instruction);

}  // namespace clgauge::lens::ptx
