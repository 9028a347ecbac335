// Which rings are walked on a GPU, and in what order.
#include <algorithm>
#include <utility>
#include <vector>

#include "microbench/geometry/gpu_geometry.h"
#include "microbench/geometry/ring_walks.h"
#include "microbench/geometry/survey_sizes.h"

namespace clgauge::microbench {
namespace {

// Beyond, buffers take longer to fill than to walk: an octave apart. All second caches end before,
// but for those that lie before memory itself.
constexpr std::size_t kFarBytes = std::size_t{96} << 20U;
constexpr std::size_t kMostFirst = std::size_t{1} << 20U;  // of a first cache
constexpr std::size_t kSizesAtEdge = 16;                   // in an octave
// Lines that the first cache cannot hold, as a multiple of those that it can.
constexpr double kBeyondFirst = 2;
constexpr std::size_t kLeastReach = 4096;

class GpuSurvey : private RingWalks {
 public:
  using RingWalks::RingWalks;

  GeometryCurves go() {
    Curve pass;
    walk_whole(pass, sizes(kLeastFootprint, std::min(kFarBytes, limits().most_footprint), 4));
    walk_whole(pass, sizes(kFarBytes + 1, limits().most_footprint, 1));
    curves_.footprint.push_back(std::move(pass));
    look_at_lines();
    walk_alone();
    look_closer_at_edges();
    spread_lines();
    return std::move(curves_);
  }

 private:
  void walk_whole(Curve& pass, const std::vector<std::size_t>& sizes_of_buffer) {
    for (const std::size_t bytes : sizes_of_buffer) {
      add(pass, bytes, {bytes / kNodeBytes, kNodeBytes, 0, kWindowNodes}, kWalks);
    }
  }

  void look_at_lines() {
    const auto seen = gpu_geometry_of(curves_).capacities_bytes;
    if (seen.empty() || seen.front() == 0 || seen.front() > kMostFirst) return;
    curves_.first_bytes = seen.front();
    const std::size_t lines = whole(curves_.first_bytes) / kNodeBytes;
    // At any place of so many bytes each: no two nodes in one line, and in all sets.
    constexpr std::size_t kPlaces = 16;
    for (const std::size_t nodes : sizes(lines / 16, 3 * lines, 4)) {
      add(curves_.lines, nodes, {nodes, kLongestLine, kLongestLine / kPlaces, 0});
    }
  }

  void walk_alone() {
    std::vector<std::size_t> all = sizes(kLeastFootprint, kMostFirst, 2);
    for (const std::size_t bytes : sizes(kMostFirst + 1, limits().most_footprint, 1)) {
      all.push_back(bytes);
    }
    for (const std::size_t bytes : all) {
      add(curves_.lone_footprint, bytes, {bytes / kGpuLineBytes, kGpuLineBytes, 0, kWindowNodes});
    }
  }

  void look_closer_at_edges() {
    Curve pass;
    for (const double bytes : gpu_geometry_of(curves_).capacities_bytes) {
      walk_whole(pass, sizes(whole(bytes / 1.25), whole(bytes * 1.25), kSizesAtEdge));
    }
    curves_.footprint.push_back(std::move(pass));
  }

  // The same number of lines in four times the memory each time.
  void spread_lines() {
    constexpr std::size_t kSteps = 4;
    const std::size_t nodes =
        std::max(kLeastReach, whole(kBeyondFirst * curves_.first_bytes) / kNodeBytes);
    for (std::size_t step = kSteps; step-- > 0;) {
      const std::size_t apart = (limits().most_bytes >> (2 * step)) / nodes;
      // No power of two, so that they do not meet in few sets.
      const std::size_t stride = (apart / kGpuLineBytes * 15 / 16 | 1U) * kGpuLineBytes;
      add(curves_.reach, nodes * stride, {nodes, stride, 0, 0});
    }
  }
};

}  // namespace

GeometryCurves gpu_survey(const RingSeconds& seconds, const SurveyLimits& limits) {
  return GpuSurvey(seconds, limits).go();
}

}  // namespace clgauge::microbench
