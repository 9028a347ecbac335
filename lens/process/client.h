#pragma once

#include <cstdint>
#include <vector>

#include "lens/process/request.h"

namespace clgauge::lens {

// What one process may use. An object is input from outside: it may make the evaluation run long.
struct LensLimits {
  double wall_seconds = 300;
  std::uint64_t memory_bytes = std::uint64_t{8} << 30U;
};

// Looks at compiled kernels in processes of their own, clgauge-lens ($CLGAUGE_LENS names another),
// at most one a processor: the caller links no LLVM, and an object that crashes the decoder costs
// the batch, not the caller. One answer for each request, in order; what cannot be evaluated is
// refused in its answer. Throws Error(timeout) beyond the limits, Error(internal) when the process
// died. Thread-safe.
[[nodiscard]] std::vector<LensAnswer> look_in_process(const std::vector<LensRequest>& requests,
                                                      const LensLimits& limits = {});

// This machine's, as MachineShape::processor names one. Throws as above.
[[nodiscard]] std::string processor_here();

}  // namespace clgauge::lens
