#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// What an operation makes of known numbers, as PTX says, in the low `bits` of the result (twice as
// many of mul_wide); nothing where PTX leaves it open (a division by zero).
[[nodiscard]] std::optional<std::uint64_t> compute(const Step& step,
                                                   const std::array<std::uint64_t, 4>& sources);

// The low `bits`; and those as a signed number.
[[nodiscard]] constexpr std::uint64_t truncated(std::uint64_t value, unsigned bits) noexcept {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}
[[nodiscard]] constexpr std::int64_t sign_extended(std::uint64_t value, unsigned bits) noexcept {
  const unsigned unused = bits >= 64 ? 0 : 64 - bits;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

}  // namespace clgauge::lens::ptx
