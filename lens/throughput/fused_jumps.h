#pragma once

#include <string_view>

namespace clgauge::lens {

// Whether `cpu` decodes a conditional jump together with this instruction before it, so that the
// two are one operation for all of the core (AMD 56665, 2.9.3; LLVM's names of their opcodes): what
// compares, tests, adds, subtracts or combines bits of general registers. Thread-safe.
[[nodiscard]] bool fuses_with_jump(std::string_view cpu, std::string_view before,
                                   std::string_view jump);

}  // namespace clgauge::lens
