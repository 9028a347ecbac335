#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/kernel.h"
#include "lens/simt/group_demand.h"

namespace clgauge::lens::simt {

// What a group finds on a device.
struct Surroundings {
  std::uint64_t first_cache_bytes = 0;  // of a group that shares it with others
  std::uint64_t multiprocessors = 1;    // every so many-th group runs on the same one
  double memory_share = 0;              // of the loads that the first cache misses
  std::uint64_t kept_bytes = 0;         // that the groups of a multiprocessor share in its cache
  double resident_part = 1;             // of the groups of the launch, at once
};

// What groups all over the launch do on a multiprocessor.
[[nodiscard]] GroupDemand demand_of(const PtxKernel& kernel, const EvaluatedLaunch& launch,
                                    const Surroundings& around);
// The same, as if they did nothing but what these blocks do.
[[nodiscard]] GroupDemand demand_of_blocks(const PtxKernel& kernel, const EvaluatedLaunch& launch,
                                           const Surroundings& around,
                                           const std::vector<std::uint32_t>& blocks);

}  // namespace clgauge::lens::simt
