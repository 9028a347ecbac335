#pragma once

#include <string>
#include <vector>

#include "collector/oracle/oracle.h"
#include "collector/source.h"
#include "lens/evaluate/trace.h"
#include "lens/ir/ir_kernel.h"
#include "lens/ir/ir_operations.h"

namespace clgauge::lens {

// A kernel as a user's source gets to the lens: through the collector and bitcode.
[[nodiscard]] IrKernel ir_of(const collector::Source& source, const std::string& kernel);
[[nodiscard]] IrKernel ir_of(const std::string& text, const std::string& kernel = "k");

// Buffers of 512 GiB at places of their own, integers by name, zeros for other scalars.
[[nodiscard]] EvaluatedLaunch launch_of(const IrKernel& kernel,
                                        const collector::ConcreteLaunch& launch);

struct Collecting : AccessSink {
  void consume(std::span<const MemoryAccess> some) override {
    accesses.insert(accesses.end(), some.begin(), some.end());
  }
  std::vector<MemoryAccess> accesses;
};

// Every group of the launch, walked one by one and added up.
[[nodiscard]] ItemOperations all_groups(const IrKernel& kernel, const EvaluatedLaunch& launch);

}  // namespace clgauge::lens
