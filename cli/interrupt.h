#pragma once

#include <atomic>

namespace clgauge::cli {

// Becomes true at the first Ctrl-C or SIGTERM after the first call; the second one ends the process
// as if clgauge had not asked. For long work that must stop in a state it can resume from.
[[nodiscard]] const std::atomic<bool>& interrupted();

}  // namespace clgauge::cli
