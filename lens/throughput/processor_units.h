#pragma once

#include <cstdint>
#include <vector>

#include "lens/throughput/occupied_units.h"

namespace clgauge::lens {

struct McTarget;

// The units of a processor, as bits of LLVM-MCA's masks: those of its table and those that this
// lacks (extra_units.h).
struct ProcessorUnits {
  // `masks`: by resource of the model (Buffers). Throws Error(usage) for a processor without a
  // table.
  ProcessorUnits(const McTarget& target, const std::vector<std::uint64_t>& masks);

  UnitMasks by_name;
  std::uint64_t single = 0;  // those that are no groups
  std::uint64_t loads = 0;   // of loads alone
  std::uint64_t stores = 0;  // of stores alone
};

}  // namespace clgauge::lens
