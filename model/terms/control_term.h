#pragma once

#include <memory>

#include "model/terms/term.h"

namespace clgauge::model {

// Work by how a compiler can arrange the work-items that do it. CPU compilers turn work-items into
// the lanes of vectors where control flow is straight, may leave loops to run one work-item after
// another, and cut kernels apart at barriers, where live values go to memory. So the same operation
// has several costs; microbenchmarks of each kind tell them apart. The kind is the kernel's:
// "barrier" if it meets one, else "loop" if it has one ("vector" if the source names the vectors
// itself), else "straight"; a launch in which hardly any work-item finds something to do is
// "empty". The iterations of a loop that runs a small number of times which no size decides count
// for nothing: it is unrolled.
//
// f_<kind>_float32, _float64, _float16, _int: plain arithmetic by work-item (an index operation
// counts for none), that of kernels with barriers as "loop" or "straight" (arrangement.h);
// f_loop_packed_float32, _float64 in place of f_loop_float32, _float64 where a loop hands on many
// variables. f_<kind>_registers: the floating-point part of it in vector instructions;
// _spilled: those of them whose value has no register (register_use.h); both of "vector" only.
// Global accesses by their neighbours along the first dimension: f_<kind>_unit (loads of
// neighbours), _uniform (loads of one place), _gather (all other loads), _store (to neighbours or
// one place), _scatter (all other stores). Of the loads of neighbours, f_loop_far are those that go
// on elsewhere in the next iteration of a loop: no compiler keeps the vectors that lie along both.
// f_barrier_inner are those in loops without a barrier. f_<kind>_local: accesses to neighbours or
// one place in local memory; _local_strided: all others, which meet in banks and cannot be vectors.
// f_<kind>_lone: instructions of work-items that nothing lays side by side (lone_items.h).
// f_<kind>_iterations: runs of bodies of loops without a barrier, _steps: of loops with one,
// _carried: 32-bit words that live across these. f_<kind>_items: work-items. All counts are
// multiplied by what an uneven last wave of groups costs.
[[nodiscard]] std::unique_ptr<Term> control_term();

}  // namespace clgauge::model
