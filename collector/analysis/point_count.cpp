#include "collector/analysis/point_count.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>

#include "collector/symbolic/scoped_facts.h"
#include "collector/symbolic/sums.h"

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;

struct Variable {
  AtomId id = 0;
  Poly low;
  Poly high;
};

// The points of one piece of a domain.
struct Points {
  std::vector<Variable> variables;
  Conjunction constraints;
  Poly multiplicity{1};  // of ids that nothing depends on
};

bool is_linear(const Context& context, const Poly& poly, AtomId variable) {
  return !symbolic::is_compound_in(context, poly, variable) && poly.degree(variable) == 1 &&
         poly.coefficient(variable, 1).is_constant();
}

bool any_depends(const Context& context, const Points& points, AtomId id) {
  const auto depends = [&](const Poly& poly) { return symbolic::depends_on(context, poly, id); };
  return std::any_of(points.constraints.begin(), points.constraints.end(), depends) ||
         std::any_of(points.variables.begin(), points.variables.end(),
                     [&](const Variable& variable) { return depends(variable.high); });
}

void replace(Context& context, Points& points, AtomId id, const Poly& value) {
  for (Poly& constraint : points.constraints) {
    constraint = symbolic::substitute(context, constraint, id, value);
  }
  for (Variable& variable : points.variables) {
    variable.high = symbolic::substitute(context, variable.high, id, value);
  }
}

// Adds the ids of one dimension: the global id alone where the others only occur as it does,
// otherwise local and group id.
void add_dimension(Context& context, Points& points, const LaunchSpace::Dimension& dimension) {
  const Poly item = Poly::atom(dimension.local_id);
  const Poly group = Poly::atom(dimension.group_id);
  const Poly global = Poly::atom(dimension.global_id);
  bool uses_item = any_depends(context, points, dimension.local_id);
  bool uses_group = any_depends(context, points, dimension.group_id);
  if (uses_item && uses_group) {
    Points folded = points;
    replace(context, folded, dimension.local_id, global - dimension.local * group);
    if (!any_depends(context, folded, dimension.group_id)) {
      points = std::move(folded);
      uses_item = uses_group = false;
    }
  }
  const bool uses_global = any_depends(context, points, dimension.global_id);
  if (uses_global && (uses_item || uses_group)) {
    replace(context, points, dimension.global_id, dimension.local * group + item);
    uses_item = any_depends(context, points, dimension.local_id);
    uses_group = any_depends(context, points, dimension.group_id);
  } else if (uses_global) {
    points.variables.push_back({dimension.global_id, Poly(0), dimension.global - Poly(1)});
    return;
  }
  if (uses_item) {
    points.variables.push_back({dimension.local_id, Poly(0), dimension.local - Poly(1)});
  } else {
    points.multiplicity *= dimension.local;
  }
  if (uses_group) {
    points.variables.push_back({dimension.group_id, Poly(0), dimension.groups - Poly(1)});
  } else {
    points.multiplicity *= dimension.groups;
  }
}

// The variable to sum out next: no other's bounds mention it, and preferably all constraints are
// linear in it. Later variables are inner loops, which come first among equals.
std::size_t pick(const Context& context, const Points& points, const Poly& body) {
  std::size_t best = points.variables.size();
  int best_score = -1;
  for (std::size_t i = 0; i < points.variables.size(); ++i) {
    const AtomId id = points.variables[i].id;
    const bool bounds_others =
        std::any_of(points.variables.begin(), points.variables.end(), [&](const Variable& other) {
          return other.id != id && (symbolic::depends_on(context, other.high, id) ||
                                    symbolic::depends_on(context, other.low, id));
        });
    if (bounds_others) continue;
    const bool linear = std::all_of(points.constraints.begin(), points.constraints.end(),
                                    [&](const Poly& constraint) {
                                      return !symbolic::depends_on(context, constraint, id) ||
                                             is_linear(context, constraint, id);
                                    });
    const int score = (linear ? 2 : 0) + (symbolic::is_compound_in(context, body, id) ? 0 : 1);
    if (score > best_score) {
      best_score = score;
      best = i;
    }
  }
  return best;
}

Poly sum_out(Context& context, Points points, Poly body) {
  while (!points.variables.empty()) {
    const std::size_t index = pick(context, points, body);
    Variable variable = points.variables[index];
    points.variables.erase(points.variables.begin() + static_cast<std::ptrdiff_t>(index));
    Conjunction rest;
    for (const Poly& constraint : points.constraints) {
      if (!symbolic::depends_on(context, constraint, variable.id)) {
        rest.push_back(constraint);
      } else if (is_linear(context, constraint, variable.id)) {
        const symbolic::Rational slope = constraint.coefficient(variable.id, 1).constant_term();
        const Poly offset = constraint.coefficient(variable.id, 0);
        if (slope.is_positive()) {
          const Poly bound = -symbolic::floor_div(context, offset, Poly(slope));
          variable.low = symbolic::max(context, variable.low, bound);
        } else {
          const Poly bound = symbolic::floor_div(context, offset, Poly(-slope));
          variable.high = symbolic::min(context, variable.high, bound);
        }
      } else {
        body *= symbolic::indicator(context, constraint);
      }
    }
    symbolic::ScopedFacts facts(context);  // that hold while inner variables are summed out
    for (const Poly& constraint : rest) facts.push(constraint);
    body = symbolic::sum_over(context, variable.id, variable.low, variable.high, body);
    points.constraints = std::move(rest);
  }
  for (const Poly& constraint : points.constraints) {
    body *= symbolic::indicator(context, constraint);
  }
  return body;
}

// In closed form as long as there is work left to find one.
Poly count_points_of(Workspace& workspace, const Points& points) {
  Context& context = workspace.context;
  const std::int64_t spent_before = context.work_spent();
  std::optional<Poly> count;
  try {
    const symbolic::ScopedWorkLimit work(
        context, std::min(workspace.limits.terms_of_count, workspace.limits.terms_of_all_counts));
    count = sum_out(context, points, Poly(1));
  } catch (const symbolic::OutOfWork&) {
    std::vector<symbolic::SummationRange> ranges;
    for (const Variable& variable : points.variables) {
      ranges.push_back({variable.id, variable.low, variable.high});
    }
    count = symbolic::unevaluated_count(context, ranges, points.constraints);
  }
  workspace.limits.terms_of_all_counts -= context.work_spent() - spent_before;
  return *count;
}

// Gives every variable of the points its range, outer ones first.
class ScopedRanges {
 public:
  ScopedRanges(Context& context, const std::vector<Variable>& variables) {
    for (const Variable& variable : variables) {
      ranges_.emplace_back(context, variable.id,
                           symbolic::Range{variable.low, variable.high, false});
    }
  }
  ~ScopedRanges() {
    while (!ranges_.empty()) ranges_.pop_back();
  }
  ScopedRanges(const ScopedRanges&) = delete;
  ScopedRanges& operator=(const ScopedRanges&) = delete;

 private:
  std::deque<symbolic::ScopedRange> ranges_;
};

}  // namespace

Poly count_total(Workspace& workspace, const Domain& domain) {
  Context& context = workspace.context;
  Poly total;
  for (const Conjunction& piece : domain.guard.pieces) {
    Points points;
    points.constraints = piece;
    for (const Domain::Loop& loop : domain.loops) {
      points.variables.push_back({loop.iteration, Poly(0), loop.last});
    }
    for (const LaunchSpace::Dimension& dimension : workspace.launch.dimensions()) {
      add_dimension(context, points, dimension);
    }
    // Ids bound the loops, never the other way round.
    std::rotate(points.variables.begin(),
                points.variables.begin() + static_cast<std::ptrdiff_t>(domain.loops.size()),
                points.variables.end());
    const ScopedRanges ranges(context, points.variables);
    const Poly multiplicity = points.multiplicity;
    total += count_points_of(workspace, points) * multiplicity;
  }
  return total;
}

Poly count_per_item(Workspace& workspace, const Domain& domain) {
  Context& context = workspace.context;
  Points points;
  for (const Domain::Loop& loop : domain.loops) {
    points.variables.push_back({loop.iteration, Poly(0), loop.last});
  }
  const ScopedRanges ranges(context, points.variables);
  const auto depends_on_id = [&](const Poly& poly) {
    const auto& dimensions = workspace.launch.dimensions();
    return std::any_of(dimensions.begin(), dimensions.end(), [&](const auto& dimension) {
      return symbolic::depends_on(context, poly, dimension.global_id) ||
             symbolic::depends_on(context, poly, dimension.local_id) ||
             symbolic::depends_on(context, poly, dimension.group_id);
    });
  };
  const auto in_loop = [&](const Poly& poly) {
    return std::any_of(domain.loops.begin(), domain.loops.end(), [&](const Domain::Loop& loop) {
      return symbolic::depends_on(context, poly, loop.iteration);
    });
  };
  // Only what thins out iterations counts; pieces that differ in ids alone are one.
  std::vector<Conjunction> pieces;
  for (const Conjunction& piece : domain.guard.pieces) {
    Conjunction thinning;
    for (const Poly& constraint : piece) {
      if (in_loop(constraint) && !depends_on_id(constraint)) thinning.push_back(constraint);
    }
    if (std::find(pieces.begin(), pieces.end(), thinning) == pieces.end()) {
      pieces.push_back(std::move(thinning));
    }
  }
  if (std::find(pieces.begin(), pieces.end(), Conjunction{}) != pieces.end()) {
    pieces = {Conjunction{}};
  }
  Poly count;
  for (Conjunction& piece : pieces) {
    Points thinned = points;
    thinned.constraints = std::move(piece);
    count += count_points_of(workspace, thinned);
  }
  return count;
}

}  // namespace clgauge::collector
