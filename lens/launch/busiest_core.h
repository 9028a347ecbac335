#pragma once

#include <cstdint>
#include <span>

namespace clgauge::lens {

// What one group of a launch does, in units of any kind; by its place in the order in which they
// are dealt out (group_order.h).
struct GroupWork {
  std::uint64_t place = 0;
  double work = 0;
};

// How a runtime deals out groups, in order, to cores as they become free.
enum class Dealing : std::uint8_t {
  // PoCL: to each that asks its share of what is left, 32 groups for each core at most, 256 of
  // launches of many (pthread_scheduler.c): of 64 groups the first core gets 32, whatever these do.
  shares,
  // Intel's runtime (TBB): parts of the launch, one group each where there are few; whoever has
  // none left takes half of another's.
  parts,
};

// The work of the core that is done last, in groups of average work, where groups differ: as those
// of `known`, sorted by place, say for themselves and for those nearest to them.
[[nodiscard]] double busiest_core(std::span<const GroupWork> known, std::uint64_t groups,
                                  std::uint64_t cores, Dealing dealing);

}  // namespace clgauge::lens
