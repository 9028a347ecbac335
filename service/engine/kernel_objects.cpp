#include "service/engine/kernel_objects.h"

#include "base/error.h"

namespace clgauge::service {

db::ObjectSource object_source(const device::Identity& device, const microbench::Job& job) {
  db::ObjectSource source{job.source, job.options, job.kernel, device.id, device.driver, job.local};
  for (unsigned d = job.dimensions; d < source.local_size.size(); ++d) {
    source.local_size.at(d) = 1;
  }
  return source;
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
