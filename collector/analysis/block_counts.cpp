#include "collector/analysis/block_counts.h"

#include <llvm/Analysis/LoopInfo.h>

#include "collector/analysis/loop_trips.h"
#include "collector/analysis/point_count.h"
#include "collector/analysis/written_formula.h"

namespace clgauge::collector {
namespace {

bool is_closed(const Workspace& workspace, const symbolic::Poly& total) {
  const symbolic::Context& context = workspace.context;
  const auto mentions = [&](symbolic::AtomId id) {
    return symbolic::depends_on(context, total, id);
  };
  for (const LaunchSpace::Dimension& dimension : workspace.launch.dimensions()) {
    if (mentions(dimension.global_id) || mentions(dimension.local_id) ||
        mentions(dimension.group_id)) {
      return false;
    }
  }
  for (const llvm::Loop* loop : workspace.kernel.loops().getLoopsInPreorder()) {
    if (mentions(workspace.loops->iteration_of(*loop))) return false;
  }
  return true;
}

}  // namespace

const BlockCounts::Entry& BlockCounts::of(const llvm::BasicBlock& block) {
  const auto found = known_.find(&block);
  if (found != known_.end()) return found->second;
  Entry entry;
  entry.domain = domain_of(workspace_, block);
  entry.per_item = count_per_item(workspace_, entry.domain);
  entry.total = count_total(workspace_, entry.domain);
  // A total is a number of the launch: one that still mentions an iteration or an id says nothing.
  if (!is_closed(workspace_, entry.total)) entry.domain.flag = CountFlag::data_dependent;
  return known_[&block] = std::move(entry);
}

Count count_of(const symbolic::Context& context, const BlockCounts::Entry& entry,
               std::int64_t weight) {
  Count count;
  count.flag = entry.domain.flag;
  count.per_item = written(context, entry.per_item * symbolic::Poly(weight), count.flag);
  count.total = written(context, entry.total * symbolic::Poly(weight), count.flag);
  return count;
}

}  // namespace clgauge::collector
