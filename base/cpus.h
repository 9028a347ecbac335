#pragma once

#include <cstddef>
#include <vector>

namespace clgauge {

// The CPUs that the calling thread may run on, by number; none where the system does not tell.
// Thread-safe.
[[nodiscard]] std::vector<std::size_t> usable_cpus();

// Binds a thread of this process (by its id; 0: the calling one) to one CPU; false when it cannot
// be. Thread-safe.
bool bind_thread(int thread, std::size_t cpu);

}  // namespace clgauge
