#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/items/item_events.h"
#include "lens/items/item_operations.h"
#include "lens/ptx/kernel.h"

namespace clgauge::lens {

// Walks sampled work-groups of a launch through PTX: exactly, with the real arguments; what global
// memory holds is unknown but where the launch says of it, and whatever is made of that. The
// counterpart of IrWalker, with the same answers of sub-groups of 32 work-items: global and
// constant memory is traced, local and private memory is counted. Not thread-safe.
class PtxWalker {
 public:
  // `kernel` must outlive it. Throws Error(input) for arguments that the kernel does not take, and
  // for a launch whose local size is 0 or does not divide the global size. Sub-groups either take
  // turns, an access each, or run one after the other between barriers.
  PtxWalker(const PtxKernel& kernel, const EvaluatedLaunch& launch, bool takes_turns,
            std::uint64_t line_bytes, const WalkLimits& limits = {});
  ~PtxWalker();
  PtxWalker(PtxWalker&&) noexcept;
  PtxWalker& operator=(PtxWalker&&) noexcept;

  // What group (x, y, z) does. Blocks are those of the program, run by so many work-items; edges
  // are not counted. MemoryAccess::instruction is the number of a place. Throws Refusal that names
  // the line of the PTX, and of the source where the PTX does.
  [[nodiscard]] GroupTrace walk(const std::array<std::uint64_t, 3>& group, AccessSink& sink);

  // What so many runs of each block do, in the spaces where generic accesses went in the groups
  // that were walked.
  [[nodiscard]] ItemOperations operations(const std::vector<double>& block_runs) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace clgauge::lens
