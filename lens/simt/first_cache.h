#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "lens/evaluate/machine.h"
#include "lens/ptx/program.h"
#include "lens/simt/group_record.h"
#include "lens/traffic/cache.h"

namespace clgauge::lens::simt {

struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

// The smallest buffers of a launch: as many as a cache holds.
[[nodiscard]] std::vector<Extent> kept_buffers(const EvaluatedLaunch& launch,
                                               std::uint64_t capacity_bytes);

// The first cache of a multiprocessor, which stores go through. What they store as whole sectors is
// there for later loads, as in Accel-Sim's caches of Volta and later ones (`gauss_recursive`, which
// reads again what it stored, 1.9 times too long without). Not thread-safe.
class FirstCache {
 public:
  // Of `kept` it holds all that groups ever load. `program` must outlive it.
  FirstCache(const ptx::Program& program, std::uint64_t capacity_bytes,
             std::vector<Extent> kept = {});

  struct Misses {
    Requested requested;
    Requested kept;  // of what it keeps
  };
  // What a group misses whose sub-groups take turns, a block each. Loads that miss are marked.
  [[nodiscard]] Misses run(GroupRecord& group);

 private:
  // Whether it is a load that misses.
  bool access(const GroupRecord& group, const RecordedAccess& one, Misses& misses);

  const ptx::Program& program_;
  CacheSimulator cache_;
  std::vector<Extent> kept_;
  std::unordered_set<std::uint64_t> loaded_;  // sectors that are kept
  std::vector<std::uint64_t> missed_;
  std::vector<std::uint64_t> missed_kept_;
};

}  // namespace clgauge::lens::simt
