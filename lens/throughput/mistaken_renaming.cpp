#include "lens/throughput/mistaken_renaming.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

constexpr double kFewest = 7;  // of a round

// The operands that name an address, and what has become of its registers.
struct Stored {
  unsigned base = 0;
  unsigned index = 0;
  std::int64_t scale = 0;
  std::int64_t displacement = 0;
  bool is_elsewhere = false;  // a vector's lane has gone to one of its registers since

  [[nodiscard]] bool is_named_like(const Stored& other) const {
    return base == other.base && index == other.index && scale == other.scale &&
           displacement == other.displacement;
  }
};

std::optional<Stored> address_of(const llvm::MCInst& inst, const llvm::MCInstrDesc& description) {
  const auto first = first_of_address(inst, description);
  if (!first) {
    return std::nullopt;
  }
  const llvm::MCOperand& base = inst.getOperand(*first);
  const llvm::MCOperand& index = inst.getOperand(*first + 2);
  const llvm::MCOperand& displacement = inst.getOperand(*first + 3);
  if (!base.isReg() || !index.isReg() || !displacement.isImm()) {
    return std::nullopt;
  }
  return Stored{base.getReg(), index.getReg(), inst.getOperand(*first + 1).getImm(),
                displacement.getImm()};
}

bool comes_from_vector(std::string_view name) {
  return name.starts_with("VMOVPDI2DI") || name.starts_with("VMOVPQIto64") ||
         name.starts_with("VMOVSS2DI") || name.starts_with("VPEXTR") || name.starts_with("KMOV");
}

}  // namespace

double mistaken_renamings(const McCode& code, std::span<const std::uint32_t> round) {
  if (std::ranges::none_of(
          round, [&](std::uint32_t at) { return comes_from_vector(code.opcode_name(at)); })) {
    return 0;  // as most rounds do
  }
  const llvm::MCRegisterInfo& registers = *code.target->registers;
  std::vector<Stored> stored;
  double mistaken = 0;
  for (const bool counts : {false, true}) {  // a round comes after another
    for (const std::uint32_t at : round) {
      const llvm::MCInstrDesc& what = code.description(at);
      const std::string_view name = code.opcode_name(at);
      const auto address =
          name.front() == 'V' ? std::nullopt : address_of(code.instructions[at], what);
      const auto before = std::ranges::find_if(
          stored, [&](const Stored& one) { return address && one.is_named_like(*address); });
      if (counts && what.mayLoad() && before != stored.end() && before->is_elsewhere) {
        mistaken += 1;
      }
      for (const unsigned reg : code.written_registers(at)) {
        std::erase_if(stored, [&](Stored& one) {
          const bool is_its =
              registers.regsOverlap(one.base, reg) || registers.regsOverlap(one.index, reg);
          one.is_elsewhere |= is_its && comes_from_vector(name);
          return is_its && !comes_from_vector(name);
        });
      }
      if (address && what.mayStore()) {
        std::erase_if(stored, [&](const Stored& one) { return one.is_named_like(*address); });
        stored.push_back(*address);
      }
    }
  }
  return mistaken >= kFewest ? mistaken : 0;
}

}  // namespace clgauge::lens
