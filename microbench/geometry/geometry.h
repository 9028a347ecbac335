#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "microbench/geometry/curve.h"
#include "microbench/ring.h"

namespace clgauge::microbench {

// Times of walks through memory, as measured. Sizes are `at` of the points.
struct GeometryCurves {
  // By bytes of the buffer, all lines of which are visited, several walks at once; one a pass, in
  // pages of its own.
  std::vector<Curve> footprint;
  Curve slow_footprint;  // the same with fewer walks at once
  // What the first pass said of the first cache; 0: nothing. Walks of the next three depend on it.
  double first_bytes = 0;
  Curve half_lines;  // three quarters of it, a node every 32 bytes: more, where lines are shorter
  Curve lines;       // by nodes at places all over: how many lines it holds
  Curve conflict;    // by lines that lie its size apart: all in one set
  // By nodes that lie kSparseBytes apart, however long a page is, ...
  Curve sparse;
  // ... by the bytes between one and a half times as many nodes as the first TLB holds then, ...
  Curve spacing;
  // ... and by lines that lie a page apart; for comparison lines side by side, from as many as the
  // first cache holds.
  Curve pages;
  Curve dense;
  // All compute units that read whole buffers, by their bytes: seconds a line (measure_streams.h).
  // Of a CPU whose last cache is larger than what is walked.
  Curve streams;
  // Of a GPU (gpu_geometry.h): one walk through whole buffers, a node in each kGpuLineBytes, ...
  Curve lone_footprint;
  // ... and one through more lines than the first cache holds, by the bytes they are spread over.
  Curve reach;

  friend bool operator==(const GeometryCurves&, const GeometryCurves&) = default;
};

// What the curves say. What is absent was not seen: `unseen` says why.
struct Geometry {
  // Of caches, first first, by the edges there are: 0 where one is not clear.
  std::vector<double> capacities_bytes;
  std::optional<double> line_bytes;
  std::optional<unsigned> first_ways;  // of the first cache
  std::optional<bool> first_is_lru;    // false: it keeps some of a walk that is too long
  std::optional<double> first_tlb_pages;
  std::optional<double> second_tlb_pages;
  std::optional<double> page_bytes;
  std::vector<std::string> unseen;
  // Of one load that waits for the one before it: from each of the caches, and from memory. Of a
  // GPU; empty where that was not seen.
  std::vector<double> load_seconds{};

  friend bool operator==(const Geometry&, const Geometry&) = default;
};

// Of a device of type CPU. A pure function of the curves: no guess where they are short, flat, or
// do not agree.
[[nodiscard]] Geometry geometry_of(const GeometryCurves& curves);

// What a page costs beyond the line in it: `pages` less `dense`, on top of the time of a line. From
// where lines no longer fit the first cache, whose edge is no page's, and from `least_pages`.
[[nodiscard]] Curve pages_beyond_lines(const GeometryCurves& curves, double least_pages);

// Seconds of one step of `walks` walks at once through a ring, from places evenly apart; NaN where
// it cannot be measured.
using RingSeconds = std::function<double(const RingShape& ring, unsigned walks)>;

struct SurveyLimits {
  std::size_t most_bytes = std::size_t{96} << 20U;      // of a buffer
  std::size_t most_footprint = std::size_t{96} << 20U;  // of one all lines of which are visited
  std::size_t small_passes = 3;  // further ones through buffers of up to 3 MiB
};

// Which rings to walk: later ones depend on what earlier ones show. Exceptions of `seconds` pass
// through.
[[nodiscard]] GeometryCurves survey(const RingSeconds& seconds, const SurveyLimits& limits);

// Both forms round-trip; what was not seen is absent. The readers throw Error(input).
[[nodiscard]] nlohmann::json to_json(const GeometryCurves& curves);
[[nodiscard]] GeometryCurves geometry_curves_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json to_json(const Geometry& geometry);
[[nodiscard]] Geometry geometry_from_json(const nlohmann::json& json);

}  // namespace clgauge::microbench
