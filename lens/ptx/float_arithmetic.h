#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// What an operation of floats makes of known numbers. Where PTX says how it rounds, that is exact;
// what it calls approximate (division, roots, ex2, sin, ...) is what this processor makes of it,
// and so differs from a GPU's in the last bits. Nothing for other operations.
[[nodiscard]] std::optional<std::uint64_t> compute_float(
    const Step& step, const std::array<std::uint64_t, 4>& sources);

}  // namespace clgauge::lens::ptx
