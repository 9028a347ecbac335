#pragma once

#include "collector/kernel/kernel_model.h"

namespace clgauge::model {

// Whether an access is to a private array that compilers keep in memory. Small arrays become
// registers once the loops over them are unrolled; not so, by what they cost, one whose elements a
// loop moves on (q[r] = q[r + 1]): LLVM seems to make a memmove of it first. On a Golden Cove each
// access to such a queue takes 40 to 80 ps of two cores by Intel's runtime, 15 to 40 by PoCL 3.1,
// where as many accesses to an array whose elements stay take 4 to 8 ps.
[[nodiscard]] bool is_kept_in_memory(const collector::KernelModel& model,
                                     const collector::Access& access);

}  // namespace clgauge::model
