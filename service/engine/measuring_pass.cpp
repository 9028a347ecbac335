#include "service/engine/measuring_pass.h"

#include <algorithm>

namespace clgauge::service {
namespace {

// Of a pass, for what its points take at least; the rest is shared by all.
constexpr double kMostLeast = 0.6;

}  // namespace

std::vector<Turn> turns_of_pass(const std::vector<PointCost>& points,
                                const std::vector<std::size_t>& order, double pass_seconds) {
  std::vector<Turn> turns;
  double least = 0;
  for (const bool is_measured : {false, true}) {
    for (const std::size_t i : order) {
      const PointCost& point = points[i];
      if (point.is_measured != is_measured || !point.least_seconds ||
          least + *point.least_seconds > kMostLeast * pass_seconds) {
        continue;
      }
      least += *point.least_seconds;
      turns.push_back({i, *point.least_seconds, 0, 0});
    }
  }
  double later = 0;
  for (std::size_t t = turns.size(); t-- > 0;) {
    turns[t].later_seconds = later;
    turns[t].later_turns = turns.size() - 1 - t;
    later += turns[t].least_seconds;
  }
  return turns;
}

std::optional<double> seconds_of(const Turn& turn, double left_seconds) {
  if (left_seconds <= turn.least_seconds) {
    return std::nullopt;
  }
  const double spare = std::max(0.0, left_seconds - turn.least_seconds - turn.later_seconds);
  return turn.least_seconds + spare / static_cast<double>(turn.later_turns + 1);
}

}  // namespace clgauge::service
