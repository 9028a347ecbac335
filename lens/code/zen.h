#pragma once

#include <string_view>

namespace clgauge::lens {

// AMD's cores, by the names that LLVM has for them, or has had since: LLVM 15 knows the first of
// these (mc.h).
inline constexpr std::string_view kZen3 = "znver3";
inline constexpr std::string_view kZen4 = "znver4";
inline constexpr std::string_view kZen5 = "znver5";

// Zen 4 and what came after it, which was timed as that was where nothing else is said.
[[nodiscard]] constexpr bool is_zen4_or_later(std::string_view cpu) {
  return cpu == kZen4 || cpu == kZen5;
}

}  // namespace clgauge::lens
