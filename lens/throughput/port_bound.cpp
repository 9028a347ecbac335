#include "lens/throughput/port_bound.h"

#include <bit>
#include <set>

namespace clgauge::lens {
namespace {

constexpr std::size_t kMostUnions = 2048;

std::set<std::uint64_t> unions_of(const PortUse& use) {
  std::set<std::uint64_t> unions;
  for (const auto& [units, cycles] : use) {
    const std::set<std::uint64_t> before = unions;
    unions.insert(units);
    for (const std::uint64_t other : before) {
      if (unions.size() < kMostUnions) {
        unions.insert(other | units);
      }
    }
  }
  return unions;
}

}  // namespace

PortBound port_bound(const PortUse& use) {
  PortBound bound;
  for (const std::uint64_t units : unions_of(use)) {
    double cycles = 0;
    for (const auto& [narrower, occupied] : use) {
      cycles += (narrower & ~units) == 0 ? occupied : 0;
    }
    if (const double each = cycles / std::popcount(units); each > bound.cycles) {
      bound = {each, units};
    }
  }
  return bound;
}

}  // namespace clgauge::lens
