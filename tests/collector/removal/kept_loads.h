#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "collector/frontend/prepare.h"
#include "collector/oracle/oracle.h"

namespace clgauge::collector {

// What the oracle counts for one array.
struct ArrayTraffic {
  std::int64_t bytes_loaded = 0;
  std::int64_t bytes_stored = 0;
  std::int64_t distinct_bytes = 0;
  bool operator==(const ArrayTraffic&) const = default;
};

[[nodiscard]] std::map<std::string, ArrayTraffic> traffic(const Execution& execution,
                                                          const std::vector<std::string>& arrays);

// The types, of one lane, that each array is loaded as: a pointer may have been cast.
[[nodiscard]] std::map<std::string, std::set<std::string>> loaded_dtypes(
    const PreparedKernel& kernel);

// Lanes loaded from the arrays over all work-items: what the sinks must add up to. A vector of
// three counts three, although memory holds four.
[[nodiscard]] std::int64_t lanes_loaded(const PreparedKernel& kernel, const Execution& execution,
                                        const std::vector<std::string>& arrays);

}  // namespace clgauge::collector
