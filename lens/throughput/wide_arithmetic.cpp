#include "lens/throughput/wide_arithmetic.h"

#include <cstdint>
#include <string_view>

#include "lens/code/machine_code.h"
#include "lens/code/mc.h"
#include "lens/throughput/golden_cove_errata.h"
#include "lens/throughput/instruction_class.h"

namespace clgauge::lens {
namespace {

bool is_wide_arithmetic(std::string_view opcode, const llvm::MCInstrDesc& description) {
  if (!is_of_512_bits(opcode) || opcode.find("CMP") != std::string_view::npos) {
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

double wide_work(std::string_view opcode, const llvm::MCInstrDesc& description) {
  if (!is_of_512_bits(opcode)) {
    return 0;
  }
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

double wide_arithmetic(const MachineCode& code, std::span<const double> passes) {
  return code.executions(passes, [&](std::uint32_t at) {
    return is_wide_arithmetic(code.mc->opcode_name(at), code.mc->description(at));
  });
}

double wide_operations(const MachineCode& code, std::span<const double> passes) {
  return code.executions(passes, [&](std::uint32_t at) {
    return wide_work(code.mc->opcode_name(at), code.mc->description(at));
  });
}

}  // namespace clgauge::lens
