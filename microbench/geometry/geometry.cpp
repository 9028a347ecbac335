#include "microbench/geometry/geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace clgauge::microbench {
namespace {

constexpr double kLineBytes = 64;  // between nodes of the walks through whole buffers

// A capacity is clear where the rise goes from a quarter to three within so much, and three
// quarters of the passes agree on where it is, those of slow walks, too: of a cache that others use
// a slow walk keeps less.
constexpr double kWidestRise = 2.5;
constexpr double kPassesAgree = 1.25;
// Half of a first cache's rise is done within so much, even where it replaces lines at random.
constexpr double kLatestHalf = 1.6;
// Three quarters of a sharp rise are done within so much of its start.
constexpr double kSharpRise = 1.3;
// Pages lie at random in a cache that goes by physical addresses: some of its sets are full long
// before others, and half of a gradual rise is done so long before its capacity, or a little
// after (1.07 of 512 KiB on a Zen 3, in every pass).
constexpr double kMostBefore = 1.5;
constexpr double kMostAfter = 1.1;
constexpr double kManyPages = 96;  // chance evens out among so many
// A pass says something of an edge when it goes so far beyond it.
constexpr double kBeyondEdge = 1.4;

// Nodes every half line take so much longer where lines are shorter than kLineBytes.
constexpr double kShorterLines = 1.3;
constexpr double kNearPower = 1.38;

// Of lines in one set: so many walks at least, a miss that much longer than a hit, and the share of
// misses that only a cache has which gives up the line it needs next.
constexpr std::size_t kLeastConflicts = 8;
constexpr double kLeastMiss = 1.25;
constexpr double kLruMisses = 0.9;

// Where lines alone take so much longer, they begin to leave the second cache.
constexpr double kFlatLines = 1.2;
constexpr double kTlbStep = 8;  // all that are sold have a multiple of it
// Of a first TLB of sets: so many ways (all that are sold have 4 or 6; with more, one that others
// use, and that has no sets, may look like it), and a rise that agrees with them to so much.
constexpr unsigned kLeastTlbWays = 3;
constexpr unsigned kMostTlbWays = 6;
constexpr double kTlbRiseAgrees = 1.03;
// Half of a gradual rise may be done so long before the end.
constexpr double kHalfway = 1.1;

double ratio(double a, double b) { return a > b ? a / b : b / a; }

std::string bytes_text(double bytes) {
  constexpr double kKibi = 1024;
  return bytes < kKibi * kKibi ? fmt::format("{:.3g} KiB", bytes / kKibi)
                               : fmt::format("{:.3g} MiB", bytes / kKibi / kKibi);
}

bool is_sharp(const Edge& edge) { return edge.three_quarters_at <= kSharpRise * edge.flat_until; }

// Of the sizes that a designer would choose, those that would have this edge.
std::vector<double> capacities_with(const Edge& edge, bool is_first) {
  if (is_first) {  // goes by the program's addresses, and is full at once
    std::vector<double> sizes = design_sizes(edge.flat_until, kLatestHalf * edge.flat_until);
    if (edge.half_at > kLatestHalf * edge.flat_until) sizes.clear();
    sizes.resize(std::min<std::size_t>(sizes.size(), 1));
    return sizes;
  }
  return is_sharp(edge) ? design_sizes(edge.flat_until, edge.half_at)
                        : design_sizes(edge.half_at / kMostAfter, edge.half_at * kMostBefore);
}

bool has_edge(const Curve& curve, const Edge& edge) {
  const std::vector<Edge> own = edges_of(curve);
  return std::any_of(own.begin(), own.end(), [&](const Edge& one) {
    return ratio(one.half_at, edge.half_at) <= kPassesAgree;
  });
}

bool goes_beyond(const Curve& curve, const Edge& edge) {
  const Curve clean = lower_envelope(curve);
  return !clean.empty() && clean.back().at >= kBeyondEdge * edge.three_quarters_at;
}

// Whether slow walks, which wait longer for each line beyond the first cache, see the same one.
// Where many walks at once hide most of that (1.4 and 1.9 ns a line on an Emerald Rapids, 0.9
// and 2.4 with two), a disturbance may hide the rest.
bool sees_first(const Curve& slow, double capacity) {
  const std::vector<Edge> own = edges_of(slow);
  return own.empty() || capacities_with(own.front(), true) == std::vector<double>{capacity};
}

// Why an edge is no capacity that one could rely on; empty when it is.
std::string why_unclear(const Edge& edge, bool is_first, const GeometryCurves& curves,
                        const Geometry& geometry) {
  if (edge.three_quarters_at > kWidestRise * edge.quarter_at) return "is too gradual";
  const std::vector<double> capacities = capacities_with(edge, is_first);
  const std::size_t sizes = capacities.size();
  if (!is_first && !is_sharp(edge)) {
    if (!geometry.page_bytes) return "is gradual, and the page is not known";
    if (edge.half_at < kManyPages * *geometry.page_bytes) return "depends on where a few pages lie";
  }
  if (sizes != 1) return sizes == 0 ? "is of no usual size" : "may be of several usual sizes";
  if (is_first && !sees_first(curves.slow_footprint, capacities.front())) {
    return "is another one for slow walks";
  }
  if (goes_beyond(curves.slow_footprint, edge) && !has_edge(curves.slow_footprint, edge)) {
    return "moves with the speed of the walk: the cache is shared with others";
  }
  std::size_t saying = 0;
  std::size_t agreeing = 0;
  for (const Curve& pass : curves.footprint) {
    if (!goes_beyond(pass, edge)) continue;
    ++saying;
    agreeing += has_edge(pass, edge) ? 1U : 0U;
  }
  return (saying - agreeing) * 4 > saying ? "moves from pass to pass" : "";
}

void find_capacities(const GeometryCurves& curves, Geometry& geometry) {
  const std::vector<Edge> edges = edges_of(shortest_of(curves.footprint));
  if (edges.empty()) geometry.unseen.emplace_back("capacities: no edge");
  for (const Edge& edge : edges) {
    const bool is_first = &edge == &edges.front();
    const std::string unclear = why_unclear(edge, is_first, curves, geometry);
    if (unclear.empty()) {
      geometry.capacities_bytes.push_back(capacities_with(edge, is_first).front());
    } else {
      geometry.capacities_bytes.push_back(0);
      geometry.unseen.push_back(fmt::format("capacity: the edge from {} to {} {}",
                                            bytes_text(edge.flat_until),
                                            bytes_text(edge.three_quarters_at), unclear));
    }
  }
}

// The walks that depend on the first capacity say nothing when the passes together say another.
bool knows_first(const GeometryCurves& curves, const Geometry& geometry) {
  return curves.first_bytes > 0 && !geometry.capacities_bytes.empty() &&
         geometry.capacities_bytes.front() == curves.first_bytes;
}

// Why there is no line; empty when it was found.
std::string find_line(const GeometryCurves& curves, Geometry& geometry) {
  const Curve half = lower_envelope(curves.half_lines);
  const auto whole =
      half.empty() ? std::nullopt : seconds_at(shortest_of(curves.footprint), half.front().at);
  if (!whole) return "not measured";
  if (half.front().seconds > kShorterLines * *whole) {
    return fmt::format("shorter than {} bytes", kLineBytes);
  }
  const auto edge = first_rise(curves.lines);
  if (!edge) return "no edge";
  const double line = curves.first_bytes / edge->half_at;
  const double power = std::exp2(std::round(std::log2(line)));
  if (ratio(line, power) > kNearPower) return fmt::format("{:.3g} bytes are none", line);
  geometry.line_bytes = power;
  return {};
}

// Why there are no ways; empty when they were found.
std::string find_ways(const GeometryCurves& curves, Geometry& geometry) {
  const Curve clean = lower_envelope(curves.conflict);
  if (clean.size() < kLeastConflicts) return "not measured";
  const double hit = clean.front().seconds;
  const auto first = std::find_if(clean.begin(), clean.end(), [&](const CurvePoint& point) {
    return point.seconds > kLeastMiss * hit;
  });
  if (clean.end() - first < 3) return "no edge";
  const double ways = first[-1].at;
  const double sets = curves.first_bytes / geometry.line_bytes.value_or(kLineBytes) / ways;
  if (!geometry.line_bytes || sets != std::exp2(std::round(std::log2(sets)))) {
    return fmt::format("{} lines are no set of the cache", ways);
  }
  geometry.first_ways = static_cast<unsigned>(ways);
  // With two more lines, where nothing can stay, as against one.
  geometry.first_is_lru = first->seconds - hit > kLruMisses * (first[2].seconds - hit);
  return {};
}

std::string find_page(const GeometryCurves& curves, Geometry& geometry) {
  const auto edge = first_rise(curves.sparse);
  if (!edge) return "no edge of a first TLB";
  if (!is_sharp(*edge)) return "the edge of the first TLB is gradual";
  const Curve spacing = lower_envelope(curves.spacing);
  const double half = 0.5 * (edge->from_seconds + edge->to_seconds);
  const auto missing = std::find_if(spacing.begin(), spacing.end(),
                                    [&](const CurvePoint& p) { return p.seconds > half; });
  if (missing == spacing.end()) return "larger than any that was tried";
  if (missing == spacing.begin()) return "smaller than any that was tried";
  if (missing[-1].seconds > 0.5 * (edge->from_seconds + half)) return "the edge is gradual";
  geometry.page_bytes = missing->at;
  return {};
}

// Of so many pages side by side in a TLB of sets, each beyond its entries fills one set more than
// it has ways, all pages of which then miss. Where so many of all do, one way more for each set
// being where all do: Golden Cove's 96 entries of 6 ways are too few from 97 pages on, by half at
// 103, for all from 112 on.
double pages_of_missing(double share, double entries, unsigned ways) {
  return entries / (1 - share / (ways + 1));
}

bool rises_by_sets(const Edge& edge, double entries, unsigned ways) {
  const auto agrees = [&](double share, double at) {
    return ratio(pages_of_missing(share, entries, ways), at) <= kTlbRiseAgrees;
  };
  return agrees(0.25, edge.quarter_at) && agrees(0.5, edge.half_at) &&
         agrees(0.75, edge.three_quarters_at);
}

// The only size that has this rise; 0 where none has, or several have.
double entries_of_sets(const Edge& edge) {
  double found = 0;
  const double most = kTlbStep * std::ceil(edge.flat_until / kTlbStep);
  for (double entries = std::max(most - kTlbStep, kTlbStep); entries <= most; entries += kTlbStep) {
    for (unsigned ways = kLeastTlbWays; ways <= kMostTlbWays; ++ways) {
      const double sets = entries / ways;
      if (sets != std::exp2(std::round(std::log2(sets))) || !rises_by_sets(edge, entries, ways)) {
        continue;
      }
      if (found != 0 && found != entries) return 0;
      found = entries;
    }
  }
  return found;
}

std::string find_first_tlb(const GeometryCurves& curves, Geometry& geometry) {
  const auto edge = first_rise(curves.pages);
  if (!geometry.page_bytes || !edge) return "no edge";
  const bool is_at_once = edge->three_quarters_at <= edge->flat_until + kTlbStep / 2;
  // What else runs takes an entry or two for itself.
  const double entries =
      is_at_once ? kTlbStep * std::ceil(edge->flat_until / kTlbStep) : entries_of_sets(*edge);
  if (entries == 0) return "the edge is gradual";
  geometry.first_tlb_pages = entries;
  return {};
}

// A set of the second may be full before all of it is, and page tables fall out of the caches, too:
// times rise slowly. It holds at least what does not rise, and at most where half of the rise is
// done.
std::string find_second_tlb(const GeometryCurves& curves, Geometry& geometry) {
  if (!geometry.first_tlb_pages || !geometry.line_bytes) return "no edge";
  const Curve beyond = pages_beyond_lines(curves, kBeyondEdge * *geometry.first_tlb_pages);
  const auto edge = first_rise(beyond);
  if (!edge) return "no edge";
  const std::vector<double> sizes = design_sizes(edge->flat_until, kHalfway * edge->half_at);
  if (sizes.size() != 1) {
    return fmt::format("between {} and {:.0f} pages", edge->flat_until, kHalfway * edge->half_at);
  }
  geometry.second_tlb_pages = sizes.front();
  return {};
}

}  // namespace

Curve pages_beyond_lines(const GeometryCurves& curves, double least_pages) {
  const Curve dense = lower_envelope(curves.dense);
  const double lines = kBeyondEdge * curves.first_bytes / kLineBytes;
  Curve beyond;
  std::optional<double> base;
  for (const CurvePoint& point : lower_envelope(curves.pages)) {
    const auto line = seconds_at(dense, point.at);
    if (!line || point.at < std::max(lines, least_pages)) continue;
    if (!base) base = *line;
    if (*line > kFlatLines * *base)
      break;  // two caches at once: no difference says what a page costs
    beyond.push_back({point.at, *base + std::max(0.0, point.seconds - *line)});
  }
  return beyond;
}

Geometry geometry_of(const GeometryCurves& curves) {
  Geometry geometry;
  const auto note = [&](const char* what, const std::string& why) {
    if (!why.empty()) geometry.unseen.push_back(std::string(what) + ": " + why);
  };
  note("page", find_page(curves, geometry));
  find_capacities(curves, geometry);
  const bool first = knows_first(curves, geometry);
  const std::string no_first = "the first capacity is not clear";
  note("line", first ? find_line(curves, geometry) : no_first);
  note("ways of the first cache", first ? find_ways(curves, geometry) : no_first);
  note("first TLB", find_first_tlb(curves, geometry));
  note("second TLB", find_second_tlb(curves, geometry));
  return geometry;
}

}  // namespace clgauge::microbench
