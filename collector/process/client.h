#pragma once

#include <cstdint>
#include <string>

#include "collector/kernel/kernel_model.h"
#include "collector/kernel/launch.h"
#include "collector/removal/strip.h"
#include "collector/source.h"

namespace clgauge::collector {

// What one analysis may use. A source is input from outside: it may make the compiler or the
// analysis loop, or ask for all memory there is.
struct CollectLimits {
  double wall_seconds = 20;
  std::uint64_t memory_bytes = std::uint64_t{4} << 30U;
};

// collect() in a process of its own, clgauge-collector ($CLGAUGE_COLLECTOR names another): the
// caller links no LLVM, and a source that crashes or hangs the compiler costs one Error. Throws
// what collect() throws, Error(timeout) beyond the limits, Error(internal) when the process died.
// Thread-safe.
[[nodiscard]] KernelModel collect_in_process(const Source& source, const std::string& kernel,
                                             const LaunchDescription& launch,
                                             const CollectLimits& limits = {});

// strip() in such a process. Throws what strip() throws, and as above. Thread-safe.
[[nodiscard]] StrippedKernel strip_in_process(const Source& source, const std::string& kernel,
                                              const StripOptions& options,
                                              const CollectLimits& limits = {});

// prepared_bitcode() in such a process. Throws what that throws, and as above. Thread-safe.
[[nodiscard]] std::string bitcode_in_process(const Source& source, const std::string& kernel,
                                             const CollectLimits& limits = {});

}  // namespace clgauge::collector
