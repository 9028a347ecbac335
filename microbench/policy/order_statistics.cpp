#include "microbench/policy/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clgauge::microbench {

double binomial_half_cdf(int n, int k) {
  if (k < 0) return 0;
  if (k >= n) return 1;
  const double log_half = std::log(0.5);
  double sum = 0;
  for (int i = 0; i <= k; ++i) {
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1.0) +
                    n * log_half);
  }
  return std::min(sum, 1.0);
}

int median_rank(int n, double error) {
  // A relative hair of slack, so that an error of exactly 2^(1-n) is not lost to rounding.
  const double allowed = error * (1 + 1e-9);
  int rank = 0;
  double outcome = std::exp2(-n);  // P(X = rank)
  double at_most = outcome;
  while (rank < n / 2 && 2 * at_most <= allowed) {
    ++rank;
    outcome *= static_cast<double>(n - rank + 1) / rank;
    at_most += outcome;
  }
  return rank;
}

double median_confidence(int n, int k) {
  return k <= 0 ? 1 : std::max(0.0, 1 - 2 * binomial_half_cdf(n, k - 1));
}

double median_of_sorted(std::span<const double> sorted) {
  const std::size_t n = sorted.size();
  return n % 2 == 1 ? sorted[n / 2] : 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]);
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return median_of_sorted(values);
}

}  // namespace clgauge::microbench
