#pragma once

#include <cstddef>

namespace clgauge::microbench {

// PoCL takes buffers from malloc, and which of them start at one place of a page decides how often
// they collide in the caches. glibc maps larger ones by themselves, at one place of a page each,
// from a threshold on that grows with whatever was freed before. A fresh program's is 2.0 to 2.6
// MiB once PoCL is there (Debian 12). A buffer up to this size lies on its heap: arrays of 2 MiB
// do, with what is added behind them (kBufferPaddingBytes).
inline constexpr std::size_t kLargestOnHeapBytes = (std::size_t{2} << 20U) + 4096;

}  // namespace clgauge::microbench
