#pragma once

#include <string_view>

namespace clgauge::service {

// Whether a source names a number so small that its products may be denormal: FLT_MIN, DBL_MIN, or
// a literal below 1e-18 (`1e-20f`, `0x1p-126f`), as what divisions and logarithms are kept from
// zero by. Comments count, too.
[[nodiscard]] bool names_tiny_numbers(std::string_view source) noexcept;

}  // namespace clgauge::service
