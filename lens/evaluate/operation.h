#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace clgauge::lens {

struct Machine;

// One operand as the evaluator reads it. Memory and immediates live in the Operation: x86 has at
// most one of each.
struct Operand {
  enum class Kind : std::uint8_t { none, general, vector, mask, x87, immediate, memory };
  Kind kind = Kind::none;
  std::uint8_t reg =
      0;  // 0-15 general, 0-31 vector, 0-7 mask, 0-7 below the top of the x87 unit's stack
  std::uint8_t bytes = 0;  // of a register: how much of it
  bool high = false;       // ah, bh, ch, dh
};

inline constexpr std::uint8_t kNoRegister = 16;  // Machine::general[16] is a known 0

struct MemoryOperand {
  std::int64_t displacement = 0;  // absolute for rip-relative operands
  std::uint8_t base = kNoRegister;
  std::uint8_t index = kNoRegister;  // of a vector register for gathers and scatters
  std::uint8_t scale = 1;
  std::uint8_t index_bytes = 0;  // size of that vector register
};

// One machine instruction, ready to be evaluated: `run` and what it needs.
struct Operation {
  using Run = void (*)(Machine&, const Operation&);

  Run run = nullptr;
  Run inner = nullptr;  // what `run` runs, if it does more: run_rounded, run_and_keep, ...
  std::uint32_t instruction = 0;      // index into MachineCode::instructions
  std::uint8_t width_bytes = 0;       // of the operation: general register or vector length
  std::uint8_t element_bytes = 0;     // of one lane
  std::uint8_t memory_bytes = 0;      // that the memory operand spans (one lane if broadcast)
  std::uint8_t mask = 0;              // EVEX mask register; 0: none
  std::uint8_t masked_lanes = 0;      // that the mask governs, the others are written; 0: all
  bool zeroing = false;               // masked-off lanes become 0 instead of staying
  bool broadcast = false;             // the memory operand is one lane for all
  bool clears_upper = false;          // VEX and EVEX zero the rest of the vector register
  std::uint8_t condition = 0;         // of a move, set or comparison of lanes: x86's code
  std::uint8_t lanes = 0;             // of a conversion or comparison: how many
  std::uint8_t source_bytes = 0;      // of the vector that a part is taken from
  bool count_in_cl = false;           // of a shift
  std::uint8_t vector_arguments = 0;  // of a call of the object's mathematics: those it reads
  std::uint8_t operand_count = 0;
  std::array<Operand, 5> operands;  // destination first; tied sources stand as operands, too
  MemoryOperand memory;
  std::uint64_t immediate = 0;
  // Jumps and calls: where to, as blocks and edges of MachineCode.
  std::uint32_t target_block = 0;
  std::uint32_t target_edge = 0;
  std::uint64_t target_address = 0;
};

// What instructions without a meaning overwrite, by their index.
using Clobbers = std::unordered_map<std::uint32_t, std::vector<Operand>>;

}  // namespace clgauge::lens
