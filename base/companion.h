#pragma once

#include <filesystem>
#include <string>

namespace clgauge {

// Finds a program that belongs to this installation: at $`variable` when that is set, beside the
// running executable, in ../libexec/clgauge of it, or in `build_folder` of a build tree (next to
// the running executable's folder). Throws Error(usage) that names the places. Thread-safe.
[[nodiscard]] std::filesystem::path find_companion(const std::string& program, const char* variable,
                                                   const std::string& build_folder);

}  // namespace clgauge
