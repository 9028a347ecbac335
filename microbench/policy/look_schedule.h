#pragma once

#include <span>
#include <vector>

namespace clgauge::microbench {

// When to look at a growing sample, and how strict each look must be.
//
// A rule that stops as soon as an interval is narrow looks many times, and 95% intervals at every
// look miss the median far more often than in 5% of the runs. Here the looks are few (counts that
// grow by 40%), every look uses the same stricter level, and that level is the loosest one for
// which the probability that *any* look misses the median is at most `error`. The probability is
// exact, not a bound: the number of samples below the true median is a binomial random walk
// whatever the distribution, so it follows by dynamic programming over that walk. Any stopping rule
// that stops at a look therefore keeps the promise, for independent samples.
class LookSchedule {
 public:
  static constexpr int kMostSamples = 1000;

  // Throws Error(usage) unless 1 <= least <= most <= kMostSamples.
  LookSchedule(int least, int most, double error = 0.05);

  [[nodiscard]] std::span<const int> looks() const { return looks_; }
  [[nodiscard]] bool is_look(int samples) const;

  // The rank k of the interval [x_(k), x_(n+1-k)] after n samples; zero when n is too small for any
  // interval of this level.
  [[nodiscard]] int rank(int samples) const;

  // The error allowed at one look, and the exact probability that any look misses the median.
  [[nodiscard]] double look_error() const { return look_error_; }
  [[nodiscard]] double error() const { return error_; }

 private:
  std::vector<int> looks_;
  double look_error_ = 0;
  double error_ = 0;
};

}  // namespace clgauge::microbench
