#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/ir/ir_kernel.h"
#include "lens/items/sub_group.h"

namespace clgauge::lens {

// Walks sampled work-groups of a launch through LLVM IR with the collector's oracle: control flow
// and addresses with the real arguments; what memory holds is unknown. The counterpart of Evaluator
// for devices that show no object. Global and constant memory is traced, with the addresses that
// the launch's arguments chose; local and private memory is the core's own, and is counted only.
// Not thread-safe.
class IrWalker {
 public:
  // `kernel` must outlive it. Throws Error(input) for arguments that the kernel does not take, and
  // for a launch whose local size is 0 or does not divide the global size.
  IrWalker(const IrKernel& kernel, const EvaluatedLaunch& launch, const ExecutionShape& shape,
           std::uint64_t line_bytes, const WalkLimits& limits = {});
  ~IrWalker();
  IrWalker(IrWalker&&) noexcept;
  IrWalker& operator=(IrWalker&&) noexcept;

  // What group (x, y, z) does. Blocks are those of the function in their order, run by so many
  // work-items; edges are not counted. MemoryAccess::instruction is the number of an AccessPlace.
  // Throws Refusal that names the line.
  [[nodiscard]] GroupTrace walk(const std::array<std::uint64_t, 3>& group, AccessSink& sink);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace clgauge::lens
