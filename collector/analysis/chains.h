#pragma once

#include <map>
#include <vector>

#include "collector/frontend/prepare.h"
#include "collector/kernel/chain.h"

namespace llvm {
class Instruction;
class Loop;
class PHINode;
}  // namespace llvm

namespace clgauge::collector {

// The longest chains of dependent operations of a kernel, along the values that it computes. What
// goes through memory is not seen (an accumulator in a private array), nor what control flow waits
// for: cores guess where it goes. An inner loop adds nothing to the chain of the one around it, for
// its iterations are counted with its own.
class Chains {
 public:
  explicit Chains(const PreparedKernel& kernel);

  // What an iteration must have finished before the next one can do the same: the loop's
  // recurrence, the mean of an iteration.
  [[nodiscard]] Chain of(const llvm::Loop& loop) const;

  // From the first to the last of what a work-item does outside of loops.
  [[nodiscard]] Chain outside_of_loops() const;

 private:
  struct Region;
  using Paths = std::map<const llvm::Instruction*, Chain>;
  [[nodiscard]] Region region_of(const llvm::Loop* loop) const;
  static void extend(const Region& region, Paths& paths);

  const PreparedKernel& kernel_;
  std::vector<std::pair<const llvm::Instruction*, Chain>> steps_;  // operands before users, mostly
};

}  // namespace clgauge::collector
