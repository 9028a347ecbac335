#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace clgauge::model {

// Whether a device has become slower or faster than its calibration says: a two-sided CUSUM (Page,
// Biometrika 1954) over log(observed / predicted).
//
// Every kernel has an error of its own, which is no drift: each series (a kernel at a size) is
// compared with its own runs before, as a self-starting CUSUM does (Hawkins, The Statistician 1987,
// with Student's t brought to a normal deviate by Wallace's formula), and the deviations of all
// series add up. A single disturbed run counts at most kMostDeviations.
//
// Figures, as tests/model/drift/drift_test.cpp finds them on normal noise: about 9,500 runs to a
// false alarm on average (as theory says of this CUSUM); a lasting change of four standard
// deviations is told after 4 runs on average, of two after 7; of one after 19 in the median, but
// where a single kernel has run only 50 times before, one such change in fifteen is taken for that
// kernel's own error. Changes below kLeastSigma / 2 (2.5%) are never told, however small the noise,
// and a series says nothing until its third run.
class DriftDetector {
 public:
  static constexpr double kReference = 0.5;  // deviations that count as no change
  static constexpr double kThreshold = 8;    // accumulated deviations that are an alarm
  static constexpr double kLeastSigma = 0.05;
  static constexpr double kMostDeviations = 3;

  // Adds a run, in the order in which they were made. Throws Error(input) when `log_ratio`, the
  // logarithm of observed / predicted, is not finite.
  void observe(const std::string& series, double log_ratio);

  // Since the change was noticed, for ever: who recalibrates begins with a new detector.
  [[nodiscard]] bool moved() const noexcept { return moved_ != nullptr; }
  // How much longer runs take than they did: 1.2 is 20%. 1 while nothing has moved.
  [[nodiscard]] double ratio() const;
  [[nodiscard]] std::size_t runs() const noexcept { return runs_; }

 private:
  // Mean and sum of squares of a series (Welford).
  struct Baseline {
    std::size_t runs = 0;
    double mean = 0;
    double squares = 0;
  };
  // One side of the CUSUM, with what the change would amount to.
  struct Side {
    double sum = 0;
    double change = 0;  // of the logarithm, over the runs since the sum was last zero
    std::size_t runs = 0;
    void add(double deviation, double log_change);
  };

  std::map<std::string, Baseline> baselines_;
  Side slower_;
  Side faster_;
  const Side* moved_ = nullptr;
  std::size_t runs_ = 0;

 public:
  DriftDetector() = default;
  DriftDetector(const DriftDetector&) = delete;  // moved_ points into it
  DriftDetector& operator=(const DriftDetector&) = delete;
};

}  // namespace clgauge::model
