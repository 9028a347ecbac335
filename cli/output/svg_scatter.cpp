#include "cli/output/svg_scatter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "cli/output/quantity.h"

namespace clgauge::cli {
namespace {

constexpr double kSide = 640;  // of the plot
constexpr double kLeft = 90;
constexpr double kTop = 40;
constexpr double kBottom = 60;
constexpr double kLegend = 150;
constexpr std::array<const char*, 8> kColours = {"#1b6ca8", "#d1495b", "#3a7d44", "#8d6a9f",
                                                 "#e09f3e", "#444444", "#2a9d8f", "#b56576"};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// Whole decades around all points, the same on both axes.
class Axis {
 public:
  explicit Axis(const std::vector<ScatterPlot>& plots) {
    double least = 1e300;
    double most = 1e-300;
    for (const auto& plot : plots) {
      for (const auto& one : plot.series) {
        for (const auto& point : one.points) {
          least = std::min({least, point.x, point.y});
          most = std::max({most, point.x, point.y});
        }
      }
    }
    if (least > most) {
      least = 1e-6;
      most = 1;
    }
    first_ = static_cast<int>(std::floor(std::log10(least)));
    last_ = std::max(static_cast<int>(std::ceil(std::log10(most))), first_ + 1);
  }
  [[nodiscard]] int first() const { return first_; }
  [[nodiscard]] int last() const { return last_; }
  // Pixels from the axis' start; clipped to it.
  [[nodiscard]] double at(double seconds) const {
    const double share = (std::log10(std::max(seconds, 1e-300)) - first_) / (last_ - first_);
    return kSide * std::clamp(share, 0.0, 1.0);
  }

 private:
  int first_ = 0;
  int last_ = 1;
};

double to_x(const Axis& axis, double seconds) { return kLeft + axis.at(seconds); }
double to_y(const Axis& axis, double seconds) { return kTop + kSide - axis.at(seconds); }

void draw_frame(std::string& svg, const Axis& axis) {
  auto out = std::back_inserter(svg);
  const double low = std::pow(10.0, axis.first());
  const double high = std::pow(10.0, axis.last());
  for (int decade = axis.first(); decade <= axis.last(); ++decade) {
    const double seconds = std::pow(10.0, decade);
    const double x = to_x(axis, seconds);
    const double y = to_y(axis, seconds);
    fmt::format_to(out,
                   "<path class=\"grid\" d=\"M{0:.1f} {2}V{3}M{4} {1:.1f}H{5}\"/>\n"
                   "<text x=\"{0:.1f}\" y=\"{6}\" text-anchor=\"middle\">{8}</text>\n"
                   "<text x=\"{7}\" y=\"{1:.1f}\" dy=\"4\" text-anchor=\"end\">{8}</text>\n",
                   x, y, kTop, kTop + kSide, kLeft, kLeft + kSide, kTop + kSide + 18, kLeft - 6,
                   format_seconds(seconds));
  }
  for (const double factor : {0.5, 1.0, 2.0}) {
    fmt::format_to(
        out, "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
        factor == 1 ? "diagonal" : "factor", to_x(axis, low * std::max(1.0, 1 / factor)),
        to_y(axis, low * std::max(1.0, factor)), to_x(axis, high * std::min(1.0, 1 / factor)),
        to_y(axis, high * std::min(1.0, factor)));
  }
  fmt::format_to(out,
                 "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">measured</text>\n"
                 "<text transform=\"translate(16 {}) rotate(-90)\" "
                 "text-anchor=\"middle\">predicted</text>\n",
                 kLeft + kSide / 2, kTop + kSide + 44, kTop + kSide / 2);
}

void draw_series(std::string& svg, const Axis& axis, const ScatterSeries& series,
                 std::size_t index) {
  auto out = std::back_inserter(svg);
  const char* colour = kColours[index % kColours.size()];
  fmt::format_to(out, "<g fill=\"{0}\" stroke=\"{0}\">\n", colour);
  for (const ScatterPoint& point : series.points) {
    const double x = to_x(axis, point.x);
    fmt::format_to(out,
                   "<path class=\"interval\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/>"
                   "<circle cx=\"{0:.1f}\" cy=\"{3:.1f}\" r=\"3\"><title>{4}</title></circle>\n",
                   x, to_y(axis, point.low), to_y(axis, point.high), to_y(axis, point.y),
                   escaped(point.label));
  }
  const double y = kTop + 12 + 18 * static_cast<double>(index);
  fmt::format_to(out,
                 "<circle cx=\"{}\" cy=\"{}\" r=\"4\"/></g>\n<text x=\"{}\" y=\"{}\">{}</text>\n",
                 kLeft + kSide + 16, y, kLeft + kSide + 26, y + 4, escaped(series.name));
}

}  // namespace

std::string svg_scatter(const std::vector<ScatterPlot>& plots) {
  constexpr double kHeight = kTop + kSide + kBottom;
  const Axis axis(plots);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n<style>text{{font:12px sans-serif}} .grid{{stroke:#ddd}} "
      ".diagonal{{stroke:#000}} .factor{{stroke:#888;stroke-dasharray:4}} "
      ".interval{{stroke-width:1;opacity:.35}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      kLeft + kSide + kLegend, kHeight * static_cast<double>(plots.size()));
  for (std::size_t i = 0; i < plots.size(); ++i) {
    svg += fmt::format(
        "<g transform=\"translate(0 {})\">\n"
        "<text x=\"{}\" y=\"22\" style=\"font-size:15px\">{}</text>\n",
        kHeight * static_cast<double>(i), kLeft, escaped(plots[i].title));
    draw_frame(svg, axis);
    for (std::size_t k = 0; k < plots[i].series.size(); ++k) {
      draw_series(svg, axis, plots[i].series[k], k);
    }
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace clgauge::cli
