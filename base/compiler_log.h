#pragma once

#include <string>

namespace clgauge {

// The line of a compiler's log that says why it failed: the first that reports an error, else the
// first that says more than that something failed. Empty for an empty log.
[[nodiscard]] std::string reason_in_log(const std::string& log);

}  // namespace clgauge
