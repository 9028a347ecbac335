#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace clgauge::collector {

// Integer values of symbols: kernel arguments by name, and any other symbol used in an NDRange.
using Bindings = std::map<std::string, std::int64_t>;

// "c.s1": the second number of the vector or structure `c` that a kernel gets by value, counted
// through inner structures and vectors. A launch may give some of them, or `c`: that for all.
[[nodiscard]] std::string number_name(const std::string& argument, std::size_t index);

// How a kernel is launched, as a person types it. Every entry is an integer expression in symbols
// ("n", "n/4", "2*nx + 16", "48"); `args` gives values to kernel arguments and free symbols, which
// stay symbolic when left out. One to three dimensions; an empty `local` leaves the group shape to
// reqd_work_group_size or, failing that, is an error.
struct LaunchDescription {
  std::vector<std::string> global;
  std::vector<std::string> local;
  std::map<std::string, std::string> args;
  std::vector<std::string> assumptions;  // "n%16==0", "n>=16"
};

}  // namespace clgauge::collector
