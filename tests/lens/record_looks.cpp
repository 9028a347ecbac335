// Writes what clgauge-lens would be asked about kernels of the catalogue: one file a kernel and
// runtime, with the object and two launches. Compiles them on every CPU device that is here, or
// takes what a store has kept of a device that is not.
// usage: record_looks FOLDER FAMILY/VARIANT...
//        record_looks --store FILE DEVICE NAME FOLDER FAMILY/VARIANT...
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "cpu_devices.h"
#include "db/device_table.h"
#include "db/object_table.h"
#include "kernels/catalogue.h"
#include "lens/process/protocol.h"
#include "microbench/worker/client.h"
#include "service/engine/device_record.h"
#include "service/engine/family_launch.h"
#include "service/engine/fitting.h"
#include "service/engine/kernel_lens.h"
#include "service/engine/kernel_objects.h"

namespace clgauge::lens {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUsage = "record_looks [--store FILE DEVICE NAME] FOLDER FAMILY/VARIANT...";

// Whose compiled code is recorded.
struct Recorded {
  std::string name;  // files begin with it
  MachineShape machine;
  std::function<std::string(const microbench::Job&)> object_of;
};

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

std::vector<Recorded> devices_here() {
  model::DeviceTraits machine;  // two cores of an EPYC 7003
  machine.compute_units = 2;
  machine.caches = {{32768, 64, 8}, {524288, 64, 8}, {33554432, 64, 16}};
  std::vector<Recorded> all;
  for (const device::Identity& device : test::cpu_devices()) {
    const bool is_pocl = device.platform.find("Portable") != std::string::npos;
    all.push_back({is_pocl ? "pocl" : "intel", service::machine_shape(machine),
                   [id = device.id](microbench::Job job) {
                     microbench::WorkerClient worker;
                     job.device_id = id;
                     const auto compiled = worker.run(job, microbench::Wanted::object);
                     if (!compiled.object) {
                       throw Error(ErrorKind::device,
                                   "no object of " + job.kernel + ": " + compiled.reason);
                     }
                     return compiled.object->bytes;
                   }});
  }
  return all;
}

// By its newest calibration.
Recorded device_of(db::Store& store, const std::string& id, const std::string& name) {
  const auto row = db::DeviceTable(store).find(id);
  if (!row) {
    throw Error(ErrorKind::input, "the store knows no device " + id);
  }
  const device::Identity device = service::identity_of(*row);
  const auto calibration = service::newest_calibration(store, device);
  if (!calibration) {
    throw Error(ErrorKind::input, "the store has no calibration of device " + id);
  }
  const auto traits = service::traits_of_calibration(store, calibration->uid);
  return {name, service::machine_shape(traits, device, service::LensCode::compiled),
          [&store, device](const microbench::Job& job) {
            auto object = db::ObjectTable(store).find(service::object_source(device, job));
            if (!object) {
              throw Error(ErrorKind::input, "the store has no object of " + job.kernel);
            }
            return std::move(object->bytes);
          }};
}

void record(const fs::path& folder, const Recorded& device, const std::string& kernel) {
  const auto slash = kernel.find('/');
  if (slash == std::string::npos) {
    throw Error(ErrorKind::usage,
                "'" + kernel + "' is not FAMILY/VARIANT, for example matmul/naive");
  }
  const kernels::Family& family = kernels::family(kernel.substr(0, slash));
  const kernels::Variant& variant = kernels::variant(family, kernel.substr(slash + 1));
  std::vector<LensRequest> requests;
  for (const kernels::Sizes& sizes : recorded_sizes(family, variant)) {
    const microbench::Job job = service::job_of(variant, sizes);
    requests.push_back(
        {device.object_of(job), job.kernel, service::evaluated_launch(job), device.machine});
  }
  write_file_atomically(folder / (device.name + "-" + family.name + "-" + variant.name + ".json"),
                        requests_json(requests).dump() + "\n");
}

void run(std::vector<std::string> words) {
  std::vector<Recorded> devices;
  std::optional<db::Store> store;
  if (words.size() > 4 && words[0] == "--store") {
    store.emplace(db::Store::open(words[1]));
    devices = {device_of(*store, words[2], words[3])};
    words.erase(words.begin(), words.begin() + 4);
  } else {
    devices = devices_here();
  }
  if (words.size() < 2) {
    throw Error(ErrorKind::usage, kUsage);
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    for (const Recorded& device : devices) {
      record(words[0], device, words[i]);
    }
  }
}

}  // namespace
}  // namespace clgauge::lens

int main(int argc, char** argv) {
  try {
    clgauge::lens::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "record_looks: %s\n", error.what());
    return 1;
  }
  return 0;
}
