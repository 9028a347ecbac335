#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
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
  std::map<std::uint32_t, double> assists;  // by instruction, as in GroupTrace
  std::map<std::string, Calls> rare_calls;  // by symbol

  // `weight` times what a group did.
  void add(const GroupTrace& group, double weight) {
    for (const auto& [instruction, count] : group.assists) {
      assists[instruction] += weight * count;
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
