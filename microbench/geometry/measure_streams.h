#pragma once

#include <atomic>
#include <cstddef>
#include <optional>

#include "device/device.h"
#include "microbench/geometry/curve.h"
#include "microbench/worker/client.h"

namespace clgauge::microbench {

// One launch that reads the first `bytes` of a buffer of `most_bytes`: each work-item, a group of
// its own, a stretch of whole lines of 64 bytes, one line after the other. Expects their sum.
[[nodiscard]] Job stream_job(const device::Identity& device, std::size_t bytes,
                             std::size_t most_bytes);

// Seconds that a line of 64 bytes takes where all compute units read a buffer over and over, by the
// bytes that are read: 16 to 512 MiB, or half of what the device allocates. About a second,
// in a worker of its own; what fails is left out. Nothing when `stop` became true. Throws Error
// when no worker can be started.
[[nodiscard]] std::optional<Curve> measure_streams(const device::Identity& device,
                                                   const std::atomic<bool>& stop,
                                                   WorkerOptions options = {});

}  // namespace clgauge::microbench
