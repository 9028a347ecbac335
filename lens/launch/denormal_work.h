#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// What denormal numbers cost a group: per group, as far as values are known.
struct DenormalWork {
  struct Calls {
    static constexpr std::size_t kMostKept = 36;
    double count = 0;
    std::vector<RareCalls::Registers> arguments;  // of some of them
  };
  DenormalCounts counts;
  std::map<std::string, Calls> rare_calls;  // by symbol

  // The larger one of each count.
  void raise_to(const DenormalCounts& least) {
    for (const auto kind : {&DenormalCounts::assists, &DenormalCounts::stalls}) {
      for (const auto& [instruction, count] : least.*kind) {
        double& own = (counts.*kind)[instruction];
        own = std::max(own, count);
      }
    }
  }

  // Those of instructions near each other are one stall.
  [[nodiscard]] double stalls() const {
    constexpr std::uint32_t kNear = 48;
    double all = 0;
    double of_these = 0;
    std::uint32_t last = 0;
    for (const auto& [instruction, count] : counts.stalls) {
      if (instruction - last > kNear) {
        all += std::exchange(of_these, 0);
      }
      of_these = std::max(of_these, count);
      last = instruction;
    }
    return all + of_these;
  }

  // `weight` times what a group did.
  void add(const GroupTrace& group, double weight) {
    for (const auto kind : {&DenormalCounts::assists, &DenormalCounts::stalls}) {
      for (const auto& [instruction, count] : group.denormals.*kind) {
        (counts.*kind)[instruction] += weight * count;
      }
    }
    for (const auto& [symbol, calls] : group.rare_calls) {
      Calls& all = rare_calls[symbol];
      all.count += weight * static_cast<double>(calls.count);
      for (const RareCalls::Registers& one : calls.arguments) {
        if (all.arguments.size() < Calls::kMostKept) {
          all.arguments.push_back(one);
        }
      }
    }
  }
};

}  // namespace clgauge::lens
