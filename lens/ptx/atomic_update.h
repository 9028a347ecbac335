#pragma once

#include <cstdint>
#include <optional>

#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// What an atomic update makes of `found` with its operand, and with what it may swap in. Nothing
// for what is not evaluated.
[[nodiscard]] std::optional<std::uint64_t> updated(const Access& access, std::uint64_t found,
                                                   std::uint64_t operand, std::uint64_t swapped);

}  // namespace clgauge::lens::ptx
