#pragma once

#include <memory>
#include <string>

#include "collector/frontend/compile.h"

namespace llvm {
class DominatorTree;
class Function;
class LoopInfo;
class PostDominatorTree;
class ScalarEvolution;
}  // namespace llvm

namespace clgauge::collector {

// One kernel in the form that is counted: builtins lowered, helper functions inlined, variables in
// registers, loops in simplified form, and nothing else changed. Rotation, unrolling, speculation
// and instruction combining would distort counts or hide strides.
class PreparedKernel {
 public:
  // With an empty `name` the source must hold exactly one kernel. Throws Error(input) for an
  // unknown kernel (naming those there are) and Error(unsupported) for recursion and for calls of
  // functions that are neither defined nor builtins.
  PreparedKernel(CompiledSource source, const std::string& name);
  PreparedKernel(PreparedKernel&&) noexcept;
  PreparedKernel& operator=(PreparedKernel&&) noexcept;
  ~PreparedKernel();

  [[nodiscard]] llvm::Function& function() const;
  [[nodiscard]] llvm::DominatorTree& dominators() const;
  [[nodiscard]] llvm::PostDominatorTree& post_dominators() const;
  [[nodiscard]] llvm::LoopInfo& loops() const;
  [[nodiscard]] llvm::ScalarEvolution& scalar_evolution() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace clgauge::collector
