#include "microbench/geometry/measure_geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace clgauge::microbench {
namespace {

using Clock = std::chrono::steady_clock;

// A launch is long enough for any timer, and short enough to lie between two interruptions.
constexpr double kLaunchSeconds = 0.3e-3;
// It goes once round unless that takes longer: then a quarter, which with the first two runs before
// the samples leaves nothing in a cache that the next round would find by luck.
constexpr double kRoundSeconds = 8e-3;
constexpr std::size_t kUnrolled = 8;  // steps of a walk that goes alone
// Walks begin evenly apart, and so much beyond, in which no two are equal modulo a window.
constexpr std::uint64_t kBeyond = 37;
// Of an access that the nearest cache has, until one has been measured.
constexpr double kHitSeconds = 2e-9;

std::string source_of(unsigned walks) {
  std::string starts;
  std::string begin;
  std::string step;
  std::string end;
  for (unsigned w = 0; w < walks; ++w) {
    starts += fmt::format(", uint start{}", w);
    begin += fmt::format("  uint p{0} = place[{0}] ? place[{0}] - 1 : start{0};\n", w);
    step += fmt::format("      p{0} = ring[p{0}];\n", w);
    end += fmt::format("  place[{0}] = p{0} + 1;\n", w);
  }
  std::string steps;
  for (std::size_t i = 0; i < (walks == 1 ? kUnrolled : 1); ++i) steps += step;
  return fmt::format(
      "__kernel void walk(__global const uint* ring, __global uint* place, uint rounds{}) {{\n"
      "{}"
      "  for (uint i = 0; i < rounds; ++i) {{\n{}  }}\n"
      "{}}}\n",
      starts, begin, steps, end);
}

struct Stopped {};

class Walker {
 public:
  Walker(const device::Identity& device, const std::atomic<bool>& stop, double budget_seconds,
         WorkerOptions options)
      : device_(device),
        stop_(stop),
        budget_seconds_(budget_seconds),
        worker_(std::move(options)) {}

  double seconds(const RingShape& ring, unsigned walks) {
    const std::size_t bytes = bytes_of(ring);
    if (bytes < last_bytes_) {  // another curve, from its beginning
      if (last_bytes_ > kManyBytes && walks > 1) worker_.renew();  // a pass in pages of its own
      last_seconds_ = kHitSeconds / walks;
    }
    last_bytes_ = bytes;
    double shortest = std::numeric_limits<double>::quiet_NaN();
    for (const std::size_t offset : kOffsets) {
      if (offset > 0 && bytes > kFewBytes) break;
      RingShape moved = ring;
      moved.offset_bytes = offset;
      shortest = std::fmin(shortest, seconds_at_place(moved, walks));
    }
    if (shortest > 0) last_seconds_ = shortest;
    return shortest;
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  static constexpr std::size_t kManyBytes = std::size_t{1} << 22U;
  // Small rings are walked at several places of the buffer, and the shortest time counts: at some
  // the way predictor of a first cache takes two pages for one (Zen 4: a ring of 20 KiB takes twice
  // the time of one of 16 KiB).
  static constexpr std::size_t kFewBytes = std::size_t{3} << 17U;
  static constexpr std::array<std::size_t, 3> kOffsets{0, std::size_t{12} * 4096,
                                                       std::size_t{41} * 4096};

  double seconds_at_place(const RingShape& ring, unsigned walks) {
    if (elapsed() > budget_seconds_ || bytes_of(ring) > device_.max_allocation_bytes) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    const std::size_t steps = steps_of(ring, walks);
    const auto measured = worker_.run(ring_job(device_, ring, walks, steps), stop_);
    if (!measured) throw Stopped{};
    if (measured->status != Status::ok) {
      problem_ = measured->reason;
      return std::numeric_limits<double>::quiet_NaN();
    }
    return measured->min_seconds / static_cast<double>(steps * walks);
  }

  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  [[nodiscard]] std::size_t steps_of(const RingShape& ring, unsigned walks) const {
    const double round_seconds = static_cast<double>(ring.nodes) * last_seconds_;
    const std::size_t round = round_seconds > kRoundSeconds ? ring.nodes / 4 : ring.nodes;
    const auto least = static_cast<std::size_t>(kLaunchSeconds / last_seconds_);
    const std::size_t steps = std::max(round, least) / walks;
    return (steps / kUnrolled + 1) * kUnrolled;
  }

  const device::Identity& device_;
  const std::atomic<bool>& stop_;
  const double budget_seconds_;
  const Clock::time_point start_ = Clock::now();
  WorkerClient worker_;
  std::size_t last_bytes_ = 0;
  double last_seconds_ = kHitSeconds;
  std::string problem_;
};

}  // namespace

Job ring_job(const device::Identity& device, const RingShape& shape, unsigned walks,
             std::size_t steps) {
  const Ring ring(shape);
  Job job;
  job.device_id = device.id;
  job.source = source_of(walks);
  job.kernel = "walk";
  job.local = {1, 1, 1};
  BufferArgument nodes{ring.bytes(), "uint32", Fill::ring};
  nodes.ring = shape;
  const auto rounds = steps / (walks == 1 ? kUnrolled : 1);
  job.arguments = {nodes, BufferArgument{walks * sizeof(std::uint32_t), "uint32", Fill::zero},
                   ScalarArgument{"uint32", static_cast<double>(rounds)}};
  for (unsigned w = 0; w < walks; ++w) {
    const std::uint64_t start = std::uint64_t{shape.nodes} * w / walks + kBeyond * w;
    job.arguments.emplace_back(ScalarArgument{"uint32", static_cast<double>(ring.word(start))});
    job.expectations.push_back({1, w, static_cast<double>(ring.word(start + steps)) + 1, 0});
  }
  job.policy = {3, 4, 0.01, 0.01, 1};
  return job;
}

std::optional<GeometryMeasured> measure_geometry(const device::Identity& device,
                                                 const std::atomic<bool>& stop,
                                                 double budget_seconds, WorkerOptions options) {
  Walker walker(device, stop, budget_seconds, std::move(options));
  try {
    GeometryMeasured measured;
    measured.curves =
        survey([&](const RingShape& ring, unsigned walks) { return walker.seconds(ring, walks); },
               SurveyLimits{});
    measured.problem = walker.problem();
    return measured;
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

}  // namespace clgauge::microbench
