#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "lens/evaluate/operation.h"

namespace clgauge::lens {

// What LLVM's name of an opcode says: "VPADDDZ256rmbkz" is PADDD, form "rm", 32 bytes, VEX or EVEX,
// its memory operand broadcast, masked-off lanes zeroed.
struct OpcodeName {
  std::string mnemonic;        // upper case, without the V of VEX, sizes and forms
  std::string form;            // of the operands: "rr", "rmi", "mr", "ri8", ...
  unsigned general_bytes = 0;  // 1, 2, 4, 8 where the name says so
  unsigned vector_bytes = 16;
  bool vex = false;
  bool masked = false;
  bool zeroing = false;
  bool broadcast = false;
  bool scalar = false;  // of one float, whatever the register's length
};
[[nodiscard]] OpcodeName split_opcode_name(std::string_view name);

// What instructions of one mnemonic do, whatever their operands.
struct Meaning {
  Operation::Run run = nullptr;
  unsigned lane_bytes = 0;    // of a vector operation
  unsigned memory_bytes = 0;  // of the memory operand; 0: as wide as the operation
  // Adjusts an operation whose operands were decoded the general way; clears `run` where a form is
  // not known. May be null.
  void (*prepare)(const OpcodeName& name, Operation& op) = nullptr;
  bool reads_destination = false;  // with or without a mask
  bool ignores_operands = false;   // hints: whatever they name
};

// All that the evaluator knows, by mnemonic. Each family adds its own in families/.
class FamilyTable {
 public:
  FamilyTable();
  void add(std::string mnemonic, const Meaning& meaning) {
    meanings_.insert_or_assign(std::move(mnemonic), meaning);
  }
  [[nodiscard]] const Meaning* find(const std::string& mnemonic) const {
    const auto found = meanings_.find(mnemonic);
    return found == meanings_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string, Meaning> meanings_;
};

void add_moves(FamilyTable& table);
void add_integer_arithmetic(FamilyTable& table);
void add_multiply_divide(FamilyTable& table);
void add_register_bits(FamilyTable& table);
void add_shifts(FamilyTable& table);
void add_control_flow(FamilyTable& table);
void add_atomics(FamilyTable& table);
void add_vector_moves(FamilyTable& table);
void add_vector_integers(FamilyTable& table);
void add_vector_shifts(FamilyTable& table);
void add_shuffles(FamilyTable& table);
void add_masks(FamilyTable& table);
void add_masked_memory(FamilyTable& table);
void add_floating_point(FamilyTable& table);
void add_floating_comparisons(FamilyTable& table);
void add_floating_fractions(FamilyTable& table);
void add_conversions(FamilyTable& table);
void add_lane_pairs(FamilyTable& table);
void add_saturation(FamilyTable& table);
void add_compaction(FamilyTable& table);
void add_vector_bits(FamilyTable& table);
void add_dot_products(FamilyTable& table);
void add_x87(FamilyTable& table);

// Read-modify-write forms on memory name their operand once; accumulator forms not at all. Gives
// both the operands (destination, first source, second source) of the register forms.
void prepare_read_modify_write(const OpcodeName& name, Operation& op);

}  // namespace clgauge::lens
