#pragma once

#include <string>

namespace clgauge::fuzz {

// Takes `text` for PTX from a stranger: reads it, and walks a group of every kernel. Every
// rejection must be an Error that is not ErrorKind::internal, and all must end: anything else
// aborts.
void ptx_text(const std::string& text);

}  // namespace clgauge::fuzz
