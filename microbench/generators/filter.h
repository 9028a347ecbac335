#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "microbench/generators/generator.h"

namespace clgauge::microbench {

// "global_load dtype:float32,float64 lstride:1": which measurement kernels are meant. A bare word
// chooses the generators with that tag (none: all of them); "key:v1,v2" keeps only generators with
// that parameter and restricts it; what is not restricted takes all of its values.
struct Filter {
  std::set<std::string> tags;
  std::map<std::string, std::vector<std::string>> restrictions;
};

// Throws Error(usage) that names the known tags or keys for a word that no generator knows, for an
// empty or repeated restriction, and for a value that no generator with that key takes.
[[nodiscard]] Filter parse_filter(std::string_view text);

// The kernels that a filter chooses, in the order of the generators and of their values.
// Thread-safe.
[[nodiscard]] std::vector<MicroKernel> expand(const Filter& filter);
[[nodiscard]] std::vector<MicroKernel> expand(std::string_view filter);

}  // namespace clgauge::microbench
