#include "collector/analysis/extent.h"

#include <algorithm>

#include "collector/symbolic/prover.h"

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;

constexpr std::int64_t kMostTerms = 20'000;

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
      } else {
        return std::nullopt;
      }
    }
    return Highest{poly, exact_};
  }

 private:
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

std::optional<Highest> highest_of(Workspace& workspace, Poly poly, Domain domain) {
  separate_ids(workspace, poly, domain);
  std::optional<Highest> highest;
  for (const Conjunction& piece : domain.guard.pieces) {
    const auto candidate = Maximiser(workspace, domain, piece).of(poly);
    if (!candidate) return std::nullopt;
    if (!highest) {
      highest = candidate;
    } else {
      highest->value = symbolic::max(workspace.context, highest->value, candidate->value);
      highest->exact = highest->exact && candidate->exact;
    }
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
