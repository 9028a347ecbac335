#pragma once

#include <cstdint>

#include "lens/ptx/scanner.h"

namespace clgauge::lens::ptx {

struct Number {
  std::int64_t value = 0;       // of a float its bits
  std::uint8_t float_bits = 0;  // 32 or 64; 0 of an integer
};

// Reads "-12", "0x1F", "017", "0b11", "12U", "0f3F800000", "0d3FF0000000000000", "1.5". Throws
// Error(input) for anything else, and for what does not fit.
[[nodiscard]] Number read_number(Scanner& scanner);
[[nodiscard]] std::uint64_t read_count(Scanner& scanner);

}  // namespace clgauge::lens::ptx
