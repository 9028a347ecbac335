#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/IR/InstrTypes.h>

#include <functional>
#include <optional>

#include "collector/analysis/condition.h"
#include "collector/analysis/workspace.h"

namespace llvm {
class ICmpInst;
class PHINode;
class SwitchInst;
class Value;
}  // namespace llvm

namespace clgauge::collector {

// Truth values of the kernel as conditions on arguments, ids and iteration numbers.
class Conditions {
 public:
  explicit Conditions(Workspace& workspace) : workspace_(workspace) {}

  // When the i1 `value` equals `sense` where `use` runs.
  [[nodiscard]] Condition of(const llvm::Value& value, bool sense, const llvm::BasicBlock& use);

  // When the terminator of `from` goes to `to`.
  [[nodiscard]] Condition edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to);

 private:
  Condition form(const llvm::Value& value, bool sense, const llvm::BasicBlock& use);
  Condition leave_loops(Condition condition, const llvm::Value& value, const llvm::BasicBlock& use);
  using Predicate = std::function<bool(const llvm::APInt&)>;
  std::optional<Condition> of_constants(const llvm::Value& value, const Predicate& holds,
                                        const llvm::BasicBlock& use, int depth);
  Condition comparison(const llvm::ICmpInst& compare, bool sense, const llvm::BasicBlock& use);
  Condition relation(llvm::CmpInst::Predicate predicate, const symbolic::Poly& x,
                     const symbolic::Poly& y);
  Condition merged(const llvm::PHINode& phi, bool sense);
  Condition switch_edge(const llvm::SwitchInst& choice, const llvm::BasicBlock& to);

  Workspace& workspace_;
};

}  // namespace clgauge::collector
