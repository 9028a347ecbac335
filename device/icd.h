#pragma once

#include <optional>
#include <string>
#include <vector>

#include "device/device.h"
#include "device/opencl.h"

namespace clgauge::device {

// One driver that the loader is told to load.
struct IcdEntry {
  std::string where;    // the .icd file, or the variable that names the library
  std::string library;  // what the loader passes to dlopen
};

// The entries in the loader's order (ocl-icd's libOpenCL(7)): OCL_ICD_VENDORS, which may name a
// folder, an .icd file or a library, else OPENCL_VENDOR_PATH, else /etc/OpenCL/vendors. Entries
// that cannot be read become problems.
[[nodiscard]] std::vector<IcdEntry> icd_entries(std::vector<DiscoveryProblem>& problems);

// Why the loader got no platform from this entry; nothing when it did. `loaded` are the loader's
// platforms. Call it only after the loader has loaded its drivers in this process: it repeats what
// the loader did and survived.
[[nodiscard]] std::optional<std::string> icd_problem(const IcdEntry& entry,
                                                     const std::vector<cl_platform_id>& loaded);

}  // namespace clgauge::device
