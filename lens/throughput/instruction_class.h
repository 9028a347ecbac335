#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace llvm {
class MCInstrDesc;
}

namespace clgauge::lens {

// Instructions that one correction of their throughput is measured for. Few enough for a
// calibration to tell them apart.
enum class InstructionClass : std::uint8_t {
  add,              // floating-point sums, extremes, comparisons
  multiply,         // floating-point products, with a sum or without; approximations
  divide,           // any division, square roots
  vector_integer,   // sums, extremes, comparisons, logic of integer vectors
  vector_multiply,  // products of integer vectors
  vector_shift,     // of integer vectors
  shuffle,          // lanes that change places, gathers
  convert,          // between floating-point numbers and integers, or widths; rounding
  blend,            // choices by masks, masks, logic of floating-point vectors, copies
  crossing,         // from vector to general registers and back
  integer,          // general registers: all but what follows
  integer_multiply,
  load,   // what an operand in memory takes, too
  store,  // the same
};
inline constexpr std::size_t kInstructionClasses = 14;

// Of something by class: cycles.
using ByClass = std::array<double, kInstructionClasses>;

inline void add_to(ByClass& sum, const ByClass& other, double times) {
  for (std::size_t c = 0; c < kInstructionClasses; ++c) {
    sum[c] += times * other[c];
  }
}

inline constexpr std::array<std::string_view, kInstructionClasses> kInstructionClassNames = {
    "add",          "multiply",         "divide",  "vector_integer", "vector_multiply",
    "vector_shift", "shuffle",          "convert", "blend",          "crossing",
    "integer",      "integer_multiply", "load",    "store"};

// By LLVM's name of the opcode, and whether LLVM says that it accesses memory: what computes with
// an operand in memory is of the class that it computes as. Vectors are those of AVX, whose names
// begin with V. Thread-safe.
[[nodiscard]] InstructionClass class_of(std::string_view opcode,
                                        const llvm::MCInstrDesc& description);

}  // namespace clgauge::lens
