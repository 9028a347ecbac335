#pragma once

#include <optional>
#include <vector>

namespace clgauge::microbench {

// Time of one step of a walk at a size: bytes, lines, pages or whatever the walk varies.
struct CurvePoint {
  double at = 0;
  double seconds = 0;

  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};
using Curve = std::vector<CurvePoint>;

// A rise from one level to another, by where the curve crosses shares of it.
struct Edge {
  double from_seconds = 0;
  double to_seconds = 0;
  double flat_until = 0;  // the last point that does not rise
  double quarter_at = 0;  // where a quarter of the rise is done,
  double half_at = 0;     // half of it,
  double three_quarters_at = 0;
};

// Of all points the shortest time of each size, in order of sizes; points that are no finite
// positive numbers are left out.
[[nodiscard]] Curve shortest_of(const std::vector<Curve>& curves);

// What the curve says without its noise, which makes single points longer and never shorter: the
// same of one curve, with each point as short as any later one.
[[nodiscard]] Curve lower_envelope(const Curve& curve);

// Rises between stretches that are flat over half an octave at least. Nothing for a curve that is
// too short, or flat. Takes any curve, with noise.
[[nodiscard]] std::vector<Edge> edges_of(const Curve& curve);

// The first rise of a curve that need not become flat again after it: its upper level is that of
// twice the size at which it starts to rise. Nothing where that is beyond the curve's end.
[[nodiscard]] std::optional<Edge> first_rise(const Curve& curve);

// Time at a size between points, on straight lines in the logarithm of the size.
[[nodiscard]] std::optional<double> seconds_at(const Curve& curve, double at);

// The first size that takes so long, on the same lines. Nothing where none does.
[[nodiscard]] std::optional<double> size_that_takes(const Curve& curve, double seconds);

// Powers of two, and one and a half of them, from `low` to `high`: what designers choose.
[[nodiscard]] std::vector<double> design_sizes(double low, double high);

}  // namespace clgauge::microbench
