#include "collector/sampled_extents.h"

#include <llvm/IR/Function.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/radical_inverse.h"

namespace clgauge::collector {
namespace {

// Each about a third of a second.
constexpr std::int64_t kMostStepsOfGroup = 30'000'000;
constexpr std::int64_t kMostStepsOfScattered = 30'000'000;
constexpr unsigned kScattered = 48;
// Where the corners do not reach furthest, addresses are no simple function of the ids: the highest
// of N scattered groups is below that of all of them by about one part in N.
constexpr std::int64_t kMarginOfScattered = 16;

using Group = std::array<std::int64_t, 3>;
using Ends = std::vector<std::int64_t>;  // by the oracle's arrays; 0 for what is not touched

class EndsOfGroup : public GroupObserver {
 public:
  explicit EndsOfGroup(std::size_t arrays) : ends_(arrays) {}
  void begin_item() override {}
  void barrier(const llvm::Instruction& /*call*/) override {}
  void access(const AccessEvent& event) override {
    std::int64_t& end = ends_[event.array];
    end = std::max(end, event.offset + event.bytes);
  }
  [[nodiscard]] const Ends& ends() const { return ends_; }

 private:
  Ends ends_;
};

class Sampling {
 public:
  Sampling(const llvm::Function& kernel, const ConcreteLaunch& launch)
      : walk_(kernel, launch), highest_(walk_.arrays().size()) {
    for (std::size_t d = 0; d < 3; ++d) last_[d] = launch.global[d] / launch.local[d] - 1;
    unplaced_.resize(highest_.size());
  }

  void run() {
    std::vector<Group> corners;
    for (const std::int64_t x : ends_of(0)) {
      for (const std::int64_t y : ends_of(1)) {
        for (const std::int64_t z : ends_of(2)) corners.push_back({x, y, z});
      }
    }
    for (const Group& corner : corners) (void)at(corner);
    for (std::size_t array = 0; array < highest_.size(); ++array) follow_guards(array);
    const Ends regular = highest_;
    const std::int64_t steps_before = steps_;
    for (unsigned n = 1; n <= kScattered && steps_ - steps_before < kMostStepsOfScattered; ++n) {
      Group group{};
      for (std::size_t d = 0; d < 3; ++d) {
        constexpr std::array<unsigned, 3> kBases{2, 3, 5};
        group[d] = static_cast<std::int64_t>(radical_inverse(n, kBases[d]) *
                                             static_cast<double>(last_[d] + 1));
      }
      (void)at(group);
    }
    for (std::size_t array = 0; array < highest_.size(); ++array) {
      if (highest_[array] > regular[array]) highest_[array] += highest_[array] / kMarginOfScattered;
    }
  }

  // Nothing where an address was not known, or the array was never seen to be touched.
  [[nodiscard]] std::optional<std::int64_t> end_of(std::size_t array) const {
    if (!every_array_known_ || unplaced_[array] || highest_[array] <= 0) return std::nullopt;
    return highest_[array];
  }
  [[nodiscard]] const std::vector<TouchedArray>& arrays() const { return walk_.arrays(); }

 private:
  [[nodiscard]] std::vector<std::int64_t> ends_of(std::size_t d) const {
    return last_[d] == 0 ? std::vector<std::int64_t>{0} : std::vector<std::int64_t>{0, last_[d]};
  }

  const Ends& at(const Group& group) {
    if (const auto known = ends_.find(group); known != ends_.end()) return known->second;
    EndsOfGroup observer(highest_.size());
    const Execution& execution = walk_.walk(group, observer);
    steps_ += execution.steps;
    every_array_known_ = every_array_known_ && execution.every_array_known;
    for (std::size_t i = 0; i < highest_.size(); ++i) {
      unplaced_[i] = unplaced_[i] || !execution.arrays[i].every_address_known;
      highest_[i] = std::max(highest_[i], observer.ends()[i]);
    }
    return ends_.emplace(group, observer.ends()).first->second;
  }

  // "if (id < n)" leaves the corners with nothing to do where the launch is larger than its work:
  // from a group that reaches the array, the last ones that do, dimension by dimension.
  void follow_guards(std::size_t array) {
    Group group{};
    std::int64_t reached = 0;
    for (const auto& [corner, ends] : ends_) {
      if (ends[array] > reached) {
        reached = ends[array];
        group = corner;
      }
    }
    if (reached == 0) return;
    for (std::size_t d = 0; d < 3; ++d) {
      std::int64_t touching = group[d];
      std::int64_t idle = last_[d];
      group[d] = idle;
      if (at(group)[array] > 0) continue;
      while (idle - touching > 1) {
        group[d] = touching + (idle - touching) / 2;
        (at(group)[array] > 0 ? touching : idle) = group[d];
      }
      group[d] = touching;
      (void)at(group);
    }
  }

  GroupWalk walk_;
  Group last_{};
  std::map<Group, Ends> ends_;
  Ends highest_;
  std::vector<bool> unplaced_;
  bool every_array_known_ = true;
  std::int64_t steps_ = 0;
};

}  // namespace

std::vector<std::optional<std::int64_t>> sampled_extents(const PreparedKernel& kernel,
                                                         const KernelModel& model,
                                                         const ConcreteLaunch& launch) {
  std::vector<std::optional<std::int64_t>> result(model.arrays.size());
  try {
    ConcreteLaunch by_group = launch;
    by_group.step_limit = kMostStepsOfGroup;
    Sampling sampling(kernel.function(), by_group);
    sampling.run();
    for (std::size_t i = 0; i < model.arrays.size(); ++i) {
      const ArrayUse& use = model.arrays[i];
      for (std::size_t array = 0; array < sampling.arrays().size(); ++array) {
        const TouchedArray& touched = sampling.arrays()[array];
        if (touched.name == use.array && touched.space == use.space) {
          result[i] = sampling.end_of(array);
        }
      }
    }
  } catch (const Error&) {
    return std::vector<std::optional<std::int64_t>>(model.arrays.size());
  }
  return result;
}

}  // namespace clgauge::collector
