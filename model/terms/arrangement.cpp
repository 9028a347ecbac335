#include "model/terms/arrangement.h"

#include <algorithm>

namespace clgauge::model {

namespace {

// Lanes of the narrowest vectors.
constexpr int kLeastPacked = 4;

}  // namespace

Arrangement::Arrangement(const collector::KernelModel& model, FormulaTable& table) {
  for (const collector::LoopCount& loop : model.loops) {
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
