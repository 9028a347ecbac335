#pragma once

#include <string>

#include "collector/removal/strip.h"

namespace clgauge::collector {

inline StrippedKernel strip_text(const std::string& text, const StripOptions& options = {}) {
  Source source;
  source.text = text;
  return strip(source, "", options);
}

}  // namespace clgauge::collector
