#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "collector/analysis/launch_space.h"
#include "collector/frontend/prepare.h"
#include "collector/symbolic/operations.h"

namespace llvm {
class BasicBlock;
class Instruction;
class Loop;
}  // namespace llvm

namespace clgauge::collector {

class Conditions;
class LoopTrips;
class PathConditions;
class ValueForms;

// Symbolic work, in terms (Context::spend), before something simpler is given: the same on every
// machine.
struct AnalysisLimits {
  // A count beyond them is a sum that is walked through at evaluation: exact all the same.
  std::int64_t terms_of_count = 150'000;
  std::int64_t terms_of_all_counts = 500'000;
  // A footprint beyond it is an upper bound.
  std::int64_t terms_of_footprint = 300'000;
};

// What the parts of one kernel's analysis share. The parts know each other through it because they
// are mutually recursive: a loop bound may be a value that another loop computed.
struct Workspace {
  symbolic::Context& context;
  const LaunchSpace& launch;
  const PreparedKernel& kernel;
  ValueForms* values = nullptr;
  Conditions* conditions = nullptr;
  LoopTrips* loops = nullptr;
  PathConditions* paths = nullptr;
  AnalysisLimits limits = {};
};

// The line in the source, 0 where there is none.
[[nodiscard]] int line_of(const llvm::Instruction& instruction);

// "L12" for the loop in line 12; "L12_2" for the second one in that line.
[[nodiscard]] std::string name_of(const Workspace& workspace, const llvm::Loop& loop);

}  // namespace clgauge::collector
