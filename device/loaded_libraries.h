#pragma once

#include <set>
#include <string>

namespace clgauge::device {

// Paths of the shared libraries that this process holds now. A driver that compiles a kernel into a
// library loads it here: what is there after a launch and was not before is the kernel's code.
// Thread-safe.
[[nodiscard]] std::set<std::string> loaded_libraries();

}  // namespace clgauge::device
