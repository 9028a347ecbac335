#pragma once

#include <array>

#include "lens/ptx/machine_cost.h"
#include "lens/simt/multiprocessor.h"

namespace clgauge::lens::simt {

// So many cycles instructions keep the scheduler of their part of a multiprocessor busy, and the
// units behind it.
struct Units {
  enum Unit : unsigned { scheduler, multiplies, integers, doubles, specials, kUnits };
  std::array<double, kUnits> cycles{};
};

[[nodiscard]] Units units_of(const ptx::MachineCost& cost, const Multiprocessor& shape);

// All of them at the same time: what the busiest needs, and a little more where others are nearly
// as busy (an H200 takes 1.02 to 1.06 of the most for mixtures of FFMA, LOP3, IMAD and DFMA).
[[nodiscard]] double busy_cycles(const Units& units);

}  // namespace clgauge::lens::simt
