#include "model/terms/simt_room.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "model/terms/simt_counts.h"
#include "model/terms/simt_loops.h"

namespace clgauge::model {

namespace {

using collector::Access;
using collector::KernelModel;
using collector::LoopCount;

// What groups share that a compute unit runs at once: of NVIDIA's since Volta, and much the same of
// others.
constexpr double kSimtItemsAtOnce = 2048;
constexpr double kSimtGroupsAtOnce = 32;
constexpr double kSimtParts = 4;
constexpr double kSimtRegisters = 65536;
constexpr double kSimtRegistersOfItem = 255;
constexpr double kSimtPlainRegisters = 24;
constexpr double kSimtLocalBytes = 228 * 1024;

// Private arrays that are reached by what no compiler can write down: registers have no index.
std::set<std::string> arrays_in_memory(const KernelModel& model) {
  std::set<std::string> arrays;
  for (const Access& access : model.accesses) {
    const auto moves = [&](const LoopCount& loop) {
      const auto stride = access.loop_strides.find(loop.name);
      return !is_unrolled_on_gpus(loop) && stride != access.loop_strides.end() &&
             stride->second.text() != "0";
    };
    const bool is_known = (access.affine || access.affine_in_rows) &&
                          access.count.flag != collector::CountFlag::indirect &&
                          access.first_byte.symbols().empty() &&
                          std::none_of(model.loops.begin(), model.loops.end(), moves);
    if (access.space == "private" && !is_known) {
      arrays.insert(access.array);
    }
  }
  return arrays;
}

}  // namespace

SimtRoom::SimtRoom(const KernelModel& model, FormulaTable& table) {
  const std::set<std::string> in_memory = arrays_in_memory(model);
  for (const Access& access : model.accesses) {
    if (access.space == "private") {
      (in_memory.count(access.array) > 0 ? in_memory_ : in_registers_)
          .push_back(table.add(access.count));
    }
  }
  for (const auto& use : model.arrays) {
    if (use.space == "local") {
      local_extents_.push_back(table.add(use.extent_bytes));
    } else if (use.space == "private" && in_memory.count(use.array) == 0) {
      private_extents_.push_back(table.add(use.extent_bytes));
    }
  }
  for (const LoopCount& loop : model.loops) {
    carried_bytes_ = std::max(carried_bytes_, static_cast<double>(loop.carried_bytes));
  }
}

// That a work-item would like to have.
double SimtRoom::registers(const FormulaTable::Values& values) const {
  return kSimtPlainRegisters + (carried_bytes_ + sum_of(values, private_extents_)) / kRegisterBytes;
}

double SimtRoom::carried_words() const noexcept { return carried_bytes_ / kRegisterBytes; }

double SimtRoom::groups(const FormulaTable::Values& values, const LaunchShape& shape) const {
  const double items = static_cast<double>(shape.sub_groups_per_group()) * shape.sub_group_size;
  const double of_item = std::min(kSimtRegistersOfItem, registers(values));
  const double local_bytes = std::max(1.0, sum_of(values, local_extents_));
  return std::max(1.0, std::floor(std::min({kSimtGroupsAtOnce, kSimtItemsAtOnce / items,
                                            kSimtRegisters / (of_item * items),
                                            kSimtLocalBytes / local_bytes})));
}

double SimtRoom::private_words(const FormulaTable::Values& values, const LaunchShape& shape,
                               double operations) const {
  const double of_items = shape.sub_groups_per_item();
  const double spilled_part = std::max(0.0, 1 - kSimtRegistersOfItem / registers(values));
  return of_items * sum_of(values, in_memory_) +
         spilled_part * (of_items * sum_of(values, in_registers_) + operations);
}

double uneven_parts(const LaunchShape& shape, unsigned compute_units) {
  const double sub_groups = std::ceil(static_cast<double>(shape.groups) / compute_units) *
                            static_cast<double>(shape.sub_groups_per_group());
  return std::ceil(sub_groups / kSimtParts) * kSimtParts / sub_groups;
}

}  // namespace clgauge::model
