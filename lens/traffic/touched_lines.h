#pragma once

#include <cstdint>

#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

// The same lines from fewer accesses, of a line each: in every part of the trace most lines once.
// Covers are left out. Thread-safe.
[[nodiscard]] AccessTrace touched_lines(const AccessTrace& trace, std::uint64_t line_bytes);

}  // namespace clgauge::lens
