#pragma once

#include <string>
#include <vector>

namespace clgauge::collector {

// Which of a file's kernels is meant: `name`, or the only one where that is empty. `left_out`:
// which condition of the preprocessor leaves a kernel out, if one does. Throws Error(input) where
// the file holds none, several and no name, or none of that name. Thread-safe.
[[nodiscard]] std::string chosen_kernel(const std::vector<std::string>& kernels,
                                        const std::string& name, const std::string& file,
                                        const std::string& left_out = {});

}  // namespace clgauge::collector
