#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lens/traffic/cache.h"
#include "lens/traffic/store_queue.h"

namespace clgauge::lens {

// One access of one instruction, as the program addresses it.
struct Access {
  std::uint64_t address = 0;
  std::uint32_t bytes = 4;
  bool is_store = false;
  bool is_non_temporal = false;  // a store around the caches
};

// What one core sees of the memory: two private caches and the translation of addresses. Caches
// beyond are shared and large; launch_traffic.h judges them by reuse distance.
struct HierarchyShape {
  CacheShape l1{32768, 64, 8, Replacement::half_random, 0};
  CacheShape l2{524288, 64, 8, Replacement::half_random, 4096};
  CacheShape tlb1{64ULL * 4096, 4096, 0, Replacement::half_random, 0};
  CacheShape tlb2{1536ULL * 4096, 4096, 12, Replacement::half_random, 0};
};

// How a line was missed. Streaming: close to one that was missed shortly before, so that a
// prefetcher can have seen it coming.
enum MissKind : std::uint8_t {
  load_streaming,
  load_irregular,
  store_streaming,
  store_irregular,
};
inline constexpr std::size_t kMissKinds = 4;
using MissCounts = std::array<std::uint64_t, kMissKinds>;

struct Miss {
  std::uint64_t line = 0;
  MissKind kind = load_streaming;
};

struct HierarchyCounts {
  std::uint64_t accesses = 0;
  std::uint64_t split_accesses = 0;  // that touch two lines
  // Loads that meet a store on its way to the cache.
  std::uint64_t forwarded_loads = 0;
  std::uint64_t blocked_loads = 0;
  std::uint64_t aliased_loads = 0;
  MissCounts l1_misses{};
  MissCounts l2_misses{};
  std::uint64_t l1_write_backs = 0;      // dirty lines that left the first cache
  std::uint64_t non_temporal_lines = 0;  // written around the caches, without being read
  std::uint64_t tlb1_misses = 0;
  std::uint64_t tlb2_misses = 0;
};

// Runs accesses through the caches of one core. A page is looked up when a line is missed in the
// first cache: hits there are translated in its shadow. A store allocates like a load. Not
// thread-safe.
class HierarchySimulator {
 public:
  // Throws Error(input) for a shape that no cache has.
  explicit HierarchySimulator(const HierarchyShape& shape);

  // Adds to `counts`, and appends what the second cache missed to `beyond_l2` unless it is null.
  void run(std::span<const Access> accesses, HierarchyCounts& counts, std::vector<Miss>* beyond_l2);

 private:
  void meet_stores(const Access& access, HierarchyCounts& counts);
  void touch(std::uint64_t line, const Access& access, HierarchyCounts& counts,
             std::vector<Miss>* beyond_l2);
  [[nodiscard]] bool continues_a_stream(std::uint64_t line) const;

  static constexpr std::size_t kRemembered = 64;  // misses that a prefetcher may keep track of

  std::uint64_t line_bytes_;
  std::uint64_t page_bytes_;
  CacheSimulator l1_;
  CacheSimulator l2_;
  CacheSimulator tlb1_;
  CacheSimulator tlb2_;
  StoreQueue stores_;
  std::array<std::uint64_t, kRemembered> recent_misses_{};
  std::size_t next_recent_ = 0;
  std::uint64_t combining_line_ = ~std::uint64_t{0};  // of the last non-temporal store
};

}  // namespace clgauge::lens
