#include "lens/throughput/recurrence.h"

#include <algorithm>
#include <vector>

namespace clgauge::lens {
namespace {

constexpr double kTolerance = 1e-3;  // cycles

// Whether some circle takes longer than so many cycles a round: then no order of starts satisfies
// all dependences (Bellman and Ford).
bool takes_longer(double cycles_per_round, std::size_t instructions,
                  std::span<const Dependence> dependences) {
  std::vector<double> start(instructions, 0.0);
  for (std::size_t pass = 0; pass <= instructions; ++pass) {
    bool is_settled = true;
    for (const Dependence& one : dependences) {
      const double earliest =
          start[one.from] + one.cycles - cycles_per_round * static_cast<double>(one.rounds);
      if (earliest > start[one.to] + kTolerance / 16) {
        start[one.to] = earliest;
        is_settled = false;
      }
    }
    if (is_settled) {
      return false;
    }
  }
  return true;
}

}  // namespace

double recurrence_cycles(std::size_t instructions, std::span<const Dependence> dependences) {
  double low = 0;
  double high = 0;
  for (const Dependence& one : dependences) {
    high += std::max(one.cycles, 0.0);
  }
  if (!takes_longer(low, instructions, dependences)) {
    return 0;
  }
  while (high - low > kTolerance) {
    const double middle = (low + high) / 2;
    (takes_longer(middle, instructions, dependences) ? low : high) = middle;
  }
  return high;
}

}  // namespace clgauge::lens
