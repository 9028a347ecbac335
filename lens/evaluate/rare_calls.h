#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clgauge::lens {

// Calls of a function of a runtime's mathematics whose results, in some lane, are no ordinary
// numbers (0, denormal, infinite, none): those for which functions take longer ways, or assists.
struct RareCalls {
  static constexpr std::size_t kMostKept = 12;
  static constexpr std::size_t kRegisters = 4;
  using Registers = std::array<std::array<std::uint8_t, 64>, kRegisters>;

  std::uint64_t count = 0;
  std::vector<Registers> arguments;  // the vector registers of the first of them

  void add(const RareCalls& others) {
    count += others.count;
    for (const Registers& one : others.arguments) {
      if (arguments.size() < kMostKept) {
        arguments.push_back(one);
      }
    }
  }
};

}  // namespace clgauge::lens
