#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/features/formula_table.h"

namespace clgauge::model {

// A launch at concrete sizes.
struct LaunchShape {
  unsigned dimensions = 1;
  std::array<std::int64_t, 3> local{1, 1, 1};
  std::array<std::int64_t, 3> global{1, 1, 1};
  std::int64_t groups = 1;
  unsigned sub_group_size = 1;

  [[nodiscard]] std::int64_t group_size() const noexcept { return local[0] * local[1] * local[2]; }
  [[nodiscard]] std::int64_t work_items() const noexcept {
    return global[0] * global[1] * global[2];
  }
  // Sub-groups are cut from a group in the order of its linear local ids; the last may be partial.
  [[nodiscard]] std::int64_t sub_groups_per_group() const noexcept {
    return (group_size() + sub_group_size - 1) / sub_group_size;
  }
  // How many sub-group operations one work-item operation of every work-item makes.
  [[nodiscard]] double sub_groups_per_item() const noexcept {
    return static_cast<double>(sub_groups_per_group()) / static_cast<double>(group_size());
  }
  // Compute units take groups in waves, and the last wave may leave some idle: how much longer the
  // launch takes than if its work were spread evenly. With one group on two units, 2.
  [[nodiscard]] double idle_factor(unsigned compute_units) const noexcept {
    const std::int64_t units = compute_units;
    const std::int64_t waves = (groups + units - 1) / units;
    return static_cast<double>(waves * units) / static_cast<double>(groups);
  }
  // Whether work-items of one sub-group differ in their local id of this dimension.
  [[nodiscard]] bool varies_in_sub_group(unsigned dimension) const noexcept;
};

// Where the sizes of a launch stand in a table of formulas.
class LaunchSlots {
 public:
  LaunchSlots(const collector::KernelModel& model, FormulaTable& table);

  // Throws Error(unsupported) that names a size without a value, Error(input) for one that is not
  // positive.
  [[nodiscard]] LaunchShape shape(const FormulaTable::Values& values,
                                  unsigned sub_group_size) const;

 private:
  [[nodiscard]] static std::int64_t checked(const FormulaTable::Values& values, std::size_t slot,
                                            const collector::Formula& formula, const char* what);

  const collector::KernelModel& model_;
  std::vector<std::size_t> global_;
  std::vector<std::size_t> local_;
  std::size_t groups_;
};

}  // namespace clgauge::model
