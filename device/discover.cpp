#include <fmt/format.h>

#include <mutex>

#include "base/error.h"
#include "device/device.h"
#include "device/icd.h"
#include "device/query.h"

namespace clgauge::device {
namespace {

constexpr const char* kMend =
    "install an OpenCL driver (Debian: apt-get install pocl-opencl-icd) or point OCL_ICD_VENDORS "
    "at "
    "a folder of .icd files";

[[noreturn]] void throw_nothing_found(const std::vector<DiscoveryProblem>& problems) {
  std::string all;
  for (const DiscoveryProblem& problem : problems) {
    all += fmt::format("{}: {}\n", problem.where, problem.reason);
  }
  const std::string first =
      problems.empty() ? std::string()
                       : fmt::format(" ({}: {})", problems.front().where, problems.front().reason);
  throw Error(ErrorKind::device, fmt::format("no OpenCL device{}: {}", first, kMend), all);
}

}  // namespace

Discovery discover() {
  // Loaders initialise themselves on the first call, and not all of them under a lock.
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);

  Discovery discovery;
  cl_int status = CL_SUCCESS;
  for (FoundDevice& found : all_devices(discovery.problems, status)) {
    discovery.devices.push_back(std::move(found.identity));
  }
  const std::vector<cl_platform_id> loaded = platforms(status);
  for (const IcdEntry& entry : icd_entries(discovery.problems)) {
    if (auto reason = icd_problem(entry, loaded)) {
      discovery.problems.push_back({entry.where, std::move(*reason)});
    }
  }
  if (discovery.devices.empty()) {
    throw_nothing_found(discovery.problems);
  }
  return discovery;
}

}  // namespace clgauge::device
