#pragma once

#include <array>

namespace clgauge::lens::simt {

// What an instruction of PTX costs a sub-group, or several: machine instructions that are issued,
// those of them by the unit that runs them, and how long whoever needs the result waits; of a load
// nothing of the memory's part.
struct InstructionCost {
  double issued = 0;
  double float32 = 0;  // additions, products, multiply-adds; of integers products, too
  double integer = 0;  // additions, comparisons, logic, shifts, selections
  double float64 = 0;
  double special = 0;    // the unit of reciprocals, roots, exponentials, sines
  double converted = 0;  // between integers and floats, and between floats
  double latency_cycles = 0;

  // All but the latency, so many times.
  void add(const InstructionCost& one, double times = 1) {
    issued += times * one.issued;
    float32 += times * one.float32;
    integer += times * one.integer;
    float64 += times * one.float64;
    special += times * one.special;
    converted += times * one.converted;
  }
};

// What a sub-group waits for, one after the other, if it is alone.
struct Path {
  enum Part : unsigned {
    cycles,
    local_loads,
    loads,         // of global memory, wherever they come from
    second_cache,  // of those, from beyond the first cache
    memory,        // from beyond the second
    updates,
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
