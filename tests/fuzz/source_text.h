#pragma once

#include <string>

namespace clgauge::fuzz {

// Analyses and strips one kernel of `text`, OpenCL C from a stranger. Every rejection must be
// an Error that is not ErrorKind::internal: anything else aborts.
void source_text(const std::string& text);

}  // namespace clgauge::fuzz
