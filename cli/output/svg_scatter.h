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

struct ScatterPlot {
  std::string title;
  std::vector<ScatterSeries> series;
};

// Predicted (y) against measured (x) times on logarithmic axes as an SVG picture: the diagonal, a
// factor of two to each side, an interval for each point, a legend. Up to eight series by colour.
// One plot below the other, all on the same axes.
[[nodiscard]] std::string svg_scatter(const std::vector<ScatterPlot>& plots);

}  // namespace clgauge::cli
