#pragma once

#include <cstdint>
#include <functional>

#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

// Pages that the rounds pass which a trace's repeated parts stand for: they are not in it, so that
// no simulated TLB loses anything to them. How far a round is behind the one before it, which is in
// the trace, says how many there are; of rows in order few rounds come to a new page, of a column
// every one does. Only those pages of a part count that `counts` says do.
[[nodiscard]] double passed_pages(const AccessTrace& trace, std::uint64_t page_bytes,
                                  const std::function<bool(std::uint64_t page)>& counts);

}  // namespace clgauge::lens
