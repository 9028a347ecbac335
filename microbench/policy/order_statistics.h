#pragma once

#include <span>
#include <vector>

namespace clgauge::microbench {

// P(X <= k) for X binomial(n, 1/2); zero for k < 0.
[[nodiscard]] double binomial_half_cdf(int n, int k);

// The largest rank k such that [x_(k), x_(n+1-k)] (1-based order statistics of n independent
// samples) misses the true median with a probability of at most `error`; zero when even the whole
// range [x_(1), x_(n)] misses it more often. Distribution-free (David and Nagaraja, Order
// Statistics, section 7.1); ties only make the interval safer.
[[nodiscard]] int median_rank(int n, double error);

// The probability that [x_(k), x_(n+1-k)] holds the true median.
[[nodiscard]] double median_confidence(int n, int k);

// The middle of sorted values (mean of the two middle ones for an even count). Not for none.
[[nodiscard]] double median_of_sorted(std::span<const double> sorted);
[[nodiscard]] double median_of(std::vector<double> values);

}  // namespace clgauge::microbench
