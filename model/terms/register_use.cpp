#include "model/terms/register_use.h"

#include <algorithm>

namespace clgauge::model {

namespace {

// Of x86 cores with AVX2. Other devices have other registers; what a spilled value costs is fitted,
// so that this decides only where spilling begins.
constexpr double kVectorRegisterBytes = 32;
constexpr double kVectorRegisters = 16;
constexpr int kLeastLanes = 4;

}  // namespace

RegisterUse::RegisterUse(const collector::KernelModel& model, FormulaTable& table) {
  for (const collector::Access& access : model.accesses) {
    if (access.lanes >= kLeastLanes && access.space != "local") {
      vector_bytes_ = std::max(vector_bytes_,
                               std::min(kVectorRegisterBytes, static_cast<double>(access.bytes)));
    }
  }
  const double register_bytes = names_vectors() ? vector_bytes_ : kVectorRegisterBytes;
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
  return names_vectors() ? bytes / vector_bytes_ : 0;
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
  return wanted > kVectorRegisters ? 1 - kVectorRegisters / wanted : 0;
}

}  // namespace clgauge::model
