#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "collector/kernel/launch.h"
#include "microbench/job.h"

namespace clgauge::microbench {

// What a generator says its kernel does in one launch, over all work-items. The collector counts
// the same source, and a test demands equality: what is fitted is what ran.
struct Claims {
  struct Access {
    std::string array;       // kernel argument, or __local variable
    std::string direction;   // "load" or "store"
    std::int64_t count = 0;  // of accesses; a vector access counts once
  };
  // Arithmetic on data (not on indices) by operation and type; a vector operation counts its lanes.
  std::map<std::pair<std::string, std::string>, std::int64_t> ops;
  std::vector<Access> accesses;
  std::int64_t barriers = 0;  // passed by work-items
  // What the source does depends on values that it computes: the collector counts none of it.
  bool depends_on_data = false;
};

// One measurement kernel, ready to be measured on any device that suits it.
struct MicroKernel {
  std::string name;  // unique and stable; as a filter it selects exactly this kernel
  std::string generator;
  std::set<std::string> tags;           // its generator's, and "key:value" of each parameter
  Job job;                              // without a device
  collector::LaunchDescription launch;  // the same launch for the collector
  std::string work_unit;                // of what it measures: "operation", "load", "barrier", ...
  double work = 0;                      // how many of these; its time must grow with it
  Claims claims;
  std::int64_t local_bytes = 0;  // of local memory, per group
};

}  // namespace clgauge::microbench
