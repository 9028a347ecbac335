#pragma once

#include <llvm/ADT/SmallBitVector.h>

#include <map>
#include <set>
#include <vector>

#include "collector/frontend/prepare.h"

namespace llvm {
class BasicBlock;
class Instruction;
class Value;
}  // namespace llvm

namespace clgauge::collector {

// Where values that lie in memory get to: whether they become addresses or decide which way control
// takes. A property of the kernel alone, so that it is the same at every size. Values that are only
// computed with, compared for a select or stored lead nowhere. A variable or array is one whole:
// who stores into it reaches whoever loads from it, in whatever order. What is stored, or which
// value is taken, on one way only holds what decided the way.
class MemoryFlow {
 public:
  explicit MemoryFlow(const PreparedKernel& kernel);

  // Whether what the launch finds in the array behind the kernel's parameter with this number
  // becomes an address or decides which way control takes.
  [[nodiscard]] bool steers(unsigned parameter) const { return steering_.test(parameter); }
  // Whether it becomes an address, or decides when a loop ends or whether a barrier is reached:
  // what goes wrong with values that the kernel was not written for. Others that steer choose
  // between ways that are as good as each other.
  [[nodiscard]] bool reaches(unsigned parameter) const { return reaching_.test(parameter); }

 private:
  using Sources = llvm::SmallBitVector;  // numbers of parameters

  using Branches = std::set<const llvm::BasicBlock*>;  // that end with a decision

  void find_branches(const PreparedKernel& kernel);
  void follow(const llvm::Instruction& instruction);
  void follow_ways(const llvm::Instruction& instruction, Sources& sources) const;
  [[nodiscard]] const Branches& branches_before(const llvm::BasicBlock& block) const;
  [[nodiscard]] Sources deciding(const Branches& branches) const;
  void collect_steering(const llvm::Instruction& instruction);
  [[nodiscard]] Sources reaching(const llvm::Value& value) const;
  [[nodiscard]] Sources reaching_operands(const llvm::Instruction& instruction) const;
  [[nodiscard]] Sources contents(const llvm::Value& pointer);
  void store(const llvm::Value& pointer, const Sources& sources);
  void join(Sources& into, const Sources& sources);
  // Arguments, variables; null among them for one that is not known.
  const std::vector<const llvm::Value*>& arrays_behind(const llvm::Value& pointer);

  unsigned parameters_;
  std::map<const llvm::Value*, Sources> values_;
  std::map<const llvm::Value*, Sources> memory_;  // by array; what went anywhere at null
  std::map<const llvm::Value*, std::vector<const llvm::Value*>> arrays_;
  // What decides whether a block runs: branches, those that decide about them included.
  std::map<const llvm::BasicBlock*, Branches> branches_;
  Branches exits_;  // branches that leave a loop, or may
  Sources steering_;
  Sources reaching_;
  bool changed_ = false;
};

}  // namespace clgauge::collector
