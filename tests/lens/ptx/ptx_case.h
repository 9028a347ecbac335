#pragma once

#include <string>
#include <vector>

#include "collector/source.h"
#include "lens/evaluate/trace.h"
#include "lens/items/item_operations.h"
#include "lens/items/sub_group.h"
#include "lens/ptx/kernel.h"

namespace clgauge::lens {

// PTX as clang-15 makes it of OpenCL C, with the builtins of prelude.cl; empty where it does not
// compile.
[[nodiscard]] std::string ptx_of(const collector::Source& source, const std::string& level = "-O1");

// What all groups of a launch do: operations of its items, and lines that sub-groups of 32 access.
struct Walked {
  ItemOperations operations;
  double loads = 0;
  double stores = 0;
  double instructions = 0;
};
[[nodiscard]] Walked walk_ptx(const PtxKernel& kernel, const EvaluatedLaunch& launch);

}  // namespace clgauge::lens
