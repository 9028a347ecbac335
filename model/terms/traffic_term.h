#pragma once

#include <memory>

#include "model/terms/term.h"

namespace clgauge::model {

// Cache lines by the level that they come from, and pages whose translation is not at hand:
// f_lines_l2 (beyond the first cache), f_lines_l3, f_lines_dram (beyond the last), each with
// _irregular for lines that no prefetcher sees coming, and f_page_misses.
[[nodiscard]] std::unique_ptr<Term> traffic_term();

}  // namespace clgauge::model
