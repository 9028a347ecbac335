#pragma once

namespace clgauge::bench {

// What the host's cores reach by hand-vectorised C++, best of one run each. All block.

// Multiply-add chains in registers, in flop/s (two for each multiply-add).
[[nodiscard]] double host_flops_float32(unsigned threads);
[[nodiscard]] double host_flops_float64(unsigned threads);

// STREAM's triad over three arrays of `elements` floats, in bytes/s (12 for each element: stores
// count once, as STREAM counts them).
[[nodiscard]] double host_triad_bytes(unsigned threads, long elements);

}  // namespace clgauge::bench
