#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "lens/evaluate/trace.h"
#include "lens/items/item_events.h"
#include "lens/ptx/kernel.h"
#include "lens/ptx/lanes.h"
#include "lens/ptx/program.h"

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

// Walks the sub-groups of a group in step, as a multiprocessor runs them (LaneRunner). Not
// thread-safe.
class WarpWalker {
 public:
  // `program` must outlive it. Throws what ItemLaunch throws.
  WarpWalker(const Program& program, const EvaluatedLaunch& launch, const WalkLimits& limits = {});
  ~WarpWalker();
  WarpWalker(WarpWalker&&) noexcept;
  WarpWalker& operator=(WarpWalker&&) noexcept;

  // The sub-groups of group (x, y, z). Throws Refusal that names the line of the PTX.
  void walk(const std::array<std::uint64_t, 3>& group, WarpSink& sink);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace clgauge::lens::ptx
