#include "collector/analysis/workspace.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Instructions.h>

namespace clgauge::collector {
namespace {

int line_of_loop(const llvm::Loop& loop) {
  if (const llvm::DebugLoc start = loop.getStartLoc()) return static_cast<int>(start.getLine());
  return line_of(*loop.getHeader()->getTerminator());
}

}  // namespace

int line_of(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& where = instruction.getDebugLoc();
  return where ? static_cast<int>(where.getLine()) : 0;
}

std::string name_of(const Workspace& workspace, const llvm::Loop& loop) {
  const int line = line_of_loop(loop);
  int nth = 1;
  for (const llvm::Loop* other : workspace.kernel.loops().getLoopsInPreorder()) {
    if (other == &loop) break;
    if (line_of_loop(*other) == line) ++nth;
  }
  std::string name = "L";
  name += std::to_string(line);
  if (nth > 1) {
    name += "_";
    name += std::to_string(nth);
  }
  return name;
}

}  // namespace clgauge::collector
