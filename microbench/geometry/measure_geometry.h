#pragma once

#include <atomic>
#include <optional>

#include "device/device.h"
#include "microbench/geometry/geometry.h"
#include "microbench/worker/client.h"

namespace clgauge::microbench {

// One launch of a single work-item that walks a ring: `walks` walks at once, `steps` steps each,
// from where its last launch ended. Expects to end where the ring leads.
[[nodiscard]] Job ring_job(const device::Identity& device, const RingShape& ring, unsigned walks,
                           std::size_t steps);

struct GeometryMeasured {
  GeometryCurves curves;
  std::string problem;  // of the last walk that failed; empty when none did
};

// Surveys a device in workers of its own, for `budget_seconds` at most (9, of a GPU 15): what is
// not measured by then is left out. Nothing when `stop` became true. Throws Error when no worker
// can be started.
[[nodiscard]] std::optional<GeometryMeasured> measure_geometry(
    const device::Identity& device, const std::atomic<bool>& stop,
    std::optional<double> budget_seconds = {}, WorkerOptions options = {});

}  // namespace clgauge::microbench
