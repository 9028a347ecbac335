#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lens/ptx/kernel.h"
#include "lens/simt/access_code.h"
#include "lens/simt/block_code.h"
#include "lens/simt/group_demand.h"
#include "lens/traffic/second_thread.h"

namespace clgauge::lens::simt {

// What a group finds on a device.
struct Surroundings {
  std::uint64_t first_cache_bytes = 0;  // of a group that shares it with others
  std::uint64_t multiprocessors = 1;    // every so many-th group runs on the same one
  std::uint64_t kept_bytes = 0;         // that the groups of a multiprocessor share in its cache
  double resident_part = 1;             // of the groups of the launch, at once
};

// What is known of a kernel whatever its launch. `kernel` must outlive it.
struct KernelCode {
  explicit KernelCode(const PtxKernel& kernel);

  const ptx::Program& program;
  std::vector<BlockCode> blocks;
  std::vector<AccessCode> accesses;
};

// Groups all over a launch, walked and run through a multiprocessor's first cache. Immutable after
// construction; thread-safe.
class WalkedGroups {
 public:
  // `code` must outlive it. Only what `blocks` do counts, if they are said. Throws what the walk
  // throws.
  WalkedGroups(const KernelCode& code, const EvaluatedLaunch& launch, const Surroundings& around,
               const std::optional<std::vector<std::uint32_t>>& blocks = std::nullopt);
  WalkedGroups(const WalkedGroups&) = delete;
  WalkedGroups& operator=(const WalkedGroups&) = delete;

  // What an average one does. Of the loads that the first cache misses `memory_share` wait for
  // memory. A second thread does half of it, where there is one.
  [[nodiscard]] GroupDemand demand(double memory_share, SecondThread* second = nullptr) const;

 private:
  // The one after the first on the same multiprocessor finds what that left in the first cache.
  struct Walked {
    GroupRecord group;
    bool is_first = false;
    bool is_next = false;  // both, where the launch has no other one
  };
  [[nodiscard]] Path slowest_path(const GroupRecord& group, double memory_share) const;
  template <typename Walk>
  void walk(const EvaluatedLaunch& launch, const Surroundings& around, const Walk& walk_one);

  const KernelCode& code_;
  std::vector<Walked> walked_;
  double pairs_ = 0;
  GroupDemand sums_;  // of all but paths, an average one's
};

}  // namespace clgauge::lens::simt
