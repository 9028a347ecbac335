#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/module.h"

namespace clgauge::lens::ptx {

// A function's basic blocks, in the order of the code.
struct FlowBlock {
  std::uint32_t first = 0;  // in Function::instructions
  std::uint32_t end = 0;    // behind the last
  std::vector<std::uint32_t> successors;
  std::vector<std::uint32_t> predecessors;
};
// Indirect jumps and jumps to labels that are not there go nowhere.
[[nodiscard]] std::vector<FlowBlock> flow_of(const Function& function);

}  // namespace clgauge::lens::ptx
