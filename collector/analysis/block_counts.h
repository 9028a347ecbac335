#pragma once

#include <map>

#include "collector/analysis/domain.h"

namespace clgauge::collector {

// Domain and counts of every block, computed when first asked for.
class BlockCounts {
 public:
  struct Entry {
    Domain domain;
    symbolic::Poly per_item;
    symbolic::Poly total;
  };

  explicit BlockCounts(Workspace& workspace) : workspace_(workspace) {}

  [[nodiscard]] const Entry& of(const llvm::BasicBlock& block);

 private:
  Workspace& workspace_;
  std::map<const llvm::BasicBlock*, Entry> known_;
};

// A count as it stands in a KernelModel, of `weight` operations a run of the block.
[[nodiscard]] Count count_of(const symbolic::Context& context, const BlockCounts::Entry& entry,
                             std::int64_t weight);

}  // namespace clgauge::collector
