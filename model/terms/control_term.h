#pragma once

#include <memory>

#include "model/terms/term.h"

namespace clgauge::model {

// Work by how a compiler can arrange the work-items that do it. CPU compilers turn work-items into
// the lanes of vectors where control flow is straight, may leave loops to run one work-item after
// another, and cut kernels apart at barriers, where live values go to memory. So the same operation
// has three costs; microbenchmarks of each kind tell them apart. The kind is the kernel's:
// "barrier" if it meets one, else "loop" if it has one, else "straight"; a launch in which
// hardly any work-item finds something to do is "empty".
//
// f_<kind>_float32, _float64, _float16, _int: plain arithmetic by work-item (an index operation
// counts for none). Global accesses by their neighbours along the first dimension: f_<kind>_unit
// (loads of neighbours), _uniform (loads of one place), _gather (all other loads), _store (to
// neighbours or one place), _scatter (all other stores). f_<kind>_local: accesses to neighbours or
// one place in local memory; _local_strided: all others, which meet in banks and cannot be vectors.
// f_<kind>_iterations: runs of loop bodies. f_<kind>_items: work-items. All counts are multiplied
// by what an uneven last wave of groups costs.
[[nodiscard]] std::unique_ptr<Term> control_term();

}  // namespace clgauge::model
