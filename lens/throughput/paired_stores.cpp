#include "lens/throughput/paired_stores.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

// Where a line begins nobody knows; addresses so near each other are mostly in one.
constexpr std::int64_t kNear = 32;

bool are_near(const NamedAddress& a, const NamedAddress& b) {
  return a.base == b.base && a.index == b.index && a.scale == b.scale &&
         std::abs(a.displacement - b.displacement) < kNear;
}

bool stores_general_register(std::string_view opcode) {
  return opcode.starts_with("MOV") && opcode.find("mr") != std::string_view::npos &&
         (opcode.starts_with("MOV8") || opcode.starts_with("MOV16") ||
          opcode.starts_with("MOV32") || opcode.starts_with("MOV64mr"));
}

}  // namespace

std::vector<bool> stored_with_before(const std::vector<llvm::MCInst>& sequence,
                                     const McTarget& target) {
  std::vector<bool> together(sequence.size(), false);
  if (target.cpu != "znver4") {
    return together;
  }
  std::optional<NamedAddress> alone;  // the store before, unless it goes with one before it
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const llvm::MCInstrDesc& description = target.instructions->get(sequence[i].getOpcode());
    if (description.mayStore()) {
      const auto stored = stores_general_register(target.opcode_name(sequence[i].getOpcode()))
                              ? named_address(sequence[i], description)
                              : std::nullopt;
      together[i] = alone && stored && are_near(*stored, *alone);
      alone = together[i] ? std::nullopt : stored;
    } else if (alone) {
      for (const unsigned reg : {alone->base, alone->index}) {
        if (alone && reg != 0 && description.hasDefOfPhysReg(sequence[i], reg, *target.registers)) {
          alone.reset();
        }
      }
    }
  }
  return together;
}

}  // namespace clgauge::lens
