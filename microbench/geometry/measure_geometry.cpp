#include "microbench/geometry/measure_geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "microbench/geometry/gpu_geometry.h"

namespace clgauge::microbench {
namespace {

using Clock = std::chrono::steady_clock;

// How walks are timed on a device.
struct Pace {
  // A launch is long enough for any timer, and short enough to lie between two interruptions.
  double launch_seconds = 0.3e-3;
  // Of an access that the nearest cache has, until one has been measured.
  double hit_seconds = 2e-9;
  // Whether small rings are walked at several places of the buffer.
  bool moves_few_bytes = true;
  // A launch goes round so many times where that is soon done.
  double rounds = 1;
  // More bytes of lines are in no cache when the walk comes to them first, and it need not go
  // round.
  std::size_t far_bytes = std::numeric_limits<std::size_t>::max();
  double budget_seconds = 9;
};

// Each launch begins with an empty first cache: on an H200 two walks at once through 3072 nodes
// that it holds took 24.6 ns a step in launches of 0.3 ms, which go round 5 times, through 128
// nodes 10.6.
constexpr Pace kGpuPace{2e-3, 20e-9, false, 16, std::size_t{128} << 20U, 15};

Pace pace_of(const device::Identity& device) { return device.type == "gpu" ? kGpuPace : Pace{}; }

// A launch goes round unless that takes longer: then a quarter, which with the first two runs
// before the samples leaves nothing in a cache that the next round would find by luck.
constexpr double kRoundSeconds = 8e-3;
constexpr std::size_t kUnrolled = 8;  // steps of a walk that goes alone
// Walks begin evenly apart, and so much beyond, in which no two are equal modulo a window.
constexpr std::uint64_t kBeyond = 37;

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
  Walker(const device::Identity& device, const std::atomic<bool>& stop, const Pace& pace,
         WorkerOptions options)
      : device_(device), stop_(stop), pace_(pace), worker_(std::move(options)) {}

  double seconds(const RingShape& ring, unsigned walks) {
    const std::size_t bytes = bytes_of(ring);
    if (bytes < last_bytes_) {  // another curve, from its beginning
      if (last_bytes_ > kManyBytes && walks > 1) worker_.renew();  // a pass in pages of its own
      last_seconds_ = pace_.hit_seconds / walks;
    }
    last_bytes_ = bytes;
    double shortest = std::numeric_limits<double>::quiet_NaN();
    for (const std::size_t offset : kOffsets) {
      if (offset > 0 && (bytes > kFewBytes || !pace_.moves_few_bytes)) break;
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
    if (elapsed() > pace_.budget_seconds || bytes_of(ring) > device_.max_allocation_bytes) {
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
    const auto least = static_cast<std::size_t>(pace_.launch_seconds / last_seconds_);
    const std::size_t steps = std::max(nodes_of_launch(ring, round_seconds), least) / walks;
    return (steps / kUnrolled + 1) * kUnrolled;
  }

  [[nodiscard]] std::size_t nodes_of_launch(const RingShape& ring, double round_seconds) const {
    if (round_seconds <= kRoundSeconds) {
      const double rounds = std::min(pace_.rounds, std::floor(kRoundSeconds / round_seconds));
      return ring.nodes * static_cast<std::size_t>(rounds);
    }
    const std::size_t lines_bytes = ring.nodes * std::min(ring.stride_bytes, kGpuLineBytes);
    return lines_bytes > pace_.far_bytes ? static_cast<std::size_t>(kRoundSeconds / last_seconds_)
                                         : ring.nodes / 4;
  }

  const device::Identity& device_;
  const std::atomic<bool>& stop_;
  const Pace pace_;
  const Clock::time_point start_ = Clock::now();
  WorkerClient worker_;
  std::size_t last_bytes_ = 0;
  double last_seconds_ = pace_.hit_seconds;
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
                                                 std::optional<double> budget_seconds,
                                                 WorkerOptions options) {
  constexpr std::size_t kGpuBytes = std::size_t{512} << 20U;
  Pace pace = pace_of(device);
  pace.budget_seconds = budget_seconds.value_or(pace.budget_seconds);
  Walker walker(device, stop, pace, std::move(options));
  const RingSeconds seconds = [&](const RingShape& ring, unsigned walks) {
    return walker.seconds(ring, walks);
  };
  try {
    GeometryMeasured measured;
    measured.curves =
        device.type == "gpu"
            ? gpu_survey(seconds, {.most_bytes = kGpuBytes, .most_footprint = kGpuBytes})
            : survey(seconds, SurveyLimits{});
    measured.problem = walker.problem();
    return measured;
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

}  // namespace clgauge::microbench
