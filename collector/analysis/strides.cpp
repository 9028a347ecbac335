#include "collector/analysis/strides.h"

#include <llvm/Analysis/LoopInfo.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "collector/analysis/loop_trips.h"
#include "collector/symbolic/prover.h"

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;

class StrideFinder {
 public:
  // `variables` are all that an item or iteration may differ in.
  StrideFinder(Workspace& workspace, const Poly& offset, std::vector<AtomId> variables)
      : context_(workspace.context), variables_(std::move(variables)) {
    offset_ = offset;
    for (const LaunchSpace::Dimension& dimension : workspace.launch.dimensions()) {
      offset_ = symbolic::substitute(
          context_, offset_, dimension.global_id,
          dimension.local * Poly::atom(dimension.group_id) + Poly::atom(dimension.local_id));
    }
  }

  Poly along(AtomId variable) {
    if (!symbolic::depends_on(context_, offset_, variable)) return Poly(0);
    const Poly next = Poly::atom(variable) + Poly(1);
    if (!symbolic::is_compound_in(context_, offset_, variable)) {
      const Poly step = symbolic::substitute(context_, offset_, variable, next) - offset_;
      affine_ = affine_ && !symbolic::depends_on(context_, step, variable);
      return step;
    }
    affine_ = false;
    const Poly inside = interior(offset_, variable);
    return symbolic::replace_factor(inside, variable, next) - inside;
  }

  // The offset where all variables are zero.
  [[nodiscard]] Poly first() const { return first(offset_); }

  [[nodiscard]] bool affine() const { return affine_; }

 private:
  [[nodiscard]] Poly first(const Poly& poly) const {
    Poly result = poly;
    for (const AtomId variable : variables_) {
      result = symbolic::substitute(context_, result, variable, Poly(0));
    }
    return result;
  }

  // Of as many items as a group of known size has, say.
  [[nodiscard]] std::optional<bool> is_positive_in_the_middle(const Poly& border,
                                                              AtomId variable) const {
    const auto& last = context_.range(variable).high;
    if (!last || !last->is_constant()) return std::nullopt;
    const Poly middle(last->constant_term() * symbolic::Rational(1, 2));
    if (symbolic::is_compound_in(context_, border, variable)) return std::nullopt;
    const Poly there = first(symbolic::substitute(context_, border, variable, middle));
    if (!there.is_constant()) return std::nullopt;
    return there.constant_term().is_positive();
  }

  // Whether an item away from the borders sees a positive value of max(0, border), atom `id` of
  // `poly`. Borders lie at constants below and at sizes above: "x + 1 < n ? x + 1 : 0" is x + 1,
  // and that in turn is where max(0, n - 1 - x) is positive.
  [[nodiscard]] bool is_inside(const Poly& poly, AtomId id, AtomId variable) {
    const Poly border = context_.atom(id).operands[0];
    const Poly beside = poly.coefficient(id, 1);
    const Poly slope = border.coefficient(variable, 1);
    const bool at_constant = first(border).is_constant();
    if (const auto known = is_positive_in_the_middle(border, variable)) return *known;
    if (!slope.is_zero() && symbolic::prove_nonnegative(context_, -slope)) {
      // max(x, r) is x + max(0, r - x)
      const bool is_lower_clamp = symbolic::prove_positive(context_, beside) &&
                                  symbolic::depends_on(context_, poly.coefficient(id, 0), variable);
      return !at_constant && !is_lower_clamp;
    }
    if (!slope.is_zero() && at_constant) return true;
    if (is_step(poly, id)) return false;
    // The upper clamp of min(x, n - 1) is x - max(0, x - n + 1): outside, where it is negative.
    return symbolic::prove_positive(context_, beside);
  }

  // max(0, a) - max(0, a - 1) makes a step, not a clamp, and so does one that never exceeds 1.
  [[nodiscard]] bool is_step(const Poly& poly, AtomId id) {
    const Poly border = context_.atom(id).operands[0];
    if (symbolic::prove_nonnegative(context_, Poly(1) - border)) return true;
    const auto atoms = poly.atoms();
    return std::any_of(atoms.begin(), atoms.end(), [&](AtomId other) {
      return other != id && context_.atom(other).kind == symbolic::AtomKind::positive &&
             (context_.atom(other).operands[0] - border).is_constant();
    });
  }

  // What the atom is away from the borders, where a clamp does nothing, and within a period or a
  // row of bits: then max(0, x) is x, x & mask is x, and floor(x / period) does not change.
  [[nodiscard]] std::optional<Poly> inside_of(const Poly& poly, AtomId id, AtomId variable) {
    const symbolic::Atom& atom = context_.atom(id);
    switch (atom.kind) {
      case symbolic::AtomKind::positive: {
        const Poly border = atom.operands[0];
        return is_inside(poly, id, variable) ? border : Poly(0);
      }
      case symbolic::AtomKind::bitwise_and:
      case symbolic::AtomKind::bitwise_or:
      case symbolic::AtomKind::bitwise_xor: {
        const bool first_varies = symbolic::depends_on(context_, atom.operands[0], variable);
        const bool second_varies = symbolic::depends_on(context_, atom.operands[1], variable);
        // Both where bits of an index make room for others.
        if (first_varies && second_varies && atom.kind == symbolic::AtomKind::bitwise_or) {
          return atom.operands[0] + atom.operands[1];
        }
        if (first_varies == second_varies) return std::nullopt;
        return atom.operands[first_varies ? 0 : 1];
      }
      default:
        return std::nullopt;
    }
  }

  Poly interior(const Poly& poly, AtomId variable) {
    Poly result = poly;
    for (int round = 0; round < 4; ++round) {
      Poly simpler = result;
      for (const AtomId id : result.atoms()) {
        if (!symbolic::depends_on(context_, id, variable)) continue;
        if (const auto inside = inside_of(result, id, variable)) {
          simpler = symbolic::replace_factor(simpler, id, *inside);
        }
      }
      if (simpler == result) break;
      result = std::move(simpler);
    }
    return result;
  }

  Context& context_;
  std::vector<AtomId> variables_;
  Poly offset_;
  bool affine_ = true;
};

}  // namespace

AccessStrides strides_of(Workspace& workspace, const Poly& offset, const llvm::BasicBlock& block) {
  std::vector<AtomId> variables;
  for (const LaunchSpace::Dimension& dimension : workspace.launch.dimensions()) {
    variables.insert(variables.end(), {dimension.local_id, dimension.group_id});
  }
  std::vector<const llvm::Loop*> loops;
  for (const llvm::Loop* loop = workspace.kernel.loops().getLoopFor(&block); loop != nullptr;
       loop = loop->getParentLoop()) {
    loops.push_back(loop);
    variables.push_back(workspace.loops->iteration_of(*loop));
  }
  StrideFinder finder(workspace, offset, variables);
  AccessStrides strides;
  for (unsigned d = 0; d < workspace.launch.rank(); ++d) {
    strides.local.push_back(finder.along(workspace.launch.dimension(d).local_id));
    if (d == 0) strides.affine_in_rows = finder.affine();
    strides.group.push_back(finder.along(workspace.launch.dimension(d).group_id));
  }
  for (const llvm::Loop* loop : loops) {
    strides.loops.emplace_back(loop, finder.along(workspace.loops->iteration_of(*loop)));
  }
  strides.first = finder.first();
  // Another work-item or iteration may change a stride: the steps of a sieve are its multiples.
  const auto varies = [&](const Poly& stride) {
    return std::any_of(variables.begin(), variables.end(), [&](AtomId variable) {
      return symbolic::depends_on(workspace.context, stride, variable);
    });
  };
  strides.affine = finder.affine() &&
                   std::none_of(strides.local.begin(), strides.local.end(), varies) &&
                   std::none_of(strides.group.begin(), strides.group.end(), varies) &&
                   std::none_of(strides.loops.begin(), strides.loops.end(),
                                [&](const auto& each) { return varies(each.second); });
  return strides;
}

int unit_of(const AccessStrides& strides, const Access& access) {
  std::vector<const Poly*> all;
  for (const Poly& stride : strides.local) all.push_back(&stride);
  for (const Poly& stride : strides.group) all.push_back(&stride);
  for (const auto& [loop, stride] : strides.loops) all.push_back(&stride);
  for (const int unit : {access.bytes, access.bytes / std::max(access.lanes, 1)}) {
    const auto is_multiple = [&](const Poly* stride) {
      const Poly scaled = *stride * symbolic::Rational(1, unit);
      return scaled.common_denominator() == stride->common_denominator();
    };
    if (unit > 0 && std::all_of(all.begin(), all.end(), is_multiple)) return unit;
  }
  return 1;
}

}  // namespace clgauge::collector
