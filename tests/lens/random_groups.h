#pragma once

#include <cstdint>
#include <string>

#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// A work-group function as PoCL makes them: loops over the work-items around random loop nests
// (collector::random_kernel), whose sizes are the four last arguments and differ from item to item.
// The items hand them to each other through an array on the stack, as over a barrier. Arrays are
// buffers, local or private memory, of a type that the seed chooses. Control flow and addresses
// depend on ids and sizes alone.
struct RandomGroup {
  std::uint32_t seed = 0;
  std::string kernel;
  std::string text;        // C++, after random_groups_prelude()
  EvaluatedLaunch launch;  // the sizes are those of set_sizes()
};
[[nodiscard]] RandomGroup random_group(std::uint32_t seed);

// What all of them need, in front of the first.
[[nodiscard]] std::string random_groups_prelude();

// The sizes of the group's seed at this scale: of 0 all are 0.
void set_sizes(unsigned scale, RandomGroup& group);

}  // namespace clgauge::lens
