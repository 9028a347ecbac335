#pragma once

#include <string>

namespace clgauge::lens {

// Lines of the source that a piece of code was made of.
struct SourceSpan {
  std::string file;         // empty: the one that the function with this code stands in
  unsigned first_line = 0;  // 0: not known
  unsigned last_line = 0;

  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

}  // namespace clgauge::lens
