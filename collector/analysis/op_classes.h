#pragma once

#include <optional>
#include <string>

namespace llvm {
class Instruction;
}

namespace clgauge::collector {

// What kind of operation an instruction is counted as.
struct OpClass {
  std::string op;         // "add", "madd", "exp", ...
  std::string dtype;      // "float32", ...
  int lanes = 1;          // operations that one execution counts for
  bool index = false;     // integer arithmetic for addresses and control only
  bool in_local = false;  // an atomic one of local memory
};

// Nothing for what costs no arithmetic: memory accesses, control flow, register moves, id queries,
// synchronisation.
[[nodiscard]] std::optional<OpClass> op_class(const llvm::Instruction& instruction);

// "barrier_local", "barrier_global", "barrier_local_global", "fence", ...; nothing for others.
[[nodiscard]] std::optional<std::string> sync_kind(const llvm::Instruction& instruction);

// What a call does that no count covers ("printf", "enqueue_kernel"); nothing for others.
[[nodiscard]] std::optional<std::string> uncounted(const llvm::Instruction& instruction);

}  // namespace clgauge::collector
