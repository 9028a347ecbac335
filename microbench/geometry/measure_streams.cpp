#include "microbench/geometry/measure_streams.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace clgauge::microbench {
namespace {

constexpr std::size_t kLeastStream = std::size_t{16} << 20U;
constexpr std::size_t kMostStream = std::size_t{512} << 20U;
constexpr std::size_t kLineBytes = 64;
constexpr std::size_t kWordsOfLine = kLineBytes / sizeof(std::uint32_t);
// So that compute units that are slower, or come late, leave some of theirs to others.
constexpr std::size_t kStretchesOfUnit = 32;

constexpr const char* kSource =
    "__kernel void stream(__global const uint16* lines, __global uint* sums, ulong steps) {\n"
    "  const size_t stretch = get_global_id(0);\n"
    "  uint16 sum = 0;\n"
    "  for (ulong step = 0; step < steps; ++step) sum += lines[stretch * steps + step];\n"
    "  const uint8 half8 = sum.lo + sum.hi;\n"
    "  const uint4 half4 = half8.lo + half8.hi;\n"
    "  sums[stretch] = half4.x + half4.y + half4.z + half4.w;\n"
    "}\n";

std::size_t stretches_of(const device::Identity& device) {
  return kStretchesOfUnit * std::max(device.compute_units, 1U);
}

}  // namespace

Job stream_job(const device::Identity& device, std::size_t bytes, std::size_t most_bytes) {
  const std::size_t stretches = stretches_of(device);
  const std::size_t steps = bytes / kLineBytes / stretches;
  Job job;
  job.device_id = device.id;
  job.source = kSource;
  job.kernel = "stream";
  job.global = {stretches, 1, 1};
  job.local = {1, 1, 1};
  job.arguments = {BufferArgument{most_bytes, "uint32", Fill::one},
                   BufferArgument{stretches * sizeof(std::uint32_t), "uint32", Fill::poison},
                   ScalarArgument{"uint64", static_cast<double>(steps)}};
  const auto sum = static_cast<double>(steps * kWordsOfLine);
  for (const std::size_t stretch : {std::size_t{0}, stretches - 1}) {
    job.expectations.push_back({1, stretch, sum, 0});
  }
  job.policy = {.min_samples = 4, .max_samples = 12, .budget_seconds = 0.05};
  return job;
}

std::optional<Curve> measure_streams(const device::Identity& device, const std::atomic<bool>& stop,
                                     WorkerOptions options) {
  // What is filled is held twice for a moment.
  const auto most = std::min<std::size_t>(kMostStream, device.max_allocation_bytes / 2);
  WorkerClient worker(std::move(options));
  Curve curve;
  for (const double size :
       design_sizes(static_cast<double>(kLeastStream), static_cast<double>(most))) {
    const auto bytes = static_cast<std::size_t>(size);
    const auto measured = worker.run(stream_job(device, bytes, most), stop);
    if (!measured) return std::nullopt;
    if (measured->status == Status::ok) {
      curve.push_back({size, measured->min_seconds / (size / kLineBytes)});
    }
  }
  return curve;
}

}  // namespace clgauge::microbench
