#pragma once

#include <cstddef>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/features/formula_table.h"
#include "model/terms/device_traits.h"

namespace clgauge::model {

// What a kernel keeps in vector registers, as far as its source tells: the variables that its
// loops hand on from one iteration to the next, and its private arrays. Where these are more than
// a core has, the compiler keeps them in memory and every operation on one moves it there and back:
// register-blocked products of matrices are three times as fast with a block that fits.
class RegisterUse {
 public:
  RegisterUse(const collector::KernelModel& model, const DeviceTraits& traits, FormulaTable& table);

  // Whether the source works on vectors of four elements or more; scalars become vectors as the
  // compiler likes.
  [[nodiscard]] bool names_vectors() const noexcept { return vector_bytes_ > 0; }

  // Instructions that so many work-item operations make, a full register each.
  [[nodiscard]] double operations(double float16, double float32, double float64) const noexcept;

  // The part of the values that has no register.
  [[nodiscard]] double spilled_part(const FormulaTable::Values& values) const;

  // Of private arrays, by work-item.
  [[nodiscard]] double private_bytes(const FormulaTable::Values& values) const;

 private:
  double registers_;              // that a core has
  double vector_bytes_ = 0;       // the largest vector, but no more than a register
  double carried_registers_ = 0;  // of the loop that hands on most
  std::vector<std::size_t> private_extents_;
};

}  // namespace clgauge::model
