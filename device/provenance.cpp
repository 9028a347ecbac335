#include <unistd.h>

#include <array>
#include <fstream>
#include <string>
#include <string_view>

#include "base/generated/version.h"
#include "base/machine.h"
#include "device/device.h"

namespace clgauge::device {
namespace {

// Every variable that starts so changes what some driver, loader or its thread pool does.
constexpr std::array<std::string_view, 16> kPrefixes{
    "POCL_", "OCL_", "OPENCL_",  "CL_CONFIG_", "CL_CACHE_", "CUDA_",  "GPU_", "AMD_",
    "ROCR_", "HSA_", "RUSTICL_", "INTEL_",     "NEO_",      "DPCPP_", "TBB_", "OMP_"};

bool matters(std::string_view name) {
  for (const std::string_view prefix : kPrefixes) {
    if (name.substr(0, prefix.size()) == prefix) {
      return true;
    }
  }
  return name.substr(0, 14) == "CLGAUGE_DEVICE";
}

}  // namespace

std::map<std::string, std::string> provenance() {
  std::map<std::string, std::string> facts = machine_facts();
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view line(*entry);
    const auto equals = line.find('=');
    if (equals != std::string_view::npos && matters(line.substr(0, equals))) {
      facts["env:" + std::string(line.substr(0, equals))] = line.substr(equals + 1);
    }
  }
  std::string governor;
  if (std::ifstream in("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"); in >> governor) {
    facts["frequency_governor"] = governor;
  }
  facts["clgauge"] = CLGAUGE_VERSION;
  return facts;
}

}  // namespace clgauge::device
