#pragma once

#include <string>

namespace clgauge::kernels {

// The text of a kernel file named relative to the kernel folder ("matmul/tiled.cl"): from
// $CLGAUGE_KERNELS when that is set, else from ../share/clgauge/kernels of the running executable,
// else the copy that was compiled in. Throws Error(input) when the file is in none of them.
// Thread-safe as long as nobody changes the environment.
[[nodiscard]] std::string source_text(const std::string& file);

}  // namespace clgauge::kernels
