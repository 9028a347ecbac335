#include "microbench/policy/look_schedule.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "microbench/policy/order_statistics.h"

namespace clgauge::microbench {
namespace {

constexpr double kGrowth = 1.4;
// With fewer samples not even the whole range is an interval at a level worth several looks.
constexpr int kFirstUsefulLook = 8;

std::vector<int> geometric_looks(int least, int most) {
  std::vector<int> looks;
  int n = std::min(std::max(least, kFirstUsefulLook), most);
  while (n < most) {
    looks.push_back(n);
    n = std::max(n + 1, static_cast<int>(std::lround(n * kGrowth)));
  }
  looks.push_back(most);
  return looks;
}

// The probability that the walk "samples below the median" leaves [k, n-k] at one of the looks.
double miss_probability(std::span<const int> looks, double look_error) {
  std::vector<double> below(static_cast<std::size_t>(looks.back()) + 1, 0.0);
  below[0] = 1;
  double missed = 0;
  int n = 0;
  for (const int look : looks) {
    for (; n < look; ++n) {
      for (std::size_t s = static_cast<std::size_t>(n) + 1; s > 0; --s) {
        below[s] = 0.5 * (below[s] + below[s - 1]);
      }
      below[0] *= 0.5;
    }
    const int rank = median_rank(n, look_error);
    for (int s = 0; s <= n; ++s) {
      if (s >= rank && s <= n - rank) continue;
      missed += below[static_cast<std::size_t>(s)];
      below[static_cast<std::size_t>(s)] = 0;
    }
  }
  return missed;
}

}  // namespace

LookSchedule::LookSchedule(int least, int most, double error) {
  if (least < 1 || most < least || most > kMostSamples) {
    throw Error(ErrorKind::usage, "measuring policy: samples must satisfy 1 <= least <= most <= " +
                                      std::to_string(kMostSamples) + ", not " +
                                      std::to_string(least) + ".." + std::to_string(most));
  }
  looks_ = geometric_looks(least, most);
  // The miss probability is a rising step function of the level: bisect to its last allowed step.
  double low = 0;
  double high = error;
  if (miss_probability(looks_, high) <= error) {
    low = high;
  } else {
    for (int i = 0; i < 30; ++i) {
      const double middle = 0.5 * (low + high);
      (miss_probability(looks_, middle) <= error ? low : high) = middle;
    }
  }
  look_error_ = low;
  error_ = miss_probability(looks_, low);
}

bool LookSchedule::is_look(int samples) const {
  return std::binary_search(looks_.begin(), looks_.end(), samples);
}

int LookSchedule::rank(int samples) const { return median_rank(samples, look_error_); }

}  // namespace clgauge::microbench
