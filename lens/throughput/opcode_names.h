#pragma once

#include <optional>
#include <string_view>

namespace llvm {
class MCInstrInfo;
}

namespace clgauge::lens {

// The opcode that LLVM calls so. All x86-64 processors share their opcodes. Thread-safe.
[[nodiscard]] std::optional<unsigned> opcode_named(std::string_view name,
                                                   const llvm::MCInstrInfo& instructions);

}  // namespace clgauge::lens
