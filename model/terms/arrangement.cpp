#include "model/terms/arrangement.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "model/features/kinds.h"

namespace clgauge::model {

namespace {

// Lanes of the narrowest vectors.
constexpr int kLeastPacked = 4;

// Loads and stores of neighbours, or of one place.
bool is_near(const collector::Access& access) {
  if (access.local_strides.empty() || !(access.affine || access.affine_in_rows)) {
    return false;
  }
  const std::string& stride = access.local_strides[0].text();
  return stride == "0" || stride == "1" || stride == "-1";
}

}  // namespace

bool is_spelled_out(const collector::LoopCount& loop) {
  constexpr std::int64_t kMostTrips = 64;
  return loop.asks_unrolling && loop.constant_trips > 0 && loop.constant_trips <= kMostTrips;
}

Arrangement::Arrangement(const collector::KernelModel& model, FormulaTable& table) {
  // LLVM's vectoriser leaves work-items that gather one after another, unrolled or not.
  const bool gathers = std::any_of(model.accesses.begin(), model.accesses.end(),
                                   [](const collector::Access& access) {
                                     return is_off_chip(access.space) && !is_near(access);
                                   });
  for (const collector::LoopCount& loop : model.loops) {
    if (!gathers && is_spelled_out(loop)) {
      continue;
    }
    if (!loop.has_barrier) {
      loops_.push_back(table.add(loop.iterations));
    }
    most_carried_ = std::max(most_carried_, loop.carried_values);
  }
}

bool Arrangement::has_loop(const FormulaTable::Values& values) const {
  return std::any_of(loops_.begin(), loops_.end(),
                     [&](std::size_t slot) { return values[slot].value_or(1) > 0; });
}

bool Arrangement::is_packed() const noexcept { return most_carried_ >= kLeastPacked; }

}  // namespace clgauge::model
