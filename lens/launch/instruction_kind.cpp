#include "lens/launch/instruction_kind.h"

#include <string_view>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

// By how LLVM names its opcodes: VGATHERDPSYrm, VPSCATTERQDZmr, VMOVNTPSYmr.
InstructionKind kind_of(std::string_view opcode) {
  const auto has = [opcode](std::string_view part) {
    return opcode.find(part) != std::string_view::npos;
  };
  if (has("GATHER") && !has("GATHERPF")) {
    return InstructionKind::gather;
  }
  if (has("SCATTER") && !has("SCATTERPF")) {
    return InstructionKind::scatter;
  }
  return has("MOVNT") && !has("MOVNTDQA") ? InstructionKind::non_temporal_store
                                          : InstructionKind::plain;
}

}  // namespace

std::vector<InstructionKind> instruction_kinds(const MachineCode& code) {
  std::vector<InstructionKind> kinds;
  kinds.reserve(code.instructions.size());
  for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
    kinds.push_back(kind_of(code.mc->opcode_name(i)));
  }
  return kinds;
}

}  // namespace clgauge::lens
