#pragma once

#include <memory>

#include "model/terms/term.h"

namespace clgauge::model {

// Work by how a compiler can arrange the work-items that do it. CPU compilers turn work-items into
// the lanes of vectors where control flow is straight, may leave loops to run one work-item after
// another, and cut kernels apart at barriers, where live values go to memory. So the same operation
// has three costs; microbenchmarks of each kind tell them apart. The kind is the kernel's:
// "barrier" if it meets one, else "loop" if it has one, else "straight".
//
// f_<kind>_float32, _float64, _int: plain arithmetic by work-item (an index operation counts for
// none); f_<kind>_unit: global accesses whose neighbours are neighbours in memory or the same;
// f_<kind>_gather: all other global accesses; f_<kind>_local: accesses to local memory;
// f_<kind>_iterations: runs of loop bodies. f_<kind>_items: work-items.
[[nodiscard]] std::unique_ptr<Term> control_term();

}  // namespace clgauge::model
