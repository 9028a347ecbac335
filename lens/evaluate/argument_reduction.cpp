#include "lens/evaluate/argument_reduction.h"

#include <cmath>
#include <numbers>

namespace clgauge::lens {

bool reduces_angle(std::string_view symbol) noexcept {
  return symbol == "_Z20__pocl_argReductionSPU9CLprivatefS0_f";
}

std::optional<ReducedAngle> reduced(float angle) noexcept {
  constexpr double kQuarter = std::numbers::pi / 2;
  constexpr double kLargest = 1 << 23U;  // for larger ones PoCL has another function
  if (!(std::abs(angle) < kLargest)) {
    return std::nullopt;
  }
  const double quarters = std::nearbyint(angle / kQuarter);
  const double rest = angle - quarters * kQuarter;
  const auto single = static_cast<float>(rest);
  return ReducedAngle{static_cast<std::uint32_t>(static_cast<std::int64_t>(quarters)) & 3U, single,
                      static_cast<float>(rest - single)};
}

}  // namespace clgauge::lens
