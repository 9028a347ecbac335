#include "collector/analysis/footprints.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "collector/analysis/extent.h"
#include "collector/frontend/memory_operation.h"
#include "collector/symbolic/print.h"

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;
using symbolic::Rational;

constexpr std::int64_t kMostTermsOfBound = 20'000;
// The distinct cells of a guarded tile of rows of known length: every case of every dimension
// against every case of the others.
constexpr double kMostOperations = 20'000;

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

// Bytes between the lowest and the highest that any of the places reaches; nothing when one of them
// has no bounds.
std::optional<Poly> span_of(Workspace& workspace, const std::vector<PlaceInArray>& places) {
  Context& context = workspace.context;
  std::optional<Poly> begin;
  std::optional<Poly> end;
  for (const PlaceInArray& where : places) {
    const PlacedAccess::Place& place = *where.place;
    if (place.domain.guard.is_never()) continue;
    const auto highest = highest_over(workspace, place.offset, place.domain);
    const auto lowest = highest_over(workspace, -place.offset, place.domain);
    if (!highest || !lowest) return std::nullopt;
    const Poly last = highest->value + Poly(where.access->operation.bytes);
    begin = begin ? symbolic::min(context, *begin, -lowest->value) : -lowest->value;
    end = end ? symbolic::max(context, *end, last) : last;
  }
  if (!begin) return Poly(0);
  return symbolic::positive_part(context, *end - *begin);
}

// The least of what is cheap to know: as many elements as accesses, as lie between the first and
// the last, as the array holds.
Poly upper_bound(Workspace& workspace, const std::vector<PlaceInArray>& places,
                 const Poly& executions, int element_bytes) {
  Context& context = workspace.context;
  const symbolic::ScopedWorkLimit work(context, kMostTermsOfBound);
  Poly bound = executions;
  const auto limit_to = [&](const Poly& bytes) {
    bound = symbolic::min(context, bound, symbolic::ceil_div(context, bytes, Poly(element_bytes)));
  };
  try {
    if (const auto bytes = declared_bytes(*places.front().place->array)) limit_to(Poly(*bytes));
    if (const auto bytes = span_of(workspace, places)) limit_to(*bytes);
  } catch (const symbolic::OutOfWork&) {
    return bound;  // as far as it got
  }
  return bound;
}

}  // namespace

const FootprintFormulas::Found& FootprintFormulas::of(Workspace& workspace,
                                                      const std::vector<Reference>& references) {
  const auto known = std::find_if(found_.begin(), found_.end(),
                                  [&](const auto& entry) { return entry.first == references; });
  if (known != found_.end()) return known->second;
  FootprintLimits limits;
  limits.terms = workspace.limits.terms_of_footprint;
  Found found;
  found.footprint = footprint_formula(workspace.context, references, limits, found.reason);
  return found_.emplace_back(references, std::move(found)).second;
}

Footprint footprint_in_elements(Workspace& workspace, BlockCounts& counts,
                                FootprintFormulas& formulas,
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
  auto [result, reason] = formulas.of(workspace, references);
  if (result && symbolic::printed_length(workspace.context, result->elements) > kMostOperations) {
    reason = "the formula of the pieces' union is too long to be written down";
    result.reset();
  }
  if (!result) {
    result = {upper_bound(workspace, places, executions, element_bytes), CountFlag::upper, reason};
  }
  if (data_dependent) result->flag = CountFlag::data_dependent;
  return *result;
}

}  // namespace clgauge::collector
