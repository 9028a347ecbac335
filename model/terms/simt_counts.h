#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "model/features/formula_table.h"

namespace clgauge::model {

// Features of the term "simt", by place (simt_term.h says what they count).
enum SimtCount : std::size_t {
  kSimtFloat32,
  kSimtFloat64,
  kSimtFloat16,
  kSimtInt,
  kSimtInt64,
  kSimtIssued,
  kSimtAccesses,
  kSimtIterations,
  kSimtDiv32,
  kSimtDiv64,
  kSimtSqrt32,
  kSimtSqrt64,
  kSimtExp32,
  kSimtExp64,
  kSimtLog32,
  kSimtLog64,
  kSimtTrig32,
  kSimtTrig64,
  kSimtPow32,
  kSimtPow64,
  kSimtDivInt,
  kSimtOfPart,  // those above: of the busiest part of the busiest compute unit
  kSimtLines = kSimtOfPart,
  kSimtLocal,
  kSimtPrivate,
  kSimtBarriers,
  kSimtGroups,
  kSimtSectors,
  kSimtOfUnit,  // those above: of the busiest compute unit
  kSimtAllSectors = kSimtOfUnit,
  kSimtAllStored,
  kSimtMemory,
  kSimtUpdates,
  kSimtPathCycles,
  kSimtPathSeconds,
  kSimtCounts
};

inline constexpr double kSimtSectorBytes = 32;
inline constexpr double kRegisterBytes = 4;

[[nodiscard]] inline double sum_of(const FormulaTable::Values& values,
                                   const std::vector<std::size_t>& slots) {
  double result = 0;
  for (const std::size_t slot : slots) {
    result += std::max(0.0, number(values, slot));
  }
  return result;
}

}  // namespace clgauge::model
