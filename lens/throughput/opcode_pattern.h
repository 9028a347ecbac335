#pragma once

#include <string_view>

namespace clgauge::lens {

// Whether LLVM calls an opcode as `pattern` says: how the name begins, * standing for anything, so
// that the pieces between the stars follow each other in it.
[[nodiscard]] constexpr bool fits(std::string_view pattern, std::string_view name) {
  // Most names begin otherwise: they are seen to before anything is searched for.
  for (std::size_t i = 0; i < pattern.size() && pattern[i] != '*'; ++i) {
    if (i == name.size() || name[i] != pattern[i]) {
      return false;
    }
  }
  std::size_t at = 0;
  for (;;) {
    const std::size_t star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    const std::size_t found = name.find(piece, at);
    if (found == std::string_view::npos) {
      return false;
    }
    if (star == std::string_view::npos) {
      return true;
    }
    at = found + piece.size();
    pattern.remove_prefix(star + 1);
  }
}

[[nodiscard]] constexpr bool is_gather(std::string_view opcode) { return fits("*GATHER", opcode); }
[[nodiscard]] constexpr bool is_scatter(std::string_view opcode) {
  return fits("*SCATTER", opcode);
}

[[nodiscard]] constexpr bool is_fused_multiply_add(std::string_view opcode) {
  return fits("VFMADD", opcode) || fits("VFMSUB", opcode) || fits("VFNM", opcode);
}

}  // namespace clgauge::lens
