#pragma once

#include <cstdint>
#include <map>

namespace clgauge::lens {

// Cycles that operations occupy by the units that each may use, one bit a unit.
using PortUse = std::map<std::uint64_t, double>;

struct PortBound {
  double cycles = 0;
  std::uint64_t units = 0;  // that are busy all the time; the first such set of several
};

// The least cycles in which these units can do it all, however the operations are dealt out: the
// most, over sets of units, of what can go nowhere else, by unit (Hall's theorem, for fractions).
// Sums of two units beside broadcasts of two, with one in common, take three units' time, which no
// bound of either pair alone says. Sets are unions of those that are used; of very many different
// ones not all are tried. Thread-safe.
[[nodiscard]] PortBound port_bound(const PortUse& use);

}  // namespace clgauge::lens
