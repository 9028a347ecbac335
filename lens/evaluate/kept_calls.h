#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace clgauge::lens {

// Calls of a function of a runtime's mathematics, with the arguments of some of them.
struct KeptCalls {
  static constexpr std::size_t kMostKept = 12;
  static constexpr std::size_t kRegisters = 4;
  using Registers = std::array<std::array<std::uint8_t, 64>, kRegisters>;

  std::uint64_t count = 0;
  std::vector<Registers> arguments;  // the vector registers of some of them, all along
  std::uint64_t each = 1;            // every so manieth is kept

  // Counts one more, with what `registers` says of it.
  template <typename RegistersOf>
  void add(const RegistersOf& registers) {
    if (count++ % each != 0) {
      return;
    }
    if (arguments.size() == kMostKept) {
      for (std::size_t i = 1; 2 * i < kMostKept; ++i) {
        arguments[i] = arguments[2 * i];
      }
      arguments.resize(kMostKept / 2);
      each *= 2;
      if ((count - 1) % each != 0) {
        return;
      }
    }
    arguments.push_back(registers());
  }
};

// By symbol, as far as values are known.
struct MathematicsCalls {
  // Whose results, in some lane, are no ordinary numbers (0, denormal, infinite, none): functions
  // take longer ways for them, or assists.
  std::map<std::string, KeptCalls> rare;
  // All others: functions take other ways for other arguments (`erfc` above 1), too.
  std::map<std::string, KeptCalls> ordinary;
};

}  // namespace clgauge::lens
