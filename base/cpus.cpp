#include "base/cpus.h"

#include <sched.h>

namespace clgauge {

std::vector<std::size_t> usable_cpus() {
  std::vector<std::size_t> cpus;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) {
    return cpus;
  }
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set) != 0) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

bool bind_thread(int thread, std::size_t cpu) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  return ::sched_setaffinity(thread, sizeof one, &one) == 0;
}

}  // namespace clgauge
