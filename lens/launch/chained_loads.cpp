#include "lens/launch/chained_loads.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace clgauge::lens {
namespace {

// A chained load's accesses, which begin runs of lines side by side.
class Runs {
 public:
  // Whether the next one begins a run.
  bool begins(std::uint64_t address) {
    const bool is_far = address - last_ + kBeside > 2 * kBeside;
    last_ = address;
    return is_far;
  }
  void count(std::uint64_t address) {
    ++accesses_;
    begun_ += begins(address) ? 1 : 0;
  }
  // What of a run's wait is left where those of so many rounds wait together.
  [[nodiscard]] double left(double rounds) const {
    return std::min(1.0, accesses_ / (rounds * begun_));
  }

 private:
  static constexpr std::uint64_t kBeside = 64;  // bytes
  std::uint64_t last_ = 0;
  double accesses_ = 0;
  double begun_ = 0;
};

// By instruction: most accesses are asked for one that is none of them.
using ChainedByInstruction = std::vector<const ChainedLoad*>;

ChainedByInstruction by_instruction(const std::map<std::uint32_t, ChainedLoad>& loads) {
  ChainedByInstruction chained(loads.rbegin()->first + std::size_t{1});
  for (const auto& [instruction, load] : loads) {
    chained[instruction] = &load;
  }
  return chained;
}

// Of a gather's lanes the first stands for all.
class FirstLanes {
 public:
  // Whether the next access is none of a gather that has begun.
  bool begins(const Access& access) {
    if (!access.is_gathered) {
      gather_ = kNone;
      return true;
    }
    const bool goes_on = access.instruction == gather_ && lanes_ < kLanesOfGather;
    gather_ = access.instruction;
    lanes_ = goes_on ? lanes_ + 1 : 1;
    return !goes_on;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t gather_ = kNone;
  std::uint64_t lanes_ = 0;
};

void mark_chained(const ChainedByInstruction& loads, bool wait_together, AccessTrace& trace) {
  std::vector<Access*> begun;  // of chained loads
  FirstLanes first_lanes;
  for (Access& access : trace) {
    const bool is_none = access.instruction >= loads.size() || access.is_store;
    if (first_lanes.begins(access) && !is_none && loads[access.instruction] != nullptr) {
      begun.push_back(&access);
    }
  }
  std::vector<Runs> runs(wait_together ? loads.size() : 0);  // of those that wait together
  for (const Access* const access : begun) {
    if (loads[access->instruction]->rounds > 1) {
      runs[access->instruction].count(access->address);
    }
  }
  for (Access* const access : begun) {
    const ChainedLoad& chained = *loads[access->instruction];
    double left = 1;
    if (chained.rounds > 1) {
      Runs& of_load = runs[access->instruction];
      left = of_load.begins(access->address) ? of_load.left(chained.rounds) : 0;
    }
    access->chained_percent = static_cast<std::uint8_t>(std::lround(100 * chained.share * left));
  }
}

}  // namespace

void mark_chained(const std::map<std::uint32_t, ChainedLoad>& loads, SampledGroups& groups) {
  if (loads.empty()) {
    return;
  }
  const ChainedByInstruction chained = by_instruction(loads);
  const bool wait_together =
      std::ranges::any_of(loads, [](const auto& load) { return load.second.rounds > 1; });
  for (AccessTrace& trace : groups.consecutive) {
    mark_chained(chained, wait_together, trace);
  }
}

}  // namespace clgauge::lens
