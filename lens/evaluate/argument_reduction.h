#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace clgauge::lens {

// An angle less a multiple of pi / 2.
struct ReducedAngle {
  std::uint32_t quadrant = 0;  // 0 to 3
  float rest = 0;              // from -pi / 4 to pi / 4
  float rest_below = 0;        // what `rest` is too small by
};

// Whether this is PoCL's `int argReductionS(float* rest, float* rest_below, float angle)`, which
// its sines and cosines of single floats call.
[[nodiscard]] bool reduces_angle(std::string_view symbol) noexcept;

// As that function does, but for its last bits. Nothing for angles that it is not made for.
[[nodiscard]] std::optional<ReducedAngle> reduced(float angle) noexcept;

}  // namespace clgauge::lens
