#include "collector/analysis/extent.h"

#include <algorithm>

#include "collector/symbolic/prover.h"
#include "collector/symbolic/scoped_facts.h"

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;

constexpr std::int64_t kMostTerms = 20'000;
constexpr int kMostBorders = 4;  // of one address; each doubles the cases

struct Bounds {
  AtomId id = 0;
  Poly low;
  Poly high;
};

class Maximiser {
 public:
  Maximiser(Workspace& workspace, const Domain& domain, const Conjunction& guard)
      : context_(workspace.context) {
    for (const LaunchSpace::Dimension& dimension : workspace.launch.dimensions()) {
      variables_.push_back({dimension.group_id, Poly(0), dimension.groups - Poly(1)});
      variables_.push_back({dimension.local_id, Poly(0), dimension.local - Poly(1)});
      variables_.push_back({dimension.global_id, Poly(0), dimension.global - Poly(1)});
    }
    for (const Domain::Loop& loop : domain.loops) {
      variables_.push_back({loop.iteration, Poly(0), loop.last});
      exact_ = exact_ && symbolic::prove_nonnegative(context_, loop.last);
    }
    // With a guard, the domain may be empty, and its corners need not be in it.
    exact_ = exact_ && guard.empty();
    for (const Poly& constraint : guard) narrow(constraint);
  }

  // Inner variables first: their bounds may mention the outer ones.
  std::optional<Highest> of(Poly poly) {
    for (auto bounds = variables_.rbegin(); bounds != variables_.rend(); ++bounds) {
      if (!symbolic::depends_on(context_, poly, bounds->id)) continue;
      const Poly next =
          symbolic::substitute(context_, poly, bounds->id, Poly::atom(bounds->id) + Poly(1));
      if (symbolic::prove_nonnegative(context_, next - poly)) {
        poly = symbolic::substitute(context_, poly, bounds->id, bounds->high);
      } else if (symbolic::prove_nonnegative(context_, poly - next)) {
        poly = symbolic::substitute(context_, poly, bounds->id, bounds->low);
      } else if (is_highest_at_an_end(poly, next, *bounds)) {
        poly =
            symbolic::max(context_, symbolic::substitute(context_, poly, bounds->id, bounds->low),
                          symbolic::substitute(context_, poly, bounds->id, bounds->high));
      } else {
        return std::nullopt;
      }
    }
    return Highest{poly, exact_};
  }

 private:
  // Where it is convex, or where there is nothing between the ends.
  bool is_highest_at_an_end(const Poly& poly, const Poly& next, const Bounds& bounds) {
    if (symbolic::is_compound_in(context_, poly, bounds.id)) return false;
    const Poly after_next =
        symbolic::substitute(context_, next, bounds.id, Poly::atom(bounds.id) + Poly(1));
    return symbolic::prove_nonnegative(context_, after_next - next - next + poly) ||
           symbolic::prove_nonnegative(context_, bounds.low + Poly(1) - bounds.high);
  }

  // Lets a constraint bound the innermost variable that it mentions.
  void narrow(const Poly& constraint) {
    const auto bounds =
        std::find_if(variables_.rbegin(), variables_.rend(), [&](const Bounds& candidate) {
          return symbolic::depends_on(context_, constraint, candidate.id);
        });
    if (bounds == variables_.rend()) return;
    const bool linear = !symbolic::is_compound_in(context_, constraint, bounds->id) &&
                        constraint.degree(bounds->id) == 1 &&
                        constraint.coefficient(bounds->id, 1).is_constant();
    if (!linear) return;
    const symbolic::Rational slope = constraint.coefficient(bounds->id, 1).constant_term();
    const Poly rest = constraint.coefficient(bounds->id, 0);
    if (slope.is_positive()) {
      const Poly low = -symbolic::floor_div(context_, rest, Poly(slope));
      bounds->low = symbolic::max(context_, bounds->low, low);
    } else {
      const Poly high = symbolic::floor_div(context_, rest, Poly(-slope));
      bounds->high = symbolic::min(context_, bounds->high, high);
    }
  }

  Context& context_;
  std::vector<Bounds> variables_;
  bool exact_ = true;
};

// Global, local and group id of a dimension are not independent: the global one gives way where
// another occurs, too.
void separate_ids(Workspace& workspace, Poly& poly, Domain& domain) {
  Context& context = workspace.context;
  std::vector<Poly*> all{&poly};
  for (Domain::Loop& loop : domain.loops) all.push_back(&loop.last);
  for (Conjunction& piece : domain.guard.pieces) {
    for (Poly& constraint : piece) all.push_back(&constraint);
  }
  for (const LaunchSpace::Dimension& dimension : workspace.launch.dimensions()) {
    const auto mentioned = [&](AtomId id) {
      return std::any_of(all.begin(), all.end(),
                         [&](const Poly* one) { return symbolic::depends_on(context, *one, id); });
    };
    if (!mentioned(dimension.global_id)) continue;
    if (!mentioned(dimension.local_id) && !mentioned(dimension.group_id)) continue;
    const Poly global =
        dimension.local * Poly::atom(dimension.group_id) + Poly::atom(dimension.local_id);
    for (Poly* one : all) *one = symbolic::substitute(context, *one, dimension.global_id, global);
  }
}

// The highest of two cases; nothing when one of them has no bound.
std::optional<Highest> higher(Context& context, const std::optional<Highest>& a,
                              const std::optional<Highest>& b) {
  if (!a || !b) return std::nullopt;
  return Highest{symbolic::max(context, a->value, b->value), a->exact && b->exact};
}

// Over one piece of the domain. What wraps, "x + 1 < n ? x + 1 : 0", neither rises nor falls all
// the way, but it does on either side of its borders, where a max(0, border) is 0 or the border
// itself.
std::optional<Highest> highest_in(Workspace& workspace, const Poly& poly, const Domain& domain,
                                  const Conjunction& piece, int borders_left) {
  if (const auto highest = Maximiser(workspace, domain, piece).of(poly)) return highest;
  Context& context = workspace.context;
  const auto atoms = poly.atoms();
  const auto wrap = std::find_if(atoms.begin(), atoms.end(), [&](AtomId id) {
    return context.atom(id).kind == symbolic::AtomKind::positive;
  });
  if (borders_left == 0 || wrap == atoms.end()) return std::nullopt;
  const Poly border = context.atom(*wrap).operands[0];
  const auto beyond = [&](const Poly& side, const Poly& value) {
    symbolic::ScopedFacts facts(context);
    facts.push(side);
    Conjunction narrower = piece;
    narrower.push_back(side);
    return highest_in(workspace, symbolic::replace_factor(poly, *wrap, value), domain, narrower,
                      borders_left - 1);
  };
  return higher(context, beyond(border, border), beyond(-border, Poly(0)));
}

std::optional<Highest> highest_of(Workspace& workspace, Poly poly, Domain domain) {
  separate_ids(workspace, poly, domain);
  std::optional<Highest> highest;
  for (const Conjunction& piece : domain.guard.pieces) {
    const auto candidate = highest_in(workspace, poly, domain, piece, kMostBorders);
    highest = highest ? higher(workspace.context, highest, candidate) : candidate;
    if (!highest) return std::nullopt;
  }
  if (highest && (!domain.guard.exact || domain.flag != CountFlag::exact)) highest->exact = false;
  return highest;
}

}  // namespace

std::optional<Highest> highest_over(Workspace& workspace, const Poly& poly, const Domain& domain) {
  const symbolic::ScopedWorkLimit work(workspace.context, kMostTerms);
  try {
    return highest_of(workspace, poly, domain);
  } catch (const symbolic::OutOfWork&) {
    return std::nullopt;
  }
}

}  // namespace clgauge::collector
