#pragma once

#include <cstdint>
#include <set>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace clgauge::collector::oracle {

// Which memory the oracle has to simulate: private arrays, and tables of constants, that values on
// the way to a branch or an address are loaded from.
class ReadBack {
 public:
  // Whether loads from what `pointer` points into can be answered; notes that they must be.
  bool note_load(const llvm::Value& pointer);
  [[nodiscard]] bool any() const { return any_; }

  // What the instruction puts into private arrays: its operands are then part of the skeleton.
  [[nodiscard]] static std::vector<const llvm::Value*> stored_values(
      const llvm::Instruction& instruction);

 private:
  bool any_ = false;
};

// Whether the array's contents can be simulated.
[[nodiscard]] bool is_private_array(const llvm::Value& array);
[[nodiscard]] bool is_table(const llvm::Value& array);

// What the array holds when a work-item begins; -1 for a byte that is not known.
[[nodiscard]] std::vector<std::int16_t> initial_bytes(const llvm::Value& array,
                                                      const llvm::Function& kernel);

}  // namespace clgauge::collector::oracle
