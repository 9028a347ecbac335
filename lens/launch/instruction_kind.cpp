#include "lens/launch/instruction_kind.h"

#include <string_view>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

bool is_masked_store(std::string_view opcode) {
  return opcode.ends_with("mrk") ||
         (opcode.find("MASKMOV") != opcode.npos && opcode.ends_with("mr"));
}

bool is_masked_load(std::string_view opcode) {
  return opcode.ends_with("rmk") || opcode.ends_with("rmkz") ||
         (opcode.find("MASKMOV") != opcode.npos && !opcode.ends_with("mr"));
}

// By how LLVM names its opcodes: VGATHERDPSYrm, VPSCATTERQDZmr, VMOVNTPSYmr, VMOVUPSZ256mrk.
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
  if (has("MOVNT") && !has("MOVNTDQA")) {
    return InstructionKind::non_temporal_store;
  }
  return is_masked_store(opcode)  ? InstructionKind::masked_store
         : is_masked_load(opcode) ? InstructionKind::masked_load
                                  : InstructionKind::plain;
}

}  // namespace

std::vector<InstructionKind> instruction_kinds(const MachineCode& code) {
  std::vector<InstructionKind> kinds;
  kinds.reserve(code.instructions.size());
  for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
    kinds.push_back(code.mc->is_locked(i) ? InstructionKind::locked
                                          : kind_of(code.mc->opcode_name(i)));
  }
  return kinds;
}

bool has_masked_accesses(const MachineCode& code) {
  for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
    const std::string_view opcode = code.mc->opcode_name(i);
    if (is_masked_load(opcode) || is_masked_store(opcode)) {
      return true;
    }
  }
  return false;
}

double compared_part(const MachineCode& code, std::span<const double> passes) {
  const double locked =
      code.executions(passes, [&](std::uint32_t at) { return code.mc->is_locked(at); });
  const double compared = code.executions(passes, [&](std::uint32_t at) {
    return code.mc->is_locked(at) &&
           code.mc->opcode_name(at).find("CMPXCHG") != std::string_view::npos;
  });
  return locked > 0 ? compared / locked : 0;
}

}  // namespace clgauge::lens
