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

// What the arrays must hold for every value that is loaded to be one, `least_bytes` or more: a one
// of the type of each load where it loads, which may be members of structures. An array that is
// loaded as one type only holds ones all over, for addresses that are data.
[[nodiscard]] std::map<std::string, std::string> ones_where_loaded(const PreparedKernel& kernel,
                                                                   const ConcreteLaunch& launch,
                                                                   std::size_t least_bytes);

// Whether the collector's form of the kernel copies bytes of its arguments of which it has lost
// what they are: a part of a structure, the rest of which is changed on the way.
[[nodiscard]] bool copies_raw_bytes(const PreparedKernel& kernel);

// Lanes loaded from the arrays over all work-items: what the sinks must add up to. A vector of
// three counts three, although memory holds four.
[[nodiscard]] std::int64_t lanes_loaded(const PreparedKernel& kernel, const Execution& execution,
                                        const std::vector<std::string>& arrays);

}  // namespace clgauge::collector
