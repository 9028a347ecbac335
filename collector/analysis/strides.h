#pragma once

#include "collector/analysis/block_counts.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

// How far apart, in bytes, the addresses of neighbours are.
struct AccessStrides {
  std::vector<symbolic::Poly> local;  // by dimension: the next work-item of the group
  std::vector<symbolic::Poly> group;  // the same work-item of the next group
  std::vector<std::pair<const llvm::Loop*, symbolic::Poly>> loops;  // innermost first
  // Of the first work-item of the first group in the first iteration of every loop.
  symbolic::Poly first;
  // False when a stride changes along the way (%, clamp, xor): it is then the one that an item away
  // from the wrap or the border sees.
  bool affine = true;
  bool affine_in_rows = true;  // along the first dimension none changes
};

[[nodiscard]] AccessStrides strides_of(Workspace& workspace, const symbolic::Poly& offset,
                                       const llvm::BasicBlock& block);

// In what to write them for this access: elements, where strides are multiples of those, else
// lanes, else bytes.
[[nodiscard]] int unit_of(const AccessStrides& strides, const Access& access);

}  // namespace clgauge::collector
