#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// What denormal numbers cost a group: per group, as far as values are known.
struct DenormalWork {
  struct Calls {
    double count = 0;
    RareCalls kept;
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
      all.kept.add(calls);
    }
  }
};

}  // namespace clgauge::lens
