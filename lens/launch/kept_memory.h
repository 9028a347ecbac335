#pragma once

namespace clgauge::lens {

// From now on this process keeps memory that is freed, for what is allocated next: a look takes
// megabytes, and getting them from the system again takes longer than filling them. Does nothing
// where the C library is not glibc.
void keep_freed_memory() noexcept;

}  // namespace clgauge::lens
