#pragma once

#include <cstddef>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/features/formula_table.h"
#include "model/features/launch_shape.h"

namespace clgauge::model {

// What work-items keep on a compute unit, as far as the source tells, and how many groups it has
// room for.
class SimtRoom {
 public:
  SimtRoom(const collector::KernelModel& model, FormulaTable& table);

  // Groups at once; at least one.
  [[nodiscard]] double groups(const FormulaTable::Values& values, const LaunchShape& shape) const;

  // Words of private arrays and variables that no register holds, loaded and stored: those of
  // arrays by an index, and, where registers are too few, by every operation on a value, of which
  // sub-groups do so many.
  [[nodiscard]] double private_words(const FormulaTable::Values& values, const LaunchShape& shape,
                                     double operations) const;

  // Words that one iteration of a loop hands on to the next, at most.
  [[nodiscard]] double carried_words() const noexcept;

 private:
  [[nodiscard]] double registers(const FormulaTable::Values& values) const;

  std::vector<std::size_t> in_memory_;     // accesses to private arrays that are there
  std::vector<std::size_t> in_registers_;  // to others
  std::vector<std::size_t> local_extents_;
  std::vector<std::size_t> private_extents_;  // of arrays in registers
  double carried_bytes_ = 0;
};

// Sub-groups stay with the part of a compute unit that they began on, which has a scheduler of its
// own: by how much longer the fullest works than if they were spread evenly.
[[nodiscard]] double uneven_parts(const LaunchShape& shape, unsigned compute_units);

}  // namespace clgauge::model
