#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lens/traffic/buffer_rounds.h"
#include "lens/traffic/launch_traffic.h"
#include "lens/traffic/line_set.h"
#include "lens/traffic/neighbourhood.h"

namespace clgauge::lens {

[[nodiscard]] LineSet stored_by_judged(const SampledGroups& sample, std::uint64_t line_bytes);

struct TouchedLines {
  LineSet lines;
  // LaunchTraffic::crowding of them, and of those of the first half of the groups.
  double crowding = 1;
  double crowding_of_half = 1;
};

// By the judged groups. `classes`: of the second cache.
[[nodiscard]] TouchedLines touched_by_judged(const SampledGroups& sample, std::uint64_t line_bytes,
                                             std::uint64_t classes);

// LaunchTraffic::crowding of a launch of which few groups touch these lines.
[[nodiscard]] std::array<double, kReuses> crowding_of(const SampledGroups& sample,
                                                      const TouchedLines& touched,
                                                      double bytes_of_launch);

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
  double distance_bytes = 0;  // as many more as they crowd in the sets of a TLB
};

// Pages that each group passes in rounds which its trace only stands for, as the group before it
// did: lost in between as far as all pages of a group exceed a TLB.
[[nodiscard]] PassedPages passed_pages_of(const SampledGroups& sample, const Neighbourhood& around,
                                          const LineSet& pages, const CacheShape& tlb);

}  // namespace clgauge::lens
