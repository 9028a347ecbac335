// Compiles kernels of the catalogue on every CPU device that is here, and writes what clgauge-lens
// would be asked about them: one file a kernel and runtime, with the object and two launches.
// usage: record_looks FOLDER FAMILY/VARIANT...
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "cpu_devices.h"
#include "kernels/catalogue.h"
#include "lens/process/protocol.h"
#include "microbench/worker/client.h"
#include "service/engine/family_launch.h"
#include "service/engine/kernel_lens.h"

namespace clgauge::lens {
namespace {

namespace fs = std::filesystem;

// The least and the largest of the sizes that the family is evaluated at.
std::vector<kernels::Sizes> recorded_sizes(const kernels::Family& family,
                                           const kernels::Variant& variant) {
  std::vector<kernels::Sizes> fitting;
  for (const auto& sizes : family.evaluation_sizes) {
    if (kernels::violated_constraint(variant, sizes).empty()) {
      fitting.push_back(sizes);
    }
  }
  if (fitting.empty()) {
    throw Error(ErrorKind::input, "no evaluation size fits " + family.name + "/" + variant.name);
  }
  return {fitting.front(), fitting.back()};
}

void record(const fs::path& file, const device::Identity& device, const kernels::Family& family,
            const kernels::Variant& variant) {
  model::DeviceTraits machine;  // two cores of an EPYC 7003
  machine.compute_units = 2;
  machine.caches = {{32768, 64, 8}, {524288, 64, 8}, {33554432, 64, 16}};
  microbench::WorkerClient worker;
  std::vector<LensRequest> requests;
  for (const kernels::Sizes& sizes : recorded_sizes(family, variant)) {
    microbench::Job job = service::job_of(variant, sizes);
    job.device_id = device.id;
    const auto compiled = worker.run(job, microbench::Wanted::object);
    if (!compiled.object) {
      throw Error(ErrorKind::device, "no object of " + variant.kernel + ": " + compiled.reason);
    }
    requests.push_back({compiled.object->bytes, job.kernel, service::evaluated_launch(job),
                        service::machine_shape(machine)});
  }
  write_file_atomically(file, requests_json(requests).dump() + "\n");
}

void record_everywhere(const fs::path& folder, const std::string& name) {
  const auto slash = name.find('/');
  if (slash == std::string::npos) {
    throw Error(ErrorKind::usage, "'" + name + "' is not FAMILY/VARIANT, for example matmul/naive");
  }
  const kernels::Family& family = kernels::family(name.substr(0, slash));
  const kernels::Variant& variant = kernels::variant(family, name.substr(slash + 1));
  for (const device::Identity& device : test::cpu_devices()) {
    const bool is_pocl = device.platform.find("Portable") != std::string::npos;
    record(folder / ((is_pocl ? "pocl-" : "intel-") + family.name + "-" + variant.name + ".json"),
           device, family, variant);
  }
}

}  // namespace
}  // namespace clgauge::lens

int main(int argc, char** argv) {
  try {
    if (argc < 3) {
      throw clgauge::Error(clgauge::ErrorKind::usage, "record_looks FOLDER FAMILY/VARIANT...");
    }
    for (int i = 2; i < argc; ++i) {
      clgauge::lens::record_everywhere(argv[1], argv[i]);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "record_looks: %s\n", error.what());
    return 1;
  }
  return 0;
}
