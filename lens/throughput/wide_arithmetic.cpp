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

}  // namespace

double wide_arithmetic(const MachineCode& code, std::span<const double> passes) {
  return code.executions(passes, [&](std::uint32_t at) {
    return is_wide_arithmetic(code.mc->opcode_name(at), code.mc->description(at));
  });
}

}  // namespace clgauge::lens
