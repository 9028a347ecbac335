#pragma once

#include <string>
#include <vector>

namespace clgauge::cli {

struct ScatterPoint {
  double x = 0;  // seconds, both positive
  double y = 0;
  double low = 0;  // of y
  double high = 0;
  std::string label;  // shown when the pointer rests on it
};
struct ScatterSeries {
  std::string name;
  std::vector<ScatterPoint> points;
};

// Predicted (y) against measured (x) times on logarithmic axes as an SVG picture: the diagonal, a
// factor of two to each side, an interval for each point, a legend. Up to eight series by colour.
[[nodiscard]] std::string svg_scatter(const std::string& title,
                                      const std::vector<ScatterSeries>& series);

}  // namespace clgauge::cli
