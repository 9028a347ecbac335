#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clgauge::lens {

// In a loop: `to` waits for `from` of so many rounds before.
struct Dependence {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  double cycles = 0;
  std::uint32_t rounds = 0;
  bool is_for_address = false;  // of what `to` loads or stores
};

// Cycles a round that a loop takes however many units the core has: of all circles of dependences
// the largest quotient of cycles and rounds (Rau 1994, the recurrence-constrained initiation
// interval), to a thousandth of a cycle; 0 if there is none. Every circle must span a round.
// Thread-safe.
[[nodiscard]] double recurrence_cycles(std::size_t instructions,
                                       std::span<const Dependence> dependences);

// Of a sequence that is run once, all that it finds being there: in how many cycles from its start
// the last instruction can start, on as many units as it likes. What waits for earlier rounds waits
// for nothing. Thread-safe.
[[nodiscard]] double cycles_until_last(std::size_t instructions,
                                       std::span<const Dependence> dependences);

// Which instructions are part of a circle of `cycles_per_round` or nearly as many. Thread-safe.
[[nodiscard]] std::vector<bool> in_circles(double cycles_per_round, std::size_t instructions,
                                           std::span<const Dependence> dependences);

// Which instructions wait for a circle of `cycles_per_round` or nearly as many, or are part of one:
// however early they are fetched, they start no earlier. Thread-safe.
[[nodiscard]] std::vector<bool> held_up_by_circles(double cycles_per_round,
                                                   std::size_t instructions,
                                                   std::span<const Dependence> dependences);

}  // namespace clgauge::lens
