#pragma once

#include <string>

namespace clgauge::device {

// `name` with the processor's family and model behind it where the name has no number of its own:
// virtual machines on EPYCs of different generations are all "AMD EPYC", those on Xeons "Intel Xeon
// Processor", with a clock ("@ 2.50GHz") or without, and cost differently. For names that
// canonical_name() has freed of what PoCL puts before them ("skylake-avx512").
// Other names, and names on systems that do not tell, stay as they are. Thread-safe.
[[nodiscard]] std::string with_generation(const std::string& name, const std::string& family,
                                          const std::string& model);

}  // namespace clgauge::device
