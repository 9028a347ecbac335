#include "microbench/geometry/curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

namespace clgauge::microbench {
namespace {

constexpr std::size_t kLeastPoints = 5;
// A stretch is flat where nothing is so much longer than its start, over so many octaves.
constexpr double kFlatRise = 1.2;
constexpr double kFlatOctaves = 0.55;
// Less than that between two stretches is a creep and no edge.
constexpr double kLeastStep = 1.3;
// What rises hardly faster than the stretches on either side is a creep, too.
constexpr double kSteeper = 2;
// A point beyond so much of its level has left it.
constexpr double kDeparture = 1.25;

struct Stretch {
  std::size_t first = 0;
  std::size_t last = 0;
  double seconds = 0;  // its middle
  double slope = 0;    // doublings an octave
};

double octaves(double from, double to) { return std::log2(to / from); }

std::vector<Stretch> flat_stretches(const Curve& curve) {
  std::vector<Stretch> stretches;
  for (std::size_t first = 0; first < curve.size();) {
    std::size_t last = first;
    while (last + 1 < curve.size() && curve[last + 1].seconds <= kFlatRise * curve[first].seconds) {
      ++last;
    }
    if (last > first + 1 && octaves(curve[first].at, curve[last].at) >= kFlatOctaves) {
      const double slope = octaves(curve[first].seconds, curve[last].seconds) /
                           octaves(curve[first].at, curve[last].at);
      stretches.push_back({first, last, curve[first + (last - first) / 2].seconds, slope});
      first = last + 1;
    } else {
      ++first;
    }
  }
  return stretches;
}

// Where the curve, which does not fall, crosses a level after the point `from`.
double crossing(const Curve& curve, std::size_t from, double seconds) {
  std::size_t i = from;
  while (i < curve.size() && curve[i].seconds < seconds) {
    ++i;
  }
  if (i == 0 || i == curve.size()) {
    return curve[std::min(i, curve.size() - 1)].at;
  }
  const CurvePoint& a = curve[i - 1];
  const CurvePoint& b = curve[i];
  const double share = b.seconds > a.seconds
                           ? std::clamp((seconds - a.seconds) / (b.seconds - a.seconds), 0.0, 1.0)
                           : 1.0;
  return a.at * std::pow(b.at / a.at, share);
}

Edge edge_between(const Curve& curve, std::size_t from, double low, double high) {
  Edge edge{low, high, curve[from].at, 0, 0, 0};
  std::size_t i = from;
  while (i < curve.size() && curve[i].seconds <= kDeparture * low) {
    edge.flat_until = curve[i++].at;
  }
  edge.quarter_at = crossing(curve, from, low + 0.25 * (high - low));
  edge.half_at = crossing(curve, from, low + 0.5 * (high - low));
  edge.three_quarters_at = crossing(curve, from, low + 0.75 * (high - low));
  return edge;
}

// Doublings an octave in the middle of an edge.
double slope_of(const Edge& edge) {
  const double rise = edge.to_seconds - edge.from_seconds;
  return octaves(edge.from_seconds + 0.25 * rise, edge.from_seconds + 0.75 * rise) /
         std::max(1e-9, octaves(edge.quarter_at, edge.three_quarters_at));
}

}  // namespace

Curve shortest_of(const std::vector<Curve>& curves) {
  std::map<double, double> shortest;
  for (const Curve& curve : curves) {
    for (const auto& [at, seconds] : curve) {
      if (!(std::isfinite(at) && at > 0 && std::isfinite(seconds) && seconds > 0)) continue;
      const auto [place, is_new] = shortest.emplace(at, seconds);
      if (!is_new) place->second = std::min(place->second, seconds);
    }
  }
  Curve out;
  for (const auto& [at, seconds] : shortest) out.push_back({at, seconds});
  return out;
}

Curve lower_envelope(const Curve& curve) {
  Curve clean = shortest_of({curve});
  for (std::size_t i = clean.size(); i-- > 1;) {
    clean[i - 1].seconds = std::min(clean[i - 1].seconds, clean[i].seconds);
  }
  return clean;
}

std::vector<Edge> edges_of(const Curve& curve) {
  const Curve clean = lower_envelope(curve);
  if (clean.size() < kLeastPoints) return {};
  std::vector<Edge> edges;
  const std::vector<Stretch> stretches = flat_stretches(clean);
  if (stretches.empty()) return {};
  std::size_t low = 0;  // the stretch from which the next edge rises
  for (std::size_t high = 1; high < stretches.size(); ++high) {
    if (stretches[high].seconds < kLeastStep * stretches[low].seconds) continue;
    const Edge edge =
        edge_between(clean, stretches[low].first, stretches[low].seconds, stretches[high].seconds);
    if (slope_of(edge) >= kSteeper * std::max(stretches[low].slope, stretches[high].slope)) {
      edges.push_back(edge);
    }
    low = high;
  }
  return edges;
}

std::optional<Edge> first_rise(const Curve& curve) {
  const Curve clean = lower_envelope(curve);
  if (clean.size() < kLeastPoints) return std::nullopt;
  const double low = clean.front().seconds;
  const Edge start = edge_between(clean, 0, low, low);
  const auto high = seconds_at(clean, 2 * start.flat_until);
  if (!high || *high < kLeastStep * low) return std::nullopt;
  return edge_between(clean, 0, low, *high);
}

std::optional<double> seconds_at(const Curve& curve, double at) {
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (curve[i].at == at) return curve[i].seconds;
    if (i > 0 && curve[i - 1].at < at && at < curve[i].at) {
      const double share = std::log(at / curve[i - 1].at) / std::log(curve[i].at / curve[i - 1].at);
      return curve[i - 1].seconds + share * (curve[i].seconds - curve[i - 1].seconds);
    }
  }
  return std::nullopt;
}

std::optional<double> size_that_takes(const Curve& curve, double seconds) {
  const bool is_reached = std::any_of(curve.begin(), curve.end(), [&](const CurvePoint& point) {
    return point.seconds >= seconds;
  });
  return is_reached ? std::optional(crossing(curve, 0, seconds)) : std::nullopt;
}

std::vector<double> design_sizes(double low, double high) {
  std::vector<double> sizes;
  for (double power = 1; power <= high; power *= 2) {
    for (const double size : {power, 1.5 * power}) {
      if (size >= low && size <= high) sizes.push_back(size);
    }
  }
  return sizes;
}

}  // namespace clgauge::microbench
