#include "lens/simt/units.h"

#include <algorithm>
#include <cmath>

#include "lens/ptx/lanes.h"

namespace clgauge::lens::simt {

Units units_of(const ptx::MachineCost& cost, const Multiprocessor& shape) {
  const auto of_lanes = [&](double instructions, unsigned lanes) {
    return instructions * ptx::kLanes * shape.parts / lanes;
  };
  Units units;
  units.cycles[Units::scheduler] = cost.dispatch;
  const double multiplied = of_lanes(cost.multiply, shape.multiply_lanes);
  const double computed = of_lanes(cost.integer, shape.integer_lanes);
  // The assembler deals adds and copies out so that both have as much to do.
  const double either = of_lanes(cost.either, shape.integer_lanes);
  const double more = std::clamp((either + multiplied - computed) / 2, 0.0, either);
  units.cycles[Units::multiplies] = multiplied + either - more;
  units.cycles[Units::integers] = computed + more;
  units.cycles[Units::doubles] = of_lanes(cost.fp64, shape.double_lanes);
  units.cycles[Units::specials] = of_lanes(cost.special + cost.conversions, shape.special_lanes);
  return units;
}

double busy_cycles(const Units& units) {
  constexpr double kTogether = 8;
  const double most = *std::max_element(units.cycles.begin(), units.cycles.end());
  if (most <= 0) {
    return 0;
  }
  double sum = 0;
  for (const double cycles : units.cycles) {
    sum += std::pow(cycles / most, kTogether);
  }
  return most * std::pow(sum, 1 / kTogether);
}

}  // namespace clgauge::lens::simt
