#pragma once

#include <string>

#include "device/device.h"
#include "device/handles.h"
#include "device/program_cache.h"

namespace clgauge::device {

struct BuiltProgram {
  ProgramHandle program;
  bool from_cache = false;
  double seconds = 0;  // of the driver's compile, or of reading and linking the cached binary
};

// Compiles `source` for `device`, or takes its binary from `cache` when the driver accepts it.
// Throws Error(input) with the build log in detail() when it does not compile.
[[nodiscard]] BuiltProgram build_program(cl_context context, cl_device_id device,
                                         const Identity& identity, const ProgramCache& cache,
                                         const std::string& source, const std::string& options);

// The binary of a program built for one device; empty when the driver gives none.
[[nodiscard]] std::string binary_of(cl_program program);

}  // namespace clgauge::device
