#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "lens/evaluate/function_names.h"
#include "lens/evaluate/machine.h"

namespace clgauge::lens {

// What a call of mathematics leaves: in vector registers from the first on or, of a single number
// that becomes an integer, in rax; and where its first pointer argument leads. A lane is known if
// those of all its arguments are.
struct FunctionResult {
  // Two arguments' worth: sincosreg leaves both its results in registers.
  static constexpr unsigned kMostRegisters = 2 * FunctionCall::kMostRegisters;
  std::array<Vector, kMostRegisters> registers{};
  unsigned register_count = 0;
  std::optional<std::uint64_t> integer{};
  // Behind a pointer, a register's bytes after the other's.
  std::array<Vector, kMostRegisters> outputs{};
  unsigned output_bytes = 0;  // of all of them
  unsigned register_bytes = 0;
  std::uint64_t output_at = 0;
};

// By the C library: devices' own may differ in the last bits. Nothing where no lane is known.
[[nodiscard]] std::optional<FunctionResult> result_of(const FunctionCall& function,
                                                      const Machine& machine);

// Whether a known lane of it is no ordinary number (MathematicsCalls).
[[nodiscard]] bool is_rare(const FunctionCall& function, const FunctionResult& result);
// The vector registers of the call's arguments; ordinary numbers in lanes that are not known.
[[nodiscard]] KeptCalls::Registers arguments_of(const FunctionCall& function,
                                                const Machine& machine);

}  // namespace clgauge::lens
