#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace clgauge::lens {

// The file of this machine that holds a function of Intel's vector mathematics ("libocl_svml_z0.so"
// for "__ocl_svml_z0_sinf16"): it lies beside the driver that an ICD file names
// (OCL_ICD_VENDORS, else /etc/OpenCL/vendors). None for other functions, and where there is no such
// file. Thread-safe.
[[nodiscard]] std::optional<std::string> runtime_library_of(std::string_view symbol);

}  // namespace clgauge::lens
