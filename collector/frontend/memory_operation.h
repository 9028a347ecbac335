#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class Type;
class Value;
}  // namespace llvm

namespace clgauge::collector {

// One load or store that an instruction performs. A struct copy and an atomic read-modify-write
// perform two.
struct MemoryOperation {
  const llvm::Instruction* instruction = nullptr;
  const llvm::Value* pointer = nullptr;
  const llvm::Type* type = nullptr;  // of the datum; null for a copy of raw bytes
  bool is_store = false;
  bool is_atomic = false;
  int bytes = 0;  // all lanes
};

[[nodiscard]] llvm::SmallVector<MemoryOperation, 2> memory_operations(
    const llvm::Instruction& instruction);

// What a pointer can point into: kernel arguments, __local or __constant variables, private
// variables. Looks through address arithmetic, selects and phis. `complete` is false when some
// origin is not one of those (a pointer that was loaded).
struct PointerOrigins {
  std::vector<const llvm::Value*> arrays;
  bool complete = true;
};
[[nodiscard]] PointerOrigins origins_of(const llvm::Value& pointer);

// The name in the source ("at", not "matmul_tiled.at").
[[nodiscard]] std::string array_name(const llvm::Value& array, const llvm::Function& kernel);

// "global", "constant", "local" or "private".
[[nodiscard]] std::string array_space(const llvm::Value& array);

// What a variable of the kernel or of the program holds; nothing for an argument.
[[nodiscard]] std::optional<std::int64_t> declared_bytes(const llvm::Value& array);

// "atomic_add", "atom_cmpxchg", "atomic_fetch_add_explicit": reads, changes and writes one datum.
[[nodiscard]] bool is_atomic_builtin(const std::string& name);

// "fract", "sincos", "remquo": arithmetic that writes a second result through its last argument.
[[nodiscard]] bool has_second_result(const std::string& name);

}  // namespace clgauge::collector
