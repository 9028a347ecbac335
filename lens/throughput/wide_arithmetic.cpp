#include "lens/throughput/wide_arithmetic.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lens/code/machine_code.h"
#include "lens/code/mc.h"
#include "lens/throughput/golden_cove_errata.h"
#include "lens/throughput/instruction_class.h"

namespace clgauge::lens {
namespace {

// Of 512 bits.
bool is_arithmetic(std::string_view opcode, const llvm::MCInstrDesc& description) {
  if (opcode.find("CMP") != std::string_view::npos) {
    return false;
  }
  switch (class_of(opcode, description)) {
    case InstructionClass::add:
    case InstructionClass::multiply:
    case InstructionClass::divide:
    case InstructionClass::vector_multiply:
    case InstructionClass::convert:
      return true;
    default:
      return false;
  }
}

// What one takes of the power that a product does.
constexpr double kPartOfOther = 0.7;
constexpr double kPartOfAccess = 0.5;

// Of 512 bits.
double power_of(std::string_view opcode, const llvm::MCInstrDesc& description) {
  const double of_access = description.mayLoad() || description.mayStore() ? kPartOfAccess : 0;
  if (opcode.starts_with("VMOV")) {
    return of_access;
  }
  switch (class_of(opcode, description)) {
    case InstructionClass::multiply:
    case InstructionClass::vector_multiply:
      return of_access + 1;
    default:
      return of_access + kPartOfOther;
  }
}

}  // namespace

void WideWork::add(const WideWork& other, double times) {
  arithmetic += times * other.arithmetic;
  operations += times * other.operations;
}

WideWork wide_work(const MachineCode& code, std::span<const double> passes) {
  WideWork work;
  for (std::size_t b = 0; b < passes.size(); ++b) {
    const BasicBlock& block = code.blocks[b];
    for (std::uint32_t i = 0; passes[b] > 0 && i < block.instruction_count; ++i) {
      const std::uint32_t at = block.first_instruction + i;
      const std::string_view opcode = code.mc->opcode_name(at);
      if (is_of_512_bits(opcode)) {
        const llvm::MCInstrDesc& description = code.mc->description(at);
        work.add({is_arithmetic(opcode, description) ? 1.0 : 0.0, power_of(opcode, description)},
                 passes[b]);
      }
    }
  }
  return work;
}

}  // namespace clgauge::lens
