#pragma once

#include <cstdint>

namespace clgauge {

// Numbers that show no pattern: splitmix64's finaliser (S. Vigna, public domain). Every bit of the
// result depends on every bit of the value; 0 stays 0.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t value) noexcept {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31U);
}

// The same of any value: as good as drawn anew for each.
[[nodiscard]] constexpr std::uint64_t scrambled(std::uint64_t value) noexcept {
  return mixed(value + 0x9e3779b97f4a7c15ULL);
}

}  // namespace clgauge
