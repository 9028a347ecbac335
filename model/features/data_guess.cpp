#include "model/features/data_guess.h"

#include <algorithm>
#include <cmath>

namespace clgauge::model {

namespace {

// By case: usual, fewest, most.
constexpr std::array<std::int64_t, 3> kUnboundedTrips = {10, 3, 40};
constexpr std::array<double, 3> kPartOfBound = {0.5, 0.2, 1};

}  // namespace

DataGuess::DataGuess(const collector::KernelModel& model) {
  for (const collector::LoopCount& loop : model.loops) {
    const std::string symbol = collector::unknown_trips(loop.name);
    if (loop.iterations.total.symbols().count(symbol) == 0) {
      halves_ = halves_ || loop.left_on_data;
      continue;
    }
    auto& trips = trips_[symbol] = kUnboundedTrips;
    if (loop.most_trips > 0) {
      for (std::size_t i = 0; i < kCases; ++i) {
        const double part = kPartOfBound[i] * static_cast<double>(loop.most_trips);
        trips[i] = std::max<std::int64_t>(1, std::llround(part));
      }
    }
  }
}

std::optional<std::int64_t> DataGuess::value(const std::string& symbol, Case which) const {
  const auto found = trips_.find(symbol);
  return found == trips_.end() ? std::nullopt
                               : std::optional(found->second[static_cast<std::size_t>(which)]);
}

double DataGuess::part(Case which) const {
  return halves_ ? kPartOfBound[static_cast<std::size_t>(which)] : 1;
}

}  // namespace clgauge::model
