#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lens/traffic/buffer_rounds.h"
#include "lens/traffic/launch_traffic.h"
#include "lens/traffic/line_set.h"
#include "lens/traffic/neighbourhood.h"

namespace clgauge::lens {

[[nodiscard]] LineSet touched_by_judged(const SampledGroups& sample, std::uint64_t line_bytes);
[[nodiscard]] LineSet stored_by_judged(const SampledGroups& sample, std::uint64_t line_bytes);

// LaunchTraffic::crowding of these lines, by classes of the second cache.
[[nodiscard]] double crowding_of(const std::vector<std::uint64_t>& lines, std::uint64_t classes);

// How the launch goes through each of its buffers, by what the judged groups touch there that none
// around them does.
[[nodiscard]] std::vector<BufferRound> rounds_of(const SampledGroups& sample,
                                                 const Neighbourhood& around,
                                                 const LineSet& touched,
                                                 const std::vector<Miss>& misses,
                                                 std::uint64_t line_bytes);

// How many distinct bytes lie between two uses, from the lines (or pages) of the judged groups by
// what they share: a line shared along x is one of its row, a line shared along y is one of its
// column. By reuse.
[[nodiscard]] std::array<double, kReuses> distances(const SampledGroups& sample,
                                                    const Neighbourhood& around,
                                                    const LineSet& touched,
                                                    std::uint64_t line_bytes);

// By reuse, of the pages that the judged groups touched: whether a group is the first of its row
// on a page is left to chance, where many groups lie within one.
[[nodiscard]] std::array<double, kReuses> shares_of_new_pages(const Neighbourhood& around,
                                                              const LineSet& pages);

// Of a group.
struct PassedPages {
  double passed = 0;
  double distance_bytes = 0;
};

// Pages that each group passes in rounds which its trace only stands for, as the group before it
// did: lost in between as far as all pages of a group exceed a TLB.
[[nodiscard]] PassedPages passed_pages_of(const SampledGroups& sample, const Neighbourhood& around,
                                          const LineSet& pages, std::uint64_t page_bytes);

}  // namespace clgauge::lens
