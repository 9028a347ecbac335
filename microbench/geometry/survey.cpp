// Which rings are walked, and in what order.
#include <algorithm>

#include "microbench/geometry/geometry.h"
#include "microbench/geometry/ring_walks.h"
#include "microbench/geometry/survey_sizes.h"

namespace clgauge::microbench {
namespace {

constexpr std::size_t kSmallBytes = std::size_t{3} << 20U;
constexpr std::size_t kMostWays = 24;
// Between nodes that lie in a page each, however long pages are.
constexpr std::size_t kSparseBytes = 65536;
constexpr std::size_t kLeastSpacing = 512;
constexpr std::size_t kMostPages = 8192;
// Places of nodes in their pages, or lines. So many nodes go by before they begin anew that two
// never share a page, wherever in a page the buffer begins, among those few whose number is to be
// exact.
constexpr std::size_t kPlacesInPage = 256;
constexpr std::size_t kPlacesInLine = 16;
// Where the page was not seen.
constexpr std::size_t kUsualPage = 4096;

// A spacing of nodes that is no power of two, so that pages do not meet in one set of a TLB.
std::size_t odd_spacing(std::size_t bytes) { return bytes + bytes / 16; }

class Survey : private RingWalks {
 public:
  using RingWalks::RingWalks;

  GeometryCurves go() {
    curves_.footprint.push_back(walk_whole_buffers(limits().most_footprint, kWalks));
    look_at_first_cache();
    look_at_pages();
    curves_.slow_footprint = walk_whole_buffers(limits().most_footprint, kSlowWalks);
    for (std::size_t pass = 0; pass < limits().small_passes; ++pass) {
      const std::size_t most = std::min(kSmallBytes, limits().most_footprint);
      curves_.footprint.push_back(walk_whole_buffers(most, kWalks));
    }
    look_at_first_cache();
    // Again: others on the same core may have used its TLBs for a second or two.
    if (!geometry_of(curves_).page_bytes) look_at_pages();
    look_closer_at_pages();
    look_closer_at_pages();
    return std::move(curves_);
  }

 private:
  Curve walk_whole_buffers(std::size_t most_bytes, unsigned walks) {
    Curve pass;
    for (const std::size_t bytes : sizes(kLeastFootprint, most_bytes, 4)) {
      add(pass, bytes, {bytes / kNodeBytes, kNodeBytes, 0, kWindowNodes}, walks);
    }
    return pass;
  }

  // Unless it has been looked at as it is seen now.
  void look_at_first_cache() {
    GeometryCurves so_far;
    so_far.footprint = curves_.footprint;
    const auto seen = geometry_of(so_far).capacities_bytes;
    if (seen.empty() || seen.front() == 0 || seen.front() == curves_.first_bytes) return;
    curves_.first_bytes = seen.front();
    curves_.half_lines.clear();
    curves_.lines.clear();
    curves_.conflict.clear();
    const std::size_t bytes = whole(curves_.first_bytes);
    const std::size_t part = bytes / 4 * 3;
    add(curves_.half_lines, part, {2 * part / kNodeBytes, kNodeBytes / 2, 0, kWindowNodes}, kWalks);
    const std::size_t lines = bytes / kNodeBytes;
    for (const std::size_t nodes : sizes(lines / 16, lines * 3, 4)) {
      add(curves_.lines, nodes, {nodes, kLongestLine, kLongestLine / kPlacesInLine, 0});
    }
    for (std::size_t nodes = 1; nodes <= kMostWays; ++nodes) {
      add(curves_.conflict, nodes, {nodes, bytes, 0, 0});
    }
  }

  // Lines all of which fit the first cache, so that only their pages cost.
  [[nodiscard]] std::size_t few_nodes() const {
    constexpr double kSmallCache = 16384;
    return whole(std::max(curves_.first_bytes, kSmallCache) * 3 / 4) / kNodeBytes;
  }

  void look_at_pages() {
    for (const std::size_t nodes : sizes(8, few_nodes(), 4)) {
      add(curves_.sparse, nodes, {nodes, odd_spacing(kSparseBytes), kNodeBytes, 0});
    }
    if (const auto edge = first_rise(curves_.sparse)) {
      const std::size_t nodes = whole(1.5 * edge->flat_until);
      for (std::size_t bytes = kLeastSpacing; bytes <= kSparseBytes; bytes *= 2) {
        add(curves_.spacing, bytes, {nodes, odd_spacing(bytes), kNodeBytes, 0});
      }
    }
    const std::size_t page = whole(geometry_of(curves_).page_bytes.value_or(kUsualPage));
    for (const std::size_t pages : sizes(16, kMostPages, 4)) walk_pages(pages, page);
    const std::size_t line = whole(geometry_of(curves_).line_bytes.value_or(kNodeBytes));
    for (const std::size_t nodes : sizes(whole(curves_.first_bytes) / line, kMostPages, 4)) {
      add(curves_.dense, nodes, {nodes, line, 0, 0});
    }
  }

  // Sizes of first TLBs follow no rule, and of second ones the edge is not sharp.
  void look_closer_at_pages() {
    const std::size_t page = whole(geometry_of(curves_).page_bytes.value_or(kUsualPage));
    const auto first = first_rise(curves_.pages);
    if (!first || first->flat_until > static_cast<double>(few_nodes())) return;
    for (double pages = first->flat_until; pages < first->half_at + 8; pages += 2) {
      walk_pages(whole(pages), page);
    }
    if (const auto second = first_rise(pages_beyond_lines(curves_, 2 * first->flat_until))) {
      constexpr double kCloser = 1.0 / 8;
      for (double size = 1; size <= 2; size += kCloser) {
        walk_pages(whole(size * second->flat_until), page);
      }
    }
  }

  void walk_pages(std::size_t pages, std::size_t page_bytes) {
    const std::size_t apart = page_bytes / kPlacesInPage;
    add(curves_.pages, pages,
        {pages, page_bytes, apart > kNodeBytes ? apart + kNodeBytes : apart, 0});
  }
};

}  // namespace

GeometryCurves survey(const RingSeconds& seconds, const SurveyLimits& limits) {
  return Survey(seconds, limits).go();
}

}  // namespace clgauge::microbench
