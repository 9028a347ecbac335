#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/items/item_events.h"
#include "lens/ptx/item_runner.h"
#include "lens/ptx/kernel.h"

namespace clgauge::lens::ptx {

// An access that lanes of a sub-group make together.
struct WarpAccess {
  std::uint32_t access = 0;  // in Program::accesses, or ItemAccess::kBarrier
  Space space = Space::global;
  std::span<const std::uint64_t> addresses{};  // of the lanes whose address is known
  unsigned unknown_lanes = 0;
};

// Takes what the sub-groups of a group do, one after the other.
class WarpSink {
 public:
  virtual ~WarpSink() = default;
  virtual void begin_sub_group(unsigned items) = 0;
  // So many lanes run a block together. The accesses are valid during the call.
  virtual void run_block(std::uint32_t block, unsigned lanes,
                         std::span<const WarpAccess> accesses) = 0;
};

// Walks sub-groups of 32 work-items in step, as a multiprocessor runs them: lanes that are at the
// same block run it together, and of several blocks the first in the code's order comes first, so
// that lanes which took different ways meet again where the ways do. Not thread-safe.
class WarpWalker {
 public:
  // `program` must outlive it. Throws what ItemLaunch throws.
  WarpWalker(const Program& program, const EvaluatedLaunch& launch, const WalkLimits& limits = {});

  // The sub-groups of group (x, y, z). Throws Refusal that names the line of the PTX.
  void walk(const std::array<std::uint64_t, 3>& group, WarpSink& sink);

 private:
  void walk_sub_group(const Ids& group, std::uint64_t first, unsigned items, WarpSink& sink);
  void gather(std::span<const unsigned> lanes);

  ItemLaunch launch_;
  std::vector<ItemRunner> lanes_;
  std::vector<std::uint32_t> blocks_;                  // that each lane runs next
  std::vector<std::vector<ItemAccess>> by_lane_;       // of the last block
  std::vector<std::vector<std::uint64_t>> addresses_;  // by access of the last block
  std::vector<WarpAccess> accesses_;
};

}  // namespace clgauge::lens::ptx
