#pragma once

#include <memory>

#include "model/terms/term.h"

namespace clgauge::model {

// What a GPU does of a launch, as far as its source tells. Sub-groups run in step on compute units
// that have room for several groups, take turns there, and wait for what they load; nothing of a
// CPU's (vectors that a compiler makes or not, prefetchers, windows) is there.
//
// Of the busiest of four parts of the busiest compute unit, in sub-groups' operations times the
// number of units: f_simt_float32, _float64, _float16, _int, _int64, _accesses (loads and stores of
// any memory), _iterations (of loops, by how many are unrolled), _issued (cycles of a scheduler for
// these), _div_float32, ... (costly functions by class).
// Of the busiest compute unit: _lines, _local (passes through the first cache, local memory),
// _private (accesses to private arrays that no register holds), _barriers, _groups, _sectors (of 32
// bytes, that the first cache lets through or that are stored).
// Of all: _all_sectors, _all_stored; _memory: pieces of 64 bytes beyond the second cache; _updates:
// requests for atomic updates that its busiest slice does.
// Of a sub-group alone, times how often the compute units are filled: _path_cycles, _path_seconds
// for loads one behind the other.
[[nodiscard]] std::unique_ptr<Term> simt_term();

}  // namespace clgauge::model
