#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

// Pages that the rounds pass which a trace's repeated parts stand for: they are not in it, so that
// no simulated TLB loses anything to them. How far a round is behind the one before it, which is in
// the trace, says how many there are; of rows in order few rounds come to a new page, of a column
// every one does. Only those pages of a part count that `counts` says do.
[[nodiscard]] double passed_pages(const AccessTrace& trace, std::uint64_t page_bytes,
                                  const std::function<bool(std::uint64_t page)>& counts);

// How many times as many pages share a set of this TLB as would if all its sets had as many: 1, or
// up to as many as it has sets. Of the pages that the rounds pass and of `others`.
[[nodiscard]] double crowding_of_passed(const AccessTrace& trace,
                                        const std::vector<std::uint64_t>& others,
                                        const CacheShape& tlb);

}  // namespace clgauge::lens
