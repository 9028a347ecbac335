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

// By registers that may change.
struct Place {
  unsigned base = 0;
  unsigned index = 0;
  std::int64_t scale = 0;
  std::int64_t displacement = 0;

  [[nodiscard]] bool is_near(const Place& other) const {
    return base == other.base && index == other.index && scale == other.scale &&
           std::abs(displacement - other.displacement) < kNear;
  }
};

bool stores_general_register(std::string_view opcode) {
  return opcode.starts_with("MOV") && opcode.find("mr") != std::string_view::npos &&
         (opcode.starts_with("MOV8") || opcode.starts_with("MOV16") ||
          opcode.starts_with("MOV32") || opcode.starts_with("MOV64mr"));
}

std::optional<Place> stored_to(const llvm::MCInst& inst, const McTarget& target) {
  if (!stores_general_register(target.opcode_name(inst.getOpcode()))) {
    return std::nullopt;
  }
  const auto first = first_of_address(inst, target.instructions->get(inst.getOpcode()));
  if (!first || !inst.getOperand(*first).isReg() || !inst.getOperand(*first + 3).isImm()) {
    return std::nullopt;
  }
  return Place{inst.getOperand(*first).getReg(), inst.getOperand(*first + 2).getReg(),
               inst.getOperand(*first + 1).getImm(), inst.getOperand(*first + 3).getImm()};
}

}  // namespace

std::vector<bool> stored_with_before(const std::vector<llvm::MCInst>& sequence,
                                     const McTarget& target) {
  std::vector<bool> together(sequence.size(), false);
  if (target.cpu != "znver4") {
    return together;
  }
  std::optional<Place> alone;  // the store before, unless it goes with one before it
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const llvm::MCInstrDesc& description = target.instructions->get(sequence[i].getOpcode());
    if (description.mayStore()) {
      const std::optional<Place> place = stored_to(sequence[i], target);
      together[i] = alone && place && place->is_near(*alone);
      alone = together[i] ? std::nullopt : place;
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
