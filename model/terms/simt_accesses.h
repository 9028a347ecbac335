#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/features/formula_table.h"
#include "model/features/launch_shape.h"

namespace clgauge::model {

inline constexpr std::size_t kNoSlot = ~std::size_t{0};

// A load or store of local or global memory, its numbers by their places in a table.
struct SimtAccess {
  std::size_t total;
  std::array<std::size_t, 3> strides;  // kNoSlot: nobody knows
  std::size_t first_byte;
  double unit_bytes;
  double bytes;
  bool is_local;
  bool is_constant;
  bool is_store;
  bool is_update;   // both at a time
  bool is_elected;  // by one lane for all where they meet
  bool is_stored;   // a load: the array is written to as well, which it waits for
  std::size_t extent;
  std::size_t loop;  // the innermost around it; kNoSlot: by its count
};

// What lanes of a sub-group ask memories for.
class SimtAccesses {
 public:
  SimtAccesses(const collector::KernelModel& model, FormulaTable& table);

  // Sectors of global memory, by all accesses.
  struct Requested {
    double loaded = 0;
    double stored = 0;
  };
  // Adds passes, accesses and updates of all sub-groups to `counts`, by SimtCount.
  Requested count(const FormulaTable::Values& values, const LaunchShape& shape,
                  std::span<double> counts) const;

  [[nodiscard]] std::span<const SimtAccess> all() const noexcept { return accesses_; }

 private:
  std::vector<SimtAccess> accesses_;
};

}  // namespace clgauge::model
