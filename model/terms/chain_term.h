#pragma once

#include <memory>

#include "model/terms/term.h"

namespace clgauge::model {

// f_chain: what work-items wait for results before they can use them, in cycles of their longest
// chains of dependent operations (collector/kernel/chain.h), one work-item after the other: the
// recurrences of loops by iteration, and what lies outside of loops. A core that has other work in
// flight does not wait: where a work-item is so short that a core's window holds several of them,
// their chains run side by side. Compilers put work-items of straight code into the lanes of
// vectors, and so many share a chain as have their values in one register: what is wider than 32
// bits counts more. A loop with a barrier changes to the other work-items in each iteration, and
// counts for none. f_loop_chain: the same of kernels that have a loop without one (arrangement.h),
// where each work-item may wait alone, however wide its values are.
[[nodiscard]] std::unique_ptr<Term> chain_term();

}  // namespace clgauge::model
