#pragma once

#include <optional>

#include "collector/analysis/value_forms.h"
#include "collector/analysis/workspace.h"

namespace llvm {
class PHINode;
class Value;
}  // namespace llvm

namespace clgauge::collector {

// Closed forms of loop-carried variables in the iteration number i of their loop.
class Recurrences {
 public:
  explicit Recurrences(Workspace& workspace) : workspace_(workspace) {}

  // For a phi in a loop's header whose next value is one of
  //   x + s(i)          -> x0 + sum of s          (also polynomial and triangular steps)
  //   c*x + s           -> geometric, c >= 2
  //   s - x             -> alternating
  //   x xor c           -> alternating
  //   floor(x / c)      -> floor(x0 / c^i)
  //   (x + s) mod c     -> (x0 + s*i) mod c
  //   y(i)              -> x0, then y(i - 1)
  // Nothing for others.
  [[nodiscard]] std::optional<symbolic::Poly> solve(const llvm::PHINode& phi,
                                                    const llvm::Loop& loop);

  // The same for a pointer that walks through one array.
  [[nodiscard]] std::optional<PointerForm> solve_pointer(const llvm::PHINode& phi,
                                                         const llvm::Loop& loop);

 private:
  std::optional<symbolic::Poly> next_value(const llvm::PHINode& phi, const llvm::Loop& loop,
                                           symbolic::AtomId current);
  std::optional<symbolic::Poly> closed_form(const symbolic::Poly& start, const symbolic::Poly& next,
                                            symbolic::AtomId current, symbolic::AtomId iteration);
  std::optional<symbolic::Poly> cyclic(const symbolic::Poly& start, const symbolic::Poly& next,
                                       symbolic::AtomId current, symbolic::AtomId iteration);

  Workspace& workspace_;
};

}  // namespace clgauge::collector
