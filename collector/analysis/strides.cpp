#include "collector/analysis/strides.h"

#include <llvm/Analysis/LoopInfo.h>

#include <algorithm>

#include "collector/analysis/loop_trips.h"

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;

class StrideFinder {
 public:
  StrideFinder(Workspace& workspace, const Poly& offset) : context_(workspace.context) {
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
    return symbolic::replace_factor(interior(offset_, variable), variable, next) -
           interior(offset_, variable);
  }

  // The offset where all of `variables` are zero.
  [[nodiscard]] Poly first(const std::vector<AtomId>& variables) const {
    Poly result = offset_;
    for (const AtomId variable : variables) {
      result = symbolic::substitute(context_, result, variable, Poly(0));
    }
    return result;
  }

  [[nodiscard]] bool affine() const { return affine_; }

 private:
  // Away from the borders a clamp does nothing, and what wraps stays within its period: then
  // max(0, x) is x, and floor(x / period) does not change.
  Poly interior(const Poly& poly, AtomId variable) {
    Poly result = poly;
    for (int round = 0; round < 4; ++round) {
      Poly simpler = result;
      for (const AtomId id : result.atoms()) {
        const symbolic::Atom& atom = context_.atom(id);
        if (atom.kind != symbolic::AtomKind::positive) continue;
        if (!symbolic::depends_on(context_, id, variable)) continue;
        // The upper clamp of min(x, n - 1) is x - max(0, x - n + 1): outside, where it is negative.
        const bool lower_border = result.coefficient(id, 1).is_constant() &&
                                  result.coefficient(id, 1).constant_term().is_positive();
        simpler = symbolic::replace_factor(simpler, id, lower_border ? atom.operands[0] : Poly(0));
      }
      if (simpler == result) break;
      result = std::move(simpler);
    }
    return result;
  }

  Context& context_;
  Poly offset_;
  bool affine_ = true;
};

}  // namespace

AccessStrides strides_of(Workspace& workspace, const Poly& offset, const llvm::BasicBlock& block) {
  StrideFinder finder(workspace, offset);
  AccessStrides strides;
  std::vector<AtomId> variables;
  for (const LaunchSpace::Dimension& dimension : workspace.launch.dimensions()) {
    variables.insert(variables.end(), {dimension.local_id, dimension.group_id});
  }
  for (unsigned d = 0; d < workspace.launch.rank(); ++d) {
    strides.local.push_back(finder.along(workspace.launch.dimension(d).local_id));
    strides.group.push_back(finder.along(workspace.launch.dimension(d).group_id));
  }
  for (const llvm::Loop* loop = workspace.kernel.loops().getLoopFor(&block); loop != nullptr;
       loop = loop->getParentLoop()) {
    variables.push_back(workspace.loops->iteration_of(*loop));
    strides.loops.emplace_back(loop, finder.along(variables.back()));
  }
  strides.first = finder.first(variables);
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

}  // namespace clgauge::collector
