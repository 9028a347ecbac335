#include "collector/analysis/pointer_cases.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "collector/analysis/conditions.h"
#include "collector/analysis/loop_trips.h"
#include "collector/analysis/path_conditions.h"

namespace clgauge::collector {
namespace {

using symbolic::Poly;

constexpr std::size_t kMostCases = 16;
constexpr std::size_t kMostBuffers = 8;  // that take turns in one loop
constexpr int kMostDepth = 32;           // of address arithmetic and choices

using Cases = std::vector<PointerCase>;

class CaseFinder {
 public:
  explicit CaseFinder(Workspace& workspace) : workspace_(workspace) {}

  std::optional<Cases> at(const llvm::Value& pointer, const llvm::BasicBlock& use, int depth) {
    auto cases = of(pointer, depth);
    if (!cases) return std::nullopt;
    Cases left;
    for (PointerCase& place : *cases) {
      if (!leave_loops(place, pointer, use)) return std::nullopt;
      if (!place.when.is_never()) left.push_back(std::move(place));
    }
    return left;
  }

 private:
  std::optional<Cases> of(const llvm::Value& pointer, int depth) {
    if (depth > kMostDepth) return std::nullopt;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&pointer);
    const llvm::BasicBlock& here = instruction != nullptr
                                       ? *instruction->getParent()
                                       : workspace_.kernel.function().getEntryBlock();
    const PointerForm form = workspace_.values->pointer_at(pointer, here);
    if (form.array != nullptr) return Cases{PointerCase{form, Condition::always(), {}}};
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(&pointer)) {
      return displaced(*address, here, depth);
    }
    if (instruction == nullptr) return std::nullopt;
    if (llvm::isa<llvm::CastInst>(instruction) &&
        instruction->getOperand(0)->getType()->isPointerTy()) {
      return at(*instruction->getOperand(0), here, depth + 1);
    }
    if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
      return chosen(*choice, here, depth);
    }
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction);
    if (phi == nullptr) return std::nullopt;
    const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(&here);
    const bool in_header = loop != nullptr && loop->getHeader() == &here;
    return in_header ? rotated(*phi, *loop, depth) : merged(*phi, loop, depth);
  }

  std::optional<Cases> displaced(const llvm::GEPOperator& address, const llvm::BasicBlock& here,
                                 int depth) {
    auto cases = at(*address.getPointerOperand(), here, depth + 1);
    if (!cases) return std::nullopt;
    const Poly displacement = workspace_.values->displacement(address, here);
    for (PointerCase& place : *cases) place.form.offset += displacement;
    return cases;
  }

  std::optional<Cases> chosen(const llvm::SelectInst& choice, const llvm::BasicBlock& here,
                              int depth) {
    Cases result;
    for (const bool sense : {true, false}) {
      const Condition taken = workspace_.conditions->of(*choice.getCondition(), sense, here);
      const llvm::Value& value = sense ? *choice.getTrueValue() : *choice.getFalseValue();
      if (!add(result, at(value, here, depth + 1), taken)) return std::nullopt;
    }
    return result;
  }

  std::optional<Cases> merged(const llvm::PHINode& phi, const llvm::Loop* loop, int depth) {
    const llvm::BasicBlock& block = *phi.getParent();
    const llvm::BasicBlock& start =
        *workspace_.kernel.dominators().getNode(&block)->getIDom()->getBlock();
    Cases result;
    std::set<const llvm::BasicBlock*> seen;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      const llvm::BasicBlock* from = phi.getIncomingBlock(i);
      if (!seen.insert(from).second) continue;
      const Condition taken = workspace_.paths->through_edge(start, *from, block, loop);
      if (!add(result, at(*phi.getIncomingValue(i), block, depth + 1), taken)) return std::nullopt;
    }
    return result;
  }

  // Pointers that a loop hands round in a circle: in iteration i, each holds what the one i places
  // further on held at the start.
  std::optional<Cases> rotated(const llvm::PHINode& phi, const llvm::Loop& loop, int depth) {
    const llvm::BasicBlock* before = loop.getLoopPreheader();
    const llvm::BasicBlock* latch = loop.getLoopLatch();
    if (before == nullptr || latch == nullptr) return std::nullopt;
    std::vector<const llvm::PHINode*> circle;
    const llvm::PHINode* next = &phi;
    do {
      circle.push_back(next);
      next =
          llvm::dyn_cast<llvm::PHINode>(next->getIncomingValueForBlock(latch)->stripPointerCasts());
      const bool carried = next != nullptr && next->getParent() == phi.getParent();
      if (!carried || circle.size() > kMostBuffers) return std::nullopt;
    } while (next != &phi);
    Cases result;
    for (std::size_t turn = 0; turn < circle.size(); ++turn) {
      auto starts = at(*circle[turn]->getIncomingValueForBlock(before), *before, depth + 1);
      if (!starts) return std::nullopt;
      for (PointerCase& place : *starts) {
        place.turns[&loop] = {static_cast<symbolic::Integer>(circle.size()),
                              static_cast<symbolic::Integer>(turn)};
      }
      if (!add(result, std::move(starts), Condition::always())) return std::nullopt;
    }
    return result;
  }

  bool add(Cases& result, std::optional<Cases> cases, const Condition& taken) {
    if (taken.is_never() && taken.exact) return true;
    if (!cases || !taken.exact || result.size() + cases->size() > kMostCases) return false;
    for (PointerCase& place : *cases) {
      place.when = both(workspace_.context, place.when, taken);
      if (!place.when.exact) return false;
      if (!place.when.is_never()) result.push_back(std::move(place));
    }
    return true;
  }

  // What a finished loop chose is what its last iteration left.
  bool leave_loops(PointerCase& place, const llvm::Value& pointer, const llvm::BasicBlock& use) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&pointer);
    if (instruction == nullptr) return true;
    symbolic::Context& context = workspace_.context;
    for (const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(instruction->getParent());
         loop != nullptr && !loop->contains(&use); loop = loop->getParentLoop()) {
      const symbolic::AtomId iteration = workspace_.loops->iteration_of(*loop);
      const LoopSummary& summary = workspace_.loops->of(*loop);
      const auto turn = place.turns.find(loop);
      const bool varies =
          turn != place.turns.end() ||
          std::any_of(place.when.pieces.begin(), place.when.pieces.end(),
                      [&](const Conjunction& piece) {
                        return std::any_of(piece.begin(), piece.end(), [&](const Poly& constraint) {
                          return symbolic::depends_on(context, constraint, iteration);
                        });
                      });
      if (varies && !summary.exact) return false;
      place.form.offset =
          symbolic::substitute(context, place.form.offset, iteration, summary.trips);
      Condition left = place.when;
      for (Conjunction& piece : left.pieces) {
        for (Poly& constraint : piece) {
          constraint = symbolic::substitute(context, constraint, iteration, summary.trips);
        }
      }
      place.when = both(context, Condition::always(), left);
      if (turn == place.turns.end()) continue;
      const Poly position = symbolic::modulo(context, summary.trips, Poly(turn->second.period)) -
                            Poly(turn->second.residue);
      place.when = both(context, place.when, Condition::nonnegative(position));
      place.when = both(context, place.when, Condition::nonnegative(-position));
      place.turns.erase(turn);
    }
    return true;
  }

  Workspace& workspace_;
};

}  // namespace

std::optional<std::vector<PointerCase>> pointer_cases_at(Workspace& workspace,
                                                         const llvm::Value& pointer,
                                                         const llvm::BasicBlock& use) {
  return CaseFinder(workspace).at(pointer, use, 0);
}

Domain narrowed(Workspace& workspace, const Domain& domain, const PointerCase& place,
                Poly& offset) {
  symbolic::Context& context = workspace.context;
  Domain result = domain;
  result.guard = both(context, domain.guard, place.when);
  for (const auto& [loop, turn] : place.turns) {
    const symbolic::AtomId iteration = workspace.loops->iteration_of(*loop);
    const auto position = std::find_if(
        result.loops.begin(), result.loops.end(),
        [&](const Domain::Loop& candidate) { return candidate.iteration == iteration; });
    if (position == result.loops.end()) continue;
    // iteration = period * round + residue
    const symbolic::AtomId round =
        context.symbol_id(context.atom(iteration).name + "_" + symbolic::to_string(turn.residue) +
                          "_of_" + symbolic::to_string(turn.period));
    const Poly last =
        symbolic::floor_div(context, position->last - Poly(turn.residue), Poly(turn.period));
    context.set_range(round, {Poly(0), last, false});
    *position = {round, last};
    const Poly number = Poly(turn.period) * Poly::atom(round) + Poly(turn.residue);
    const auto rewrite = [&](Poly& poly) {
      poly = symbolic::substitute(context, poly, iteration, number);
    };
    rewrite(offset);
    for (Domain::Loop& inner : result.loops) rewrite(inner.last);
    for (Conjunction& piece : result.guard.pieces) {
      for (Poly& constraint : piece) rewrite(constraint);
    }
  }
  return result;
}

}  // namespace clgauge::collector
