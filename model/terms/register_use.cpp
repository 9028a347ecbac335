#include "model/terms/register_use.h"

#include <algorithm>

namespace clgauge::model {

namespace {

constexpr int kLeastLanes = 4;
// What takes longer registers takes as long as two instructions of this.
constexpr double kInstructionBytes = 32;

// Whether the variables that loops hand on are vectors: a kernel may well load vectors and work on
// their lanes one by one.
bool carries_vectors(const collector::KernelModel& model) {
  constexpr int kLeastBytes = 16;
  const auto carries = [](const collector::LoopCount& loop) { return loop.carried_values > 0; };
  return std::none_of(model.loops.begin(), model.loops.end(), carries) ||
         std::any_of(model.loops.begin(), model.loops.end(), [&](const collector::LoopCount& loop) {
           return carries(loop) && loop.carried_bytes >= kLeastBytes * loop.carried_values;
         });
}

}  // namespace

RegisterUse::RegisterUse(const collector::KernelModel& model, const DeviceTraits& traits,
                         FormulaTable& table)
    : registers_(traits.vector_registers) {
  const bool may_be_vectors = carries_vectors(model);
  for (const collector::Access& access : model.accesses) {
    if (may_be_vectors && access.lanes >= kLeastLanes && access.space != "local") {
      vector_bytes_ = std::max(
          vector_bytes_, std::min(traits.vector_register_bytes, static_cast<double>(access.bytes)));
    }
  }
  const double register_bytes = names_vectors() ? vector_bytes_ : traits.vector_register_bytes;
  for (const collector::LoopCount& loop : model.loops) {
    carried_registers_ = std::max({carried_registers_, static_cast<double>(loop.carried_values),
                                   static_cast<double>(loop.carried_bytes) / register_bytes});
  }
  for (const collector::ArrayUse& use : model.arrays) {
    if (use.space == "private") {
      private_extents_.push_back(table.add(use.extent_bytes));
    }
  }
}

double RegisterUse::operations(double float16, double float32, double float64) const noexcept {
  const double bytes = 2 * float16 + 4 * float32 + 8 * float64;
  return names_vectors() ? bytes / std::min(vector_bytes_, kInstructionBytes) : 0;
}

double RegisterUse::private_bytes(const FormulaTable::Values& values) const {
  double bytes = 0;
  for (const std::size_t slot : private_extents_) {
    bytes += static_cast<double>(std::max<std::int64_t>(values[slot].value_or(0), 0));
  }
  return bytes;
}

double RegisterUse::spilled_part(const FormulaTable::Values& values) const {
  const double wanted =
      carried_registers_ + (names_vectors() ? private_bytes(values) / vector_bytes_ : 0);
  return wanted > registers_ ? 1 - registers_ / wanted : 0;
}

}  // namespace clgauge::model
