#pragma once

#include <string_view>

namespace clgauge::lens {

// Whether LLVM calls an opcode as `pattern` says: how the name begins, * standing for anything, so
// that the pieces between the stars follow each other in it.
[[nodiscard]] constexpr bool fits(std::string_view pattern, std::string_view name) {
  std::size_t at = 0;
  for (bool is_first = true;; is_first = false) {
    const std::size_t star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    const std::size_t found = name.find(piece, at);
    if (found == std::string_view::npos || (is_first && found != 0)) {
      return false;
    }
    if (star == std::string_view::npos) {
      return true;
    }
    at = found + piece.size();
    pattern.remove_prefix(star + 1);
  }
}

}  // namespace clgauge::lens
