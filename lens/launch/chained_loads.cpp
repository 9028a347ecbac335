#include "lens/launch/chained_loads.h"

#include <algorithm>
#include <cmath>

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

void mark_chained(const std::map<std::uint32_t, ChainedLoad>& loads, AccessTrace& trace) {
  const auto chained_by = [&loads](const Access& access) {
    return access.is_store || access.is_gathered ? loads.end() : loads.find(access.instruction);
  };
  std::map<std::uint32_t, Runs> runs;  // of those that wait together
  for (const Access& access : trace) {
    const auto chained = chained_by(access);
    if (chained != loads.end() && chained->second.rounds > 1) {
      runs[access.instruction].count(access.address);
    }
  }
  for (Access& access : trace) {
    const auto chained = chained_by(access);
    if (chained == loads.end()) {
      continue;
    }
    const auto& [share, rounds] = chained->second;
    const auto run = runs.find(access.instruction);
    const double left = run == runs.end()                    ? 1
                        : run->second.begins(access.address) ? run->second.left(rounds)
                                                             : 0;
    access.chained_percent = static_cast<std::uint8_t>(std::lround(100 * share * left));
  }
}

}  // namespace

void mark_chained(const std::map<std::uint32_t, ChainedLoad>& loads, SampledGroups& groups) {
  if (loads.empty()) {
    return;
  }
  for (auto* traces : {&groups.consecutive, &groups.row_before, &groups.plane_before}) {
    for (AccessTrace& trace : *traces) {
      mark_chained(loads, trace);
    }
  }
}

}  // namespace clgauge::lens
