#include "microbench/geometry/gpu_geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "microbench/geometry/survey_sizes.h"

namespace clgauge::microbench {
namespace {

constexpr std::size_t kMostCaches = 2;
// A capacity is clear where the rise goes from a quarter to three within so much.
constexpr double kMostGradual = 2.5;
// Sizes are said in so many parts of the power of two below: where a rise begins is found again
// within 0.5% (an H200, four passes), a part is 3 to 6%.
constexpr double kParts = 16;
// A level's own time is that of sizes so far from the edges on either side: a cache that gives up
// lines at random has some of a walk twice as long, and shorter lines twice as many of them.
constexpr double kInside = 4;
constexpr double kInMemory = 2;
// A line is a power of two if it comes out within so much of one.
constexpr double kNearLine = 1.38;
// Translations cost where lines that are spread over all that is walked take so much longer than
// side by side. A miss of a TLB takes as long as one of a cache and more.
constexpr double kTranslationCosts = 1.25;

double round_capacity(double bytes) {
  const double part = std::exp2(std::floor(std::log2(bytes))) / kParts;
  return part * std::round(bytes / part);
}

void find_gpu_capacities(const GeometryCurves& curves, Geometry& geometry) {
  std::vector<Edge> edges = edges_of(shortest_of(curves.footprint));
  edges.resize(std::min(edges.size(), kMostCaches));
  if (edges.empty()) geometry.unseen.emplace_back("capacities: no edge");
  for (const Edge& edge : edges) {
    const bool is_clear = edge.three_quarters_at <= kMostGradual * edge.quarter_at;
    geometry.capacities_bytes.push_back(is_clear ? round_capacity(edge.quarter_at) : 0);
    if (!is_clear) {
      geometry.unseen.push_back(
          fmt::format("capacity: the edge from {:.4g} to {:.4g} bytes is "
                      "too gradual",
                      edge.flat_until, edge.three_quarters_at));
    }
  }
}

// One walk by the bytes of its lines, whatever it was walked for. Without a survey of GPUs' own
// it is, beyond the lines that were walked for their length, of two walks at once, which hide
// little of each other's time: of an H200's second cache 147 ns with two, 143 with one.
Curve lone_walks(const GeometryCurves& curves) {
  Curve lines;
  for (const auto& [nodes, seconds] : curves.lines) {
    lines.push_back({nodes * static_cast<double>(kGpuLineBytes), seconds});
  }
  Curve whole = curves.lone_footprint;
  if (whole.empty()) {
    const double walked = lines.empty() ? 0 : lines.back().at;
    for (const auto& [bytes, seconds] : curves.slow_footprint) {
      if (bytes > walked) whole.push_back({bytes, kSlowWalks * seconds});
    }
  }
  return shortest_of({lines, whole});
}

// The shortest time of those sizes; nothing where none was walked.
std::optional<double> shortest_between(const Curve& curve, double low, double high) {
  std::optional<double> shortest;
  for (const auto& [at, seconds] : curve) {
    if (at < low || at > high) continue;
    shortest = std::min(seconds, shortest.value_or(seconds));
  }
  return shortest;
}

// Why there are none; empty when they were found.
std::string find_load_seconds(const Curve& lone, Geometry& geometry) {
  const std::vector<double>& capacities = geometry.capacities_bytes;
  if (capacities.empty() || std::count(capacities.begin(), capacities.end(), 0.0) > 0) {
    return "the capacities are not clear";
  }
  std::vector<double> levels;
  double low = 0;
  for (const double capacity : capacities) {
    const auto level = shortest_between(lone, low, capacity / kInside);
    if (!level) return "not measured";
    levels.push_back(*level);
    low = kInside * capacity;
  }
  if (lone.back().at < kInMemory * capacities.back()) return "memory was not walked";
  levels.push_back(std::max(lone.back().seconds, levels.back()));
  geometry.load_seconds = std::move(levels);
  return {};
}

// Nodes far apart leave the first cache where it holds no more lines, however long they are.
std::string find_gpu_line(const GeometryCurves& curves, Geometry& geometry) {
  if (geometry.load_seconds.size() < 2) return "the first capacity is not clear";
  const double half = 0.5 * (geometry.load_seconds[0] + geometry.load_seconds[1]);
  const auto lines = size_that_takes(lower_envelope(curves.lines), half);
  if (!lines) return "no edge";
  const double line = geometry.capacities_bytes.front() / *lines;
  const double power = std::exp2(std::round(std::log2(line)));
  if (std::max(line / power, power / line) > kNearLine) {
    return fmt::format("{:.3g} bytes are none", line);
  }
  geometry.line_bytes = power;
  return {};
}

// The same nodes side by side and far apart; without a survey of GPUs' own those a small page and
// 68 KiB apart, as many as there are of both.
std::optional<std::pair<double, double>> near_and_far(const GeometryCurves& curves) {
  const Curve reach = shortest_of({curves.reach});
  if (reach.size() > 1) return std::pair(reach.front().seconds, reach.back().seconds);
  const Curve pages = lower_envelope(curves.pages);
  const Curve sparse = shortest_of({curves.sparse});
  if (sparse.empty()) return std::nullopt;
  const auto near = seconds_at(pages, sparse.back().at);
  return near ? std::optional(std::pair(*near, sparse.back().seconds)) : std::nullopt;
}

std::string find_gpu_tlbs(const GeometryCurves& curves, Geometry& geometry) {
  const auto seconds = near_and_far(curves);
  if (!seconds) return "not measured";
  if (seconds->second > kTranslationCosts * seconds->first) {
    return fmt::format(
        "{:.3g} ns where lines lie far apart, {:.3g} side by side, of pages that "
        "are not seen",
        1e9 * seconds->second, 1e9 * seconds->first);
  }
  geometry.first_tlb_pages = geometry.second_tlb_pages = kTlbWithoutEdge;
  return {};
}

}  // namespace

Geometry gpu_geometry_of(const GeometryCurves& curves) {
  Geometry geometry;
  const auto note = [&](const char* what, const std::string& why) {
    if (!why.empty()) geometry.unseen.push_back(std::string(what) + ": " + why);
  };
  find_gpu_capacities(curves, geometry);
  note("load", find_load_seconds(lone_walks(curves), geometry));
  note("line", find_gpu_line(curves, geometry));
  note("TLBs", find_gpu_tlbs(curves, geometry));
  return geometry;
}

}  // namespace clgauge::microbench
