#pragma once

#include <optional>

#include "db/object_table.h"
#include "db/store.h"
#include "device/device.h"
#include "microbench/job.h"

namespace clgauge::service {

// Under what the store keeps the object of a job's kernel on a device.
[[nodiscard]] db::ObjectSource object_source(const device::Identity& device,
                                             const microbench::Job& job);

// Under what it keeps the LLVM IR of that kernel (collector/bitcode.h), which no driver and no
// work-group size changes, but the collector does.
[[nodiscard]] db::ObjectSource ir_source(const device::Identity& device,
                                         const microbench::Job& job);

// Whether the store's object of that kernel is what its compiler would make now: it has one, and no
// header can have changed since.
[[nodiscard]] bool has_object(db::Store& store, const db::ObjectSource& source);

// Has the collector make that and keeps it, unless it is there. Throws what
// collector::bitcode_in_process() throws, and Error(store).
void keep_ir(db::Store& store, const device::Identity& device, const microbench::Job& job);

// Keeps the object that came with a measurement, if one did. A store that cannot be written costs
// the lens only: nothing is thrown for it.
void keep_object(db::Store& store, const device::Identity& device, const microbench::Job& job,
                 const microbench::Measurement& measurement);

}  // namespace clgauge::service
