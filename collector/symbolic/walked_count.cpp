// Counting points without algebra, where algebra costs too much.
#include <algorithm>
#include <map>
#include <utility>

#include "collector/symbolic/operations.h"
#include "collector/symbolic/sums.h"

namespace clgauge::symbolic {
namespace {

Poly atom_of(Context& context, AtomKind kind, std::vector<Poly> operands, AtomId bound = 0) {
  Atom atom;
  atom.kind = kind;
  atom.operands = std::move(operands);
  atom.bound = bound;
  return Poly::atom(context.intern(std::move(atom)));
}

// Renames symbols without simplifying anything, so without proofs.
class Renaming {
 public:
  explicit Renaming(Context& context) : context_(context) {}

  void add(AtomId from, AtomId to) { names_.emplace(from, to); }

  Poly in(const Poly& poly) {
    Poly result;
    for (const Term& term : poly.terms()) {
      Poly product(term.coefficient);
      for (const Factor& factor : term.monomial) {
        product *= power(Poly::atom(of(factor.atom)), factor.power);
      }
      result += product;
    }
    return result;
  }

 private:
  AtomId of(AtomId id) {
    if (const auto known = names_.find(id); known != names_.end()) return known->second;
    if (context_.atom(id).kind == AtomKind::symbol) return id;
    Atom renamed = context_.atom(id);
    for (Poly& operand : renamed.operands) operand = in(operand);
    renamed.sum_depth = 0;  // found anew
    const AtomId result = context_.intern(std::move(renamed));
    names_.emplace(id, result);
    return result;
  }

  Context& context_;
  std::map<AtomId, AtomId> names_;
};

}  // namespace

int sum_depth(const Context& context, const Poly& poly) {
  int depth = 0;
  for (const AtomId id : poly.atoms()) depth = std::max(depth, context.atom(id).sum_depth);
  return depth;
}

Poly unevaluated_sum(Context& context, AtomId variable, const Poly& low, const Poly& high,
                     const Poly& body) {
  int depth = sum_depth(context, body);
  // A sum inside may have grown since its bound variable was named: capture nothing.
  while (depends_on(context, body, context.bound_variable(depth))) ++depth;
  Renaming renaming(context);
  renaming.add(variable, context.bound_variable(depth));
  // The parts of a body may be fractional although the whole is not; atoms are integers.
  const Rational denominator(body.common_denominator());
  return atom_of(context, AtomKind::sum, {low, high, renaming.in(body * denominator)},
                 context.bound_variable(depth)) *
         (Rational(1) / denominator);
}

Poly unevaluated_count(Context& context, const std::vector<SummationRange>& ranges,
                       const std::vector<Poly>& constraints) {
  // Bound variables that occur nowhere inside.
  int depth = 0;
  for (const Poly& constraint : constraints)
    depth = std::max(depth, sum_depth(context, constraint));
  for (const SummationRange& range : ranges) {
    depth = std::max({depth, sum_depth(context, range.low), sum_depth(context, range.high)});
  }
  Renaming renaming(context);
  std::vector<AtomId> bound;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const std::size_t inside = ranges.size() - 1 - i;
    bound.push_back(context.bound_variable(depth + static_cast<int>(inside)));
    renaming.add(ranges[i].variable, bound.back());
  }
  // 1 where every constraint is >= 0, otherwise 0: max(0, 1 - sum of max(0, -constraint)).
  Poly violation;
  for (const Poly& constraint : constraints) {
    violation += atom_of(context, AtomKind::positive, {-renaming.in(constraint)});
  }
  Poly count(1);
  if (!violation.is_zero()) count = atom_of(context, AtomKind::positive, {Poly(1) - violation});
  for (std::size_t i = ranges.size(); i-- > 0;) {
    count = atom_of(context, AtomKind::sum,
                    {renaming.in(ranges[i].low), renaming.in(ranges[i].high), count}, bound[i]);
  }
  return count;
}

}  // namespace clgauge::symbolic
