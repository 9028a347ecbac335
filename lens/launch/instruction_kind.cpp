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
  return is_masked_store(opcode) ? InstructionKind::masked_store : InstructionKind::plain;
}

// Exchanges with memory are locked without a prefix.
bool has_memory_exchange(std::string_view opcode) {
  return opcode.substr(0, 4) == "XCHG" && opcode.substr(opcode.size() - 2) == "rm";
}

}  // namespace

std::vector<InstructionKind> instruction_kinds(const MachineCode& code) {
  std::vector<InstructionKind> kinds;
  kinds.reserve(code.instructions.size());
  for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
    const bool is_locked = (i > 0 && code.mc->opcode_name(i - 1) == "LOCK_PREFIX") ||
                           has_memory_exchange(code.mc->opcode_name(i));
    kinds.push_back(is_locked ? InstructionKind::locked : kind_of(code.mc->opcode_name(i)));
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

}  // namespace clgauge::lens
