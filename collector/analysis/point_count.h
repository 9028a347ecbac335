#pragma once

#include "collector/analysis/domain.h"

namespace clgauge::collector {

// How often a block with this domain runs over the whole NDRange. Exact for the domain as it
// stands; sums without a closed form stay sums.
[[nodiscard]] symbolic::Poly count_total(Workspace& workspace, const Domain& domain);

// How often one work-item runs it by the paper's convention: guards on ids are ignored (both sides
// of a branch are taken), loops run their course. May contain ids where a loop bound does.
[[nodiscard]] symbolic::Poly count_per_item(Workspace& workspace, const Domain& domain);

}  // namespace clgauge::collector
