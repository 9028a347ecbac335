#include "microbench/policy/trace_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "microbench/policy/order_statistics.h"

namespace clgauge::microbench {
namespace {

constexpr std::size_t kLeastSamples = 10;
constexpr double kTrendScore = 4;
constexpr double kTrendChange = 0.03;
constexpr double kLevelGap = 0.05;       // of the lower level
constexpr double kLevelGapToSpread = 3;  // gap over the wider of the two groups' spreads

double spread(std::span<const double> sorted) {
  return sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4];
}

}  // namespace

double trend_score(std::span<const double> seconds) {
  const auto n = static_cast<double>(seconds.size());
  if (seconds.size() < kLeastSamples) return 0;
  double concordant = 0;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    for (std::size_t j = i + 1; j < seconds.size(); ++j) {
      concordant += static_cast<double>((seconds[j] > seconds[i]) - (seconds[j] < seconds[i]));
    }
  }
  return concordant / std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
}

std::optional<TwoLevels> two_levels(std::vector<double> seconds) {
  const std::size_t n = seconds.size();
  if (n < kLeastSamples) return std::nullopt;
  std::sort(seconds.begin(), seconds.end());
  const std::size_t margin = std::max<std::size_t>(n / 5, 2);
  std::size_t cut = margin;
  for (std::size_t i = margin; i + margin <= n; ++i) {
    if (seconds[i] - seconds[i - 1] > seconds[cut] - seconds[cut - 1]) cut = i;
  }
  const std::span<const double> all(seconds);
  const auto below = all.first(cut);
  const auto above = all.subspan(cut);
  const double gap = above.front() - below.back();
  if (!(gap > kLevelGap * median_of_sorted(below))) return std::nullopt;
  if (!(gap > kLevelGapToSpread * std::max(spread(below), spread(above)))) return std::nullopt;
  return TwoLevels{median_of_sorted(below), median_of_sorted(above),
                   static_cast<double>(above.size()) / static_cast<double>(n)};
}

std::vector<std::string> shape_notes(std::span<const double> seconds) {
  std::vector<std::string> notes;
  if (seconds.size() < kLeastSamples) return notes;
  const std::size_t third = seconds.size() / 3;
  const double first = median_of({seconds.begin(), seconds.begin() + static_cast<long>(third)});
  const double last = median_of({seconds.end() - static_cast<long>(third), seconds.end()});
  const double change = last / first - 1;
  if (std::abs(trend_score(seconds)) > kTrendScore && std::abs(change) > kTrendChange) {
    notes.push_back(fmt::format("the samples drift by {:+.0f}% from the first third to the last",
                                100 * change));
  }
  if (const auto levels = two_levels({seconds.begin(), seconds.end()})) {
    notes.push_back(
        fmt::format("two levels: {:.0f}% of the samples near {:.4g} s, the rest near "
                    "{:.4g} s",
                    100 * (1 - levels->high_share), levels->low_seconds, levels->high_seconds));
  }
  return notes;
}

}  // namespace clgauge::microbench
