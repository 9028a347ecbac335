#pragma once

#include <memory>

#include "model/terms/term.h"

namespace clgauge::model {

// f_forks: 1 for a launch that several compute units share, because it has more groups than one;
// what it costs to wake them, and what the first does alone until they come.
[[nodiscard]] std::unique_ptr<Term> start_term();

}  // namespace clgauge::model
