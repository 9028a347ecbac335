#include "lens/throughput/occupied_units.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>

namespace clgauge::lens {

std::uint64_t mask_of(const UnitMasks& units, std::string_view names) {
  std::uint64_t mask = 0;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find('|'));
    const auto found = units.find(name);
    if (found == units.end()) {
      return 0;
    }
    mask |= found->second;
    names.remove_prefix(std::min(name.size() + 1, names.size()));
  }
  return mask;
}

bool uses(std::uint64_t mask, const llvm::mca::InstrDesc& description) {
  return std::any_of(description.Resources.begin(), description.Resources.end(),
                     [&](const auto& one) { return one.first == mask; });
}

bool computes_with(std::uint64_t among, std::uint64_t loads,
                   const llvm::mca::InstrDesc& description) {
  return std::any_of(
      description.Resources.begin(), description.Resources.end(),
      [&](const auto& one) { return one.first != loads && (one.first & among) != 0; });
}

void drop(std::uint64_t mask, llvm::mca::InstrDesc& description) {
  auto& used = description.Resources;
  used.erase(
      std::remove_if(used.begin(), used.end(), [&](const auto& one) { return one.first == mask; }),
      used.end());
}

void occupy(std::uint64_t mask, unsigned cycles, llvm::mca::InstrDesc& description) {
  drop(mask, description);
  description.Resources.emplace_back(
      mask, llvm::mca::ResourceUsage(llvm::mca::CycleSegment(0, cycles, false), 1));
}

void set_latency(unsigned cycles, llvm::mca::InstrDesc& description) {
  description.MaxLatency = cycles;
  for (llvm::mca::WriteDescriptor& write : description.Writes) {
    write.Latency = cycles;
  }
}

}  // namespace clgauge::lens
