#pragma once

#include "lens/throughput/lowered.h"

namespace clgauge::lens {

class Buffers;
struct McTarget;
struct ProcessorUnits;
struct SequenceCost;

// What instructions, none of them null, take at least if none waits for another: the busiest units
// or the core's width bind. Sets throughput_cycles, port_cycles, micro_ops and results.
void add_throughput(const Lowered& lowered, const McTarget& target, const Buffers& buffers,
                    const ProcessorUnits& units, SequenceCost& cost);

}  // namespace clgauge::lens
