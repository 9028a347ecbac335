#include "collector/analysis/footprints.h"

#include <algorithm>
#include <utility>

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;
using symbolic::Rational;

bool mentions(const Context& context, const Reference& reference, AtomId id) {
  const auto depends = [&](const Poly& poly) { return symbolic::depends_on(context, poly, id); };
  return depends(reference.offset) ||
         std::any_of(reference.variables.begin(), reference.variables.end(),
                     [&](const Reference::Variable& variable) { return depends(variable.high); }) ||
         std::any_of(reference.guards.begin(), reference.guards.end(), [&](const auto& piece) {
           return std::any_of(piece.begin(), piece.end(), depends);
         });
}

void replace(Context& context, Reference& reference, AtomId id, const Poly& value) {
  const auto change = [&](Poly& poly) { poly = symbolic::substitute(context, poly, id, value); };
  change(reference.offset);
  for (Reference::Variable& variable : reference.variables) change(variable.high);
  for (Reference::Conjunction& piece : reference.guards) {
    for (Poly& poly : piece) change(poly);
  }
}

// The ids of one dimension that the reference needs: the global one where local and group id occur
// only as it does, otherwise these two. Ids that nothing mentions touch nothing new.
std::vector<Reference::Variable> ids_of(Context& context, Reference& reference,
                                        const LaunchSpace::Dimension& dimension) {
  const Poly item = Poly::atom(dimension.local_id);
  const Poly group = Poly::atom(dimension.group_id);
  const Poly global = Poly::atom(dimension.global_id);
  if (mentions(context, reference, dimension.group_id)) {
    Reference folded = reference;
    replace(context, folded, dimension.local_id, global - dimension.local * group);
    if (!mentions(context, folded, dimension.group_id)) reference = std::move(folded);
  }
  const bool apart = mentions(context, reference, dimension.local_id) ||
                     mentions(context, reference, dimension.group_id);
  if (apart) replace(context, reference, dimension.global_id, dimension.local * group + item);
  std::vector<Reference::Variable> result;
  const auto add = [&](AtomId id, const Poly& size) {
    if (mentions(context, reference, id)) result.push_back({id, Poly(0), size - Poly(1)});
  };
  add(dimension.global_id, dimension.global);
  add(dimension.group_id, dimension.groups);
  add(dimension.local_id, dimension.local);
  return result;
}

Reference make_reference(Workspace& workspace, const PlaceInArray& where, int element_bytes) {
  const Domain& domain = where.place->domain;
  Reference reference;
  reference.offset = where.place->offset * Rational(1, element_bytes);
  reference.width = std::max(where.access->operation.bytes / element_bytes, 1);
  reference.guards = domain.guard.pieces;
  reference.guards_exact = domain.guard.exact && domain.flag == CountFlag::exact;
  for (const Domain::Loop& loop : domain.loops) {
    reference.variables.push_back({loop.iteration, Poly(0), loop.last});
  }
  std::vector<Reference::Variable> ids;
  for (const LaunchSpace::Dimension& dimension : workspace.launch.dimensions()) {
    const auto added = ids_of(workspace.context, reference, dimension);
    ids.insert(ids.end(), added.begin(), added.end());
  }
  reference.variables.insert(reference.variables.begin(), ids.begin(), ids.end());
  return reference;
}

}  // namespace

Footprint footprint_in_elements(Workspace& workspace, BlockCounts& counts,
                                const std::vector<PlaceInArray>& places, int element_bytes) {
  std::vector<Reference> references;
  bool data_dependent = false;
  bool known = true;
  Poly executions;
  for (const PlaceInArray& where : places) {
    const Rational elements(where.access->operation.bytes, element_bytes);
    known = known && where.place != nullptr && where.place->known;
    if (where.place == nullptr) {
      executions += counts.of(*where.access->block).total * elements;
      continue;
    }
    executions += where.place->executions * elements;
    data_dependent = data_dependent || where.place->domain.flag == CountFlag::data_dependent;
    if (!known || where.place->domain.guard.is_never()) continue;
    references.push_back(make_reference(workspace, where, element_bytes));
  }
  if (!known) {
    return {executions, CountFlag::data_dependent, "an offset depends on values in memory"};
  }
  Footprint result = footprint_of(workspace.context, references);
  if (data_dependent) result.flag = CountFlag::data_dependent;
  return result;
}

}  // namespace clgauge::collector
