#pragma once

#include <cstddef>

#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {

// Of a trace that ends in two stretches alike of a loop's rounds, the second one at [first, last):
// how many of them have to stand together for the rounds that follow, so that they come to new
// lines as often as these. 1 where a stretch moves on by whole lines, or hardly any of its accesses
// moves, 16 where it moves on by a float; 0 where the two are not alike. `trace` may be empty.
[[nodiscard]] unsigned stretches_to_whole_lines(const AccessTrace& trace, std::size_t first,
                                                std::size_t last);

}  // namespace clgauge::lens
