#pragma once

#include <array>

namespace clgauge::lens::simt {

// What a load of local memory takes, and a barrier that all have come to, in cycles of an H100.
inline constexpr double kLocalCycles = 29;
inline constexpr double kBarrierCycles = 20;

// What a sub-group waits for, one after the other, if it is alone.
struct Path {
  enum Part : unsigned {
    cycles,
    local_loads,
    loads,         // of global memory, wherever they come from
    second_cache,  // of those, from beyond the first cache
    memory,        // from beyond the second
    updates,       // whose results are read
    tries,         // of compare-and-exchange that is tried until it succeeds
    barriers,
    kParts
  };
  std::array<double, kParts> parts{};
  double total_cycles = 0;  // by usual latencies: decides which of two ways is longer

  void add(Part part, double count, double cycles_each) {
    parts.at(part) += count;
    total_cycles += count * cycles_each;
  }
  void add(const Path& other, double times = 1) {
    for (std::size_t part = 0; part < parts.size(); ++part) {
      parts.at(part) += times * other.parts.at(part);
    }
    total_cycles += times * other.total_cycles;
  }
};

}  // namespace clgauge::lens::simt
