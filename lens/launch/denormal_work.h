#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/traffic/core_waits.h"

namespace clgauge::lens {

// What a group's numbers cost it beside the instructions that it runs: denormal ones, and those
// that functions are called with. Per group, as far as values are known.
struct DenormalWork {
  struct Calls {
    static constexpr std::size_t kMostKept = 36;
    double count = 0;
    std::vector<KeptCalls::Registers> arguments;  // of some of them
  };
  DenormalCounts counts;
  std::map<std::string, Calls> rare_calls;  // by symbol, as MathematicsCalls has them
  std::map<std::string, Calls> ordinary_calls;

  // The larger one of each count.
  void raise_to(const DenormalCounts& least) {
    for (const auto kind : {&DenormalCounts::assists, &DenormalCounts::stalls}) {
      for (const auto& [instruction, count] : least.*kind) {
        double& own = (counts.*kind)[instruction];
        own = std::max(own, count);
      }
    }
  }

  // Those of instructions near each other are one stall, at the first of them.
  [[nodiscard]] std::map<std::uint32_t, double> stalls() const {
    constexpr std::uint32_t kNear = 48;
    std::map<std::uint32_t, double> all;
    auto of_these = all.end();
    std::uint32_t last = 0;
    for (const auto& [instruction, count] : counts.stalls) {
      if (of_these == all.end() || instruction - last > kNear) {
        of_these = all.emplace(instruction, 0).first;
      }
      of_these->second = std::max(of_these->second, count);
      last = instruction;
    }
    return all;
  }

  // `weight` times what a group did.
  void add(const GroupTrace& group, double weight) {
    for (const auto kind : {&DenormalCounts::assists, &DenormalCounts::stalls}) {
      for (const auto& [instruction, count] : group.denormals.*kind) {
        (counts.*kind)[instruction] += weight * count;
      }
    }
    add_calls(rare_calls, group.mathematics_calls.rare, weight);
    add_calls(ordinary_calls, group.mathematics_calls.ordinary, weight);
  }

 private:
  static void add_calls(std::map<std::string, Calls>& sums,
                        const std::map<std::string, KeptCalls>& of_group, double weight) {
    for (const auto& [symbol, calls] : of_group) {
      Calls& all = sums[symbol];
      all.count += weight * static_cast<double>(calls.count);
      for (const KeptCalls::Registers& one : calls.arguments) {
        if (all.arguments.size() < Calls::kMostKept) {
          all.arguments.push_back(one);
        }
      }
    }
  }
};

// By instruction, of a group that takes `cycles` without them. A vector unit that works as denormal
// numbers want it to stays so for a while: those that come soon enough cost nothing more.
[[nodiscard]] std::map<std::uint32_t, double> denormal_stall_cycles(const DenormalWork& work,
                                                                    double cycles,
                                                                    const CoreWaits& waits);

}  // namespace clgauge::lens
