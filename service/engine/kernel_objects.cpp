#include "service/engine/kernel_objects.h"

#include "base/error.h"
#include "collector/process/client.h"
#include "collector/version.h"
#include "service/engine/kernel_catalog.h"

namespace clgauge::service {
namespace {

constexpr const char* kIrOrigin = "llvm-ir";

}  // namespace

db::ObjectSource object_source(const device::Identity& device, const microbench::Job& job) {
  db::ObjectSource source{job.source, job.options, job.kernel, device.id, device.driver, job.local};
  for (unsigned d = job.dimensions; d < source.local_size.size(); ++d) {
    source.local_size.at(d) = 1;
  }
  return source;
}

db::ObjectSource ir_source(const device::Identity& device, const microbench::Job& job) {
  return {job.source,
          job.options,
          job.kernel,
          device.id,
          std::string(kIrOrigin) + ' ' + collector::collector_version(),
          {1, 1, 1}};
}

bool has_object(db::Store& store, const db::ObjectSource& source) {
  return may_be_cached({source.source, "<source>", source.options, {}}) &&
         db::ObjectTable(store).find_uid(source);
}

void keep_ir(db::Store& store, const device::Identity& device, const microbench::Job& job) {
  const collector::Source text{job.source, "<source>", job.options, job.include_directories};
  const db::ObjectSource source = ir_source(device, job);
  if (has_object(store, source)) {
    return;
  }
  db::ObjectTable(store).put(source,
                             {"", kIrOrigin, collector::bitcode_in_process(text, job.kernel)});
}

void keep_object(db::Store& store, const device::Identity& device, const microbench::Job& job,
                 const microbench::Measurement& measurement) {
  if (!measurement.object) {
    return;
  }
  try {
    db::ObjectTable(store).put(object_source(device, job),
                               {"", measurement.object->origin, measurement.object->bytes});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::store) {
      throw;
    }
  }
}

}  // namespace clgauge::service
