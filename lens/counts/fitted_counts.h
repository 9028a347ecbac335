#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lens/launch/features.h"

namespace clgauge::lens {

// What differs between launches of one compiled kernel with one work-group size.
struct LaunchPoint {
  std::array<std::uint64_t, 3> global{1, 1, 1};
  std::array<std::uint64_t, 3> groups{1, 1, 1};
  std::vector<double> scalars;  // scalar arguments in their order

  friend bool operator==(const LaunchPoint&, const LaunchPoint&) = default;
};

struct LookedPoint {
  LaunchPoint at;
  LensFeatures features;  // not empty
};

// Features of a compiled kernel at sizes that nobody has looked at, from those at sizes that
// somebody has (docs/lens.md, "Fitted counts"). Counts of a work-group are fitted; how many groups
// the busiest core runs is known. Immutable after construction; thread-safe as long as each thread
// has its own workspace.
class FittedCounts {
 public:
  // Fewer tell nothing of the error between them.
  static constexpr std::size_t kFewestLooks = 4;

  // `wanted` are the features that at() gives, in its order; `cores` is MachineShape::cores. Throws
  // Error(unsupported) that says why these looks carry no fit: too few, or a size that is not
  // positive, or more sizes that vary independently than looks tell apart.
  FittedCounts(const std::vector<LookedPoint>& looks, unsigned cores,
               std::vector<std::string> wanted);
  ~FittedCounts();
  FittedCounts(FittedCounts&&) noexcept;
  FittedCounts& operator=(FittedCounts&&) noexcept;

  // Whether the point lies within what was looked at: between the smallest and the largest of each
  // size, with sizes related as they were there. Points with sizes that hold large powers of two
  // (SizeSpace::is_aligned) do not, until cover_aligned(): rows of such a length fall into the same
  // sets of a cache. Allocates nothing.
  struct Workspace {
    std::vector<double> sizes;
    std::vector<double> terms;
  };
  [[nodiscard]] bool covers(const LaunchPoint& point, Workspace& workspace) const;

  // The wanted features of a point that covers() accepts; others get whatever extrapolation gives.
  // At a point that was looked at: what was seen there. Below a microsecond.
  void at(const LaunchPoint& point, std::span<double> counts, Workspace& workspace) const;

  // What was seen at each look that lies between others, and what the others say of it: the error
  // of at(), to be weighed by what each feature costs. Aligned ones are never fitted to.
  struct LeftOut {
    std::vector<double> seen;    // in the order of `wanted`
    std::vector<double> fitted;  // the same
    bool is_aligned = false;
  };
  [[nodiscard]] const std::vector<LeftOut>& left_out() const;

  // For who has found that the fit tells of the aligned looks, too.
  void cover_aligned();

  [[nodiscard]] const std::vector<std::string>& features() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge::lens
