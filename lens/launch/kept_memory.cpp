#include "lens/launch/kept_memory.h"

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace clgauge::lens {

void keep_freed_memory() noexcept {
#ifdef __GLIBC__
  constexpr int kMost = 1 << 30;
  ::mallopt(M_MMAP_THRESHOLD, kMost);  // what lies in mappings of its own goes back at once
  ::mallopt(M_TRIM_THRESHOLD, kMost);
#endif
}

}  // namespace clgauge::lens
