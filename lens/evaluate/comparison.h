#pragma once

#include <cstdint>
#include <optional>

#include "lens/code/machine_code.h"
#include "lens/evaluate/lower.h"
#include "lens/evaluate/machine.h"

namespace clgauge::lens {

// Fills in Program::deciders. Where what a conditional jump asks about is overwritten before the
// jump, lets the comparison keep its numbers (Machine::compared).
void note_decisions(const MachineCode& code, Program& program);

// What sets the flags that a block's conditional jump asks, before it.
struct Decision {
  enum class Kind : std::uint8_t {
    difference,   // of two numbers
    conjunction,  // of the bits of two numbers
    stepped,      // a counter that was stepped or added to, and is 0 or not
    other,        // of general numbers
  };
  const Operation* decides = nullptr;
  unsigned condition = 0;  // x86's code of the jump's
  Kind kind = Kind::other;
};
// None where vectors or masks decide.
[[nodiscard]] std::optional<Decision> decision_of(const LoweredCode& code, std::uint32_t block);

// The numbers that it was about, when its block was run: 0 for those that are not known (their bits
// do not matter then).
struct DecidedBy {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  bool operator==(const DecidedBy&) const = default;
};
[[nodiscard]] DecidedBy numbers_of(const Machine& machine, const Decision& decision);
// So many times further on, if they go on as from `first` to `last`.
[[nodiscard]] DecidedBy further_on(const Decision& decision, const DecidedBy& first,
                                   const DecidedBy& last, std::uint64_t runs);
// How many times further on, at most `most`, the jump goes the way of `last`, as far as it can be
// told at no great cost.
[[nodiscard]] std::uint64_t runs_alike(const Decision& decision, const DecidedBy& first,
                                       const DecidedBy& last, std::uint64_t most);

// A decision by the difference of two numbers.
struct Comparison {
  const Operation* compared = nullptr;  // what sets the flags
  unsigned condition = 0;               // x86's code of the jump's
  bool is_with_zero = false;            // a counter that was stepped or added to, not a comparison
};
[[nodiscard]] std::optional<Comparison> comparison_of(const Decision& decision);

// Numbers and differences of 64 bits.
__extension__ using Difference = __int128;

// The lowest bytes of a value as the condition takes them.
[[nodiscard]] Difference number_for(unsigned condition, std::uint64_t value, unsigned bytes);

// The difference, as the condition takes it (signed or not), once that block was run; none where it
// is not known. |difference| <= 2^64, kept in 128 bits.
[[nodiscard]] std::optional<Difference> difference_of(const Machine& machine,
                                                      const Comparison& comparison);

// If the difference changes by `step` from one run of the block to the next: the first run from now
// on, at least 1, whose jump goes another way than the one of `now` did; none where none does.
[[nodiscard]] std::optional<std::uint64_t> runs_until_other_way(unsigned condition, Difference now,
                                                                Difference step);

}  // namespace clgauge::lens
