#pragma once

#include <cstdint>
#include <string_view>

namespace clgauge::lens {

// The registers through which one instruction hands a result to another.
enum class RegisterFile : std::uint8_t { general, vector, mask };

// Operations of vectors by where they are done: what it takes from one to the next was timed in
// circles of every two of these kinds, with a shuffle between them in one direction or the other.
enum class BypassKind : std::uint8_t {
  other,            // shuffles, moves: wait for nobody, and nobody waits for them
  sum,              // of floats
  product,          // all that is done where floats are multiplied: conversions and extremes, too
  integer_product,  // done there as well
  shift,            // integers of one cycle in ports 0 and 1 (0 alone of 512 bits)
  integer,          // in any of the three
  logic,            // of floats, and selections
  galois,           // products of bits
  half,             // halves that become floats
};

// What of an instruction decides how late its results are for another, and others' for it.
struct BypassSide {
  BypassKind kind = BypassKind::other;
  bool is_of_512_bits = false;
};
// Of an instruction by LLVM's opcode.
[[nodiscard]] BypassSide golden_cove_side(std::string_view opcode);

// How many cycles later than at its latency the result of one instruction is there for another on a
// Golden Cove: what multiplies and what computes with integers stand apart. Negative: so much
// earlier, as of sums for sums.
[[nodiscard]] double golden_cove_delay(const BypassSide& producer, const BypassSide& consumer,
                                       RegisterFile through);

// How many cycles later all that an instruction makes of vectors is there because this producer,
// however long ago, made one of them: a chain of fused multiply-adds by a factor that was added up
// takes 5 cycles each, whichever of its operands comes last.
[[nodiscard]] double golden_cove_lasting_delay(const BypassSide& producer,
                                               const BypassSide& consumer);

}  // namespace clgauge::lens
