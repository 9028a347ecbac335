#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lens/counts/fitted_counts.h"

namespace clgauge::lens {

// The sizes of a kernel's launches: which vary, which of those vary by themselves, and how the
// others follow from them. A kernel of one n may have five sizes (n, n/16 groups, n * n, ...), and
// only one to interpolate along. Immutable.
class SizeSpace {
 public:
  // Throws Error(unsupported) when a size that varies is not positive, or none varies.
  explicit SizeSpace(std::span<const LaunchPoint> looks);

  [[nodiscard]] std::size_t dimensions() const noexcept { return independent_.size(); }

  // Logarithms of the independent sizes; false where the point is beyond the looks in one of them,
  // or where another size does not follow from them as it did there.
  [[nodiscard]] bool locate(const LaunchPoint& point, std::vector<double>& where) const;

  // Whether a size that varies is a multiple of kAligned (of its power, where a size grows as a
  // power of the others, as an area does).
  static constexpr double kAligned = 128;
  [[nodiscard]] bool is_aligned(const LaunchPoint& point) const;

  // Where the point is, covered or not.
  void place(const LaunchPoint& point, std::vector<double>& where) const;

 private:
  // Size number `size` is about exp(constant + slopes . where), or constant + slopes . exp(where).
  struct Follower {
    std::size_t size = 0;
    bool is_power = true;
    double constant = 0;
    std::vector<double> slopes;
  };
  struct Varying {
    std::size_t size = 0;
    std::uint64_t alignment = 0;  // multiples of which count as aligned
  };
  [[nodiscard]] double expected(const Follower& follower, std::span<const double> where) const;

  std::vector<std::pair<std::size_t, double>> constant_;  // sizes that every look had alike
  std::vector<Varying> varying_;
  std::vector<std::size_t> independent_;
  std::vector<Follower> followers_;
  std::vector<double> least_;  // logarithms, of the independent ones
  std::vector<double> most_;
};

}  // namespace clgauge::lens
