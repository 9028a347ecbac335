#pragma once

#include <cstddef>

namespace clgauge::microbench {

// PoCL takes buffers from malloc, and which of them start at one place of a page decides how often
// they collide in the caches. glibc maps larger ones by themselves, at one place of a page each,
// from a threshold on that grows with whatever was freed before. A fresh program's is 2.0 to 2.6
// MiB once PoCL is there (Debian 12). A buffer up to this size lies on its heap: arrays of 2 MiB
// do, with the 64 bytes that are added behind those whose extent the collector knows.
inline constexpr std::size_t kLargestPaddingBytes = 4096;
inline constexpr std::size_t kLargestOnHeapBytes = (std::size_t{2} << 20U) + kLargestPaddingBytes;

}  // namespace clgauge::microbench
