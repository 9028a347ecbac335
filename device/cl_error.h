#pragma once

#include <string>
#include <string_view>

#include "device/opencl.h"

namespace clgauge::device {

// "CL_OUT_OF_RESOURCES" for -5; "OpenCL error -9999" for a number the specification does not list.
[[nodiscard]] std::string status_name(cl_int status);

// Throws Error(device): which call failed on which device, the status's name, and what to do.
[[noreturn]] void fail(cl_int status, std::string_view call, std::string_view device);

inline void check(cl_int status, std::string_view call, std::string_view device) {
  if (status != CL_SUCCESS) {
    fail(status, call, device);
  }
}

}  // namespace clgauge::device
