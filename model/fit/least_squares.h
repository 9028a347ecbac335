#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace clgauge::model {

// Robust least squares within bounds: minimises half the sum of soft-L1 losses of the residuals.
struct LeastSquares {
  LeastSquares() = default;
  LeastSquares(const LeastSquares&) = delete;
  LeastSquares& operator=(const LeastSquares&) = delete;
  virtual ~LeastSquares() = default;

  // One residual at `parameters`, and its derivatives when `gradient` is not empty. False when
  // either is not finite. Called from one thread at a time.
  [[nodiscard]] virtual bool evaluate(std::size_t residual, std::span<const double> parameters,
                                      double& value, std::span<double> gradient) const = 0;

  std::size_t residuals = 0;
  std::vector<double> start;
  std::vector<double> lower;
  std::vector<double> upper;  // 1e300 or more: unbounded
  std::vector<bool> free;     // the others keep their starting value
  double robust_scale = 1;    // residuals beyond it count by their size, not its square
  int max_iterations = 100;
};

struct Minimum {
  std::vector<double> parameters;
  double objective = 0;
  bool usable = false;  // else `message` says why
  std::string message;
};

// Ceres lives in a module of its own (clgauge-ceres.so) that the first call loads: it brings twenty
// shared libraries and OpenBLAS's threads, which commands that only count or predict can do
// without. Throws Error(usage) when the module is not there. Thread-safe.
[[nodiscard]] Minimum minimise(const LeastSquares& problem);

}  // namespace clgauge::model
