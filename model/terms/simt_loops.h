#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/features/formula_table.h"
#include "model/features/launch_shape.h"
#include "model/terms/simt_accesses.h"

namespace clgauge::model {

// Whether a GPU's compiler spells a loop out as a whole: a few trips, which no size decides.
[[nodiscard]] bool is_unrolled_on_gpus(const collector::LoopCount& loop);

// What loads of global memory take that a sub-group waits for together: as long as the slowest.
struct SimtLoadTimes {
  std::array<double, 3> seconds{};  // from the first cache, the second, memory
  double missed_part = 0;           // of loads, by the first cache
  double memory_part = 0;           // of those, by the second

  [[nodiscard]] double of(double loads) const noexcept;
};

// How long a work-item's way through a kernel is: chains of operations, and loads one behind the
// other.
class SimtLoops {
 public:
  SimtLoops(const collector::KernelModel& model, FormulaTable& table);

  // Of all work-items, but for those that unrolling saves.
  [[nodiscard]] double iterations(const FormulaTable::Values& values) const;

  struct Path {
    double cycles = 0;
    double seconds = 0;
  };
  // Local memory is as far as the first cache.
  [[nodiscard]] Path path(const FormulaTable::Values& values, const LaunchShape& shape,
                          std::span<const SimtAccess> accesses, const SimtLoadTimes& times) const;

 private:
  struct Loop {
    std::size_t iterations;
    double cycles;  // of its chain, an iteration
    double chain_loads;
    double most_unrolled;
    bool is_unrolled;  // as a whole
    double phases;     // parts of an iteration that wait for loads of their own
  };
  [[nodiscard]] bool is_innermost(const FormulaTable::Values& values, std::size_t loop,
                                  double total) const;
  [[nodiscard]] double waits(const FormulaTable::Values& values, std::size_t loop,
                             std::span<const SimtAccess> accesses,
                             const SimtLoadTimes& times) const;

  std::vector<Loop> loops_;
  std::vector<std::size_t> barriers_;
  double straight_cycles_;
  double straight_loads_;
};

}  // namespace clgauge::model
