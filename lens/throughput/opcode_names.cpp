#include "lens/throughput/opcode_names.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/MC/MCInstrInfo.h>

namespace clgauge::lens {

std::optional<unsigned> opcode_named(std::string_view name, const llvm::MCInstrInfo& instructions) {
  static const llvm::StringMap<unsigned> kOpcodes = [&] {
    llvm::StringMap<unsigned> opcodes;
    for (unsigned opcode = 0; opcode < instructions.getNumOpcodes(); ++opcode) {
      opcodes[instructions.getName(opcode)] = opcode;
    }
    return opcodes;
  }();
  const auto found = kOpcodes.find(llvm::StringRef(name.data(), name.size()));
  return found != kOpcodes.end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace clgauge::lens
