#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/program.h"
#include "lens/simt/group_record.h"
#include "lens/traffic/cache.h"

namespace clgauge::lens::simt {

// Of loads, by access of the program: how many sub-groups made, and how many of those waited for
// the second cache.
struct LoadsOfAccess {
  double all = 0;
  double missed = 0;
};

// The first cache of a multiprocessor, which stores go through. Not thread-safe.
class FirstCache {
 public:
  // `program` must outlive it.
  FirstCache(const ptx::Program& program, std::uint64_t capacity_bytes);

  struct Misses {
    Requested requested;
    std::vector<LoadsOfAccess> loads;  // by access
  };
  // What a group misses whose sub-groups take turns, a block each.
  [[nodiscard]] Misses run(const GroupRecord& group);

 private:
  void access(const GroupRecord& group, const RecordedAccess& one, Misses& misses);

  const ptx::Program& program_;
  CacheSimulator cache_;
  std::vector<std::uint64_t> missed_;
};

}  // namespace clgauge::lens::simt
