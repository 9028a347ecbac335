#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "lens/evaluate/machine.h"

namespace clgauge::lens {

// All that an evaluated processor holds between two blocks, but its flags: registers, and what it
// may have stored in its own memory.
struct MachineState {
  // Numbers of eight bytes: general registers, vectors, granules of memory.
  std::vector<std::uint64_t> values;
  std::vector<std::uint8_t> known;  // of each, which bytes are (bit i: byte i)
  std::vector<std::pair<std::uint64_t, std::uint64_t>> masks;  // known bits, and which are unknown
  std::size_t granules = 0;  // of Machine::stored, of which there only get more

  // Whether what is known is the same.
  friend bool operator==(const MachineState& a, const MachineState& b) noexcept;
};

// None where that is more than a megabyte of memory.
[[nodiscard]] std::optional<MachineState> state_of(const Machine& machine);
// The same without memory.
[[nodiscard]] MachineState registers_of(const Machine& machine);

// A number as it is so many rounds after `last`, if each changes it as the one from `first` did.
[[nodiscard]] std::uint64_t value_further_on(std::uint64_t first, std::uint64_t last,
                                             std::uint64_t rounds);
// Whether two numbers are the same in these bytes (bit i: byte i).
[[nodiscard]] bool is_same_where_known(std::uint64_t a, std::uint64_t b, unsigned known);

// As it is so many rounds after `last`, if each round changes it as the one from `first` to `last`
// did: numbers go on by the same steps. None where masks differ, or the last one knows what the
// first one does not; what it does not know any more (a sum that began with a known 0) is not known
// later on either.
[[nodiscard]] std::optional<MachineState> state_further_on(const MachineState& first,
                                                           const MachineState& last,
                                                           std::uint64_t rounds);

// Gives a machine these values, that holds a state which knows the same things.
void restore(const MachineState& state, Machine& machine);

}  // namespace clgauge::lens
