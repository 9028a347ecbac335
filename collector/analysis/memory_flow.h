#pragma once

#include <llvm/ADT/SmallBitVector.h>

#include <map>
#include <vector>

#include "collector/frontend/prepare.h"

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace clgauge::collector {

// Where values that lie in memory get to: whether they become addresses or decide which way control
// takes. A property of the kernel alone, so that it is the same at every size. Values that are only
// computed with, compared for a select or stored lead nowhere. A variable or array is one whole:
// who stores into it reaches whoever loads from it, in whatever order.
class MemoryFlow {
 public:
  explicit MemoryFlow(const PreparedKernel& kernel);

  // Whether what the launch finds in the array behind the kernel's parameter with this number
  // becomes an address or decides which way control takes.
  [[nodiscard]] bool steers(unsigned parameter) const { return steering_.test(parameter); }

 private:
  using Sources = llvm::SmallBitVector;  // numbers of parameters

  void follow(const llvm::Instruction& instruction);
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
  Sources steering_;
  bool changed_ = false;
};

}  // namespace clgauge::collector
