#include "lens/launch/suppressed_faults.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "lens/items/group_grid.h"

namespace clgauge::lens {
namespace {

// The groups of one layer: all that share their number in the last dimension that has several.
class Layers {
 public:
  explicit Layers(const GroupId& groups)
      : groups_(groups),
        last_dimension_(groups[2] > 1   ? 2
                        : groups[1] > 1 ? 1
                                        : 0) {}

  [[nodiscard]] std::uint64_t count() const { return groups_.at(last_dimension_); }
  [[nodiscard]] double groups_of_one() const {
    return static_cast<double>(groups_[0] * groups_[1] * groups_[2]) / static_cast<double>(count());
  }

  // The middle of a layer and its corners.
  [[nodiscard]] std::vector<GroupId> asked_of(std::uint64_t layer) const {
    std::vector<GroupId> asked;
    for (const std::uint64_t part : {0U, 2U, 4U}) {
      GroupId id{};
      for (unsigned d = 0; d < id.size(); ++d) {
        id.at(d) = d == last_dimension_ ? layer : (groups_.at(d) - 1) * part / 4;
      }
      if (std::find(asked.begin(), asked.end(), id) == asked.end()) {
        asked.push_back(id);
      }
    }
    return asked;
  }

  // The average of a layer's groups, by those.
  [[nodiscard]] double faults(std::uint64_t layer,
                              const std::function<double(const GroupId&)>& faults_of) const {
    const std::vector<GroupId> asked = asked_of(layer);
    const double sum =
        std::accumulate(asked.begin(), asked.end(), 0.0,
                        [&](double all, const GroupId& id) { return all + faults_of(id); });
    return sum / static_cast<double>(asked.size());
  }

 private:
  GroupId groups_;
  unsigned last_dimension_ = 0;
};

struct Faulting {
  std::uint64_t layers = 0;
  double faults = 0;
};

// Of so many layers from one end inwards, until one has none: the first few each, those behind them
// by the last few's and the innermost's average.
Faulting sum_inwards(std::uint64_t layers,
                     const std::function<double(std::uint64_t depth)>& faults) {
  constexpr std::uint64_t kEach = 4;
  Faulting sum;
  double last = 0;
  for (; sum.layers < std::min(layers, kEach); ++sum.layers, sum.faults += last) {
    last = faults(sum.layers);
    if (last <= 0) {
      return sum;
    }
  }
  std::uint64_t without = sum.layers;
  while (without < layers && faults(without) > 0) {
    sum.layers = without + 1;
    without *= 2;
  }
  without = std::min(without, layers);
  while (without > sum.layers) {
    const std::uint64_t middle = sum.layers + (without - sum.layers) / 2;
    if (faults(middle) > 0) {
      sum.layers = middle + 1;
    } else {
      without = middle;
    }
  }
  if (sum.layers > kEach) {
    sum.faults += static_cast<double>(sum.layers - kEach) * (last + faults(sum.layers - 1)) / 2;
  }
  return sum;
}

}  // namespace

double suppressed_faults(const GroupId& groups,
                         const std::function<double(const GroupId&)>& faults_of) {
  const Layers layers(groups);
  const std::uint64_t count = layers.count();
  const Faulting behind = sum_inwards(
      count, [&](std::uint64_t depth) { return layers.faults(count - 1 - depth, faults_of); });
  const Faulting before = sum_inwards(
      count - behind.layers, [&](std::uint64_t depth) { return layers.faults(depth, faults_of); });
  return (behind.faults + before.faults) * layers.groups_of_one();
}

std::vector<GroupId> groups_at_last_end(const GroupId& groups) {
  const Layers layers(groups);
  return layers.asked_of(layers.count() - 1);
}

}  // namespace clgauge::lens
