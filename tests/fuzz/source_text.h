#pragma once

#include <string>

namespace clgauge::fuzz {

// Collects and strips `text` as OpenCL C from a stranger. Every rejection must be an Error that is
// not ErrorKind::internal, and what strip() gives must compile: anything else aborts.
void source_text(const std::string& text);

}  // namespace clgauge::fuzz
