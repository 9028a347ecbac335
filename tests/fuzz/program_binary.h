#pragma once

#include <string>

namespace clgauge::fuzz {

// Takes `bytes` for a program binary from a stranger: opens it, lays it out, decodes every function
// and evaluates a group of every kernel. Every rejection must be an Error that is not
// ErrorKind::internal, and all must end: anything else aborts.
void program_binary(const std::string& bytes);

}  // namespace clgauge::fuzz
