#include "collector/analysis/block_counts.h"

#include "collector/analysis/point_count.h"
#include "collector/kernel/formula_builder.h"

namespace clgauge::collector {

const BlockCounts::Entry& BlockCounts::of(const llvm::BasicBlock& block) {
  const auto found = known_.find(&block);
  if (found != known_.end()) return found->second;
  Entry entry;
  entry.domain = domain_of(workspace_, block);
  entry.per_item = count_per_item(workspace_, entry.domain);
  entry.total = count_total(workspace_, entry.domain);
  return known_[&block] = std::move(entry);
}

Count count_of(const symbolic::Context& context, const BlockCounts::Entry& entry,
               std::int64_t weight) {
  return {FormulaBuilder::build(context, entry.per_item * symbolic::Poly(weight)),
          FormulaBuilder::build(context, entry.total * symbolic::Poly(weight)), entry.domain.flag};
}

}  // namespace clgauge::collector
