#pragma once

#include "lens/ptx/lanes.h"

namespace clgauge::lens::ptx {

// Does a step that computes, of lanes that are at it together: exactly where all that it takes is
// known; else its result is unknown for the reason that the first of those is.
void operate(const Step& step, const Lanes& lanes, LaneSlots& slots);

}  // namespace clgauge::lens::ptx
