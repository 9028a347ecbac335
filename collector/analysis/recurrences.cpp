#include "collector/analysis/recurrences.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "collector/analysis/loop_trips.h"
#include "collector/analysis/value_forms.h"
#include "collector/symbolic/prover.h"
#include "collector/symbolic/sums.h"

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Integer;
using symbolic::Poly;

const symbolic::Atom* only_atom(const Context& context, const Poly& poly, symbolic::AtomKind kind) {
  const AtomId* id = poly.as_atom();
  if (id == nullptr || context.atom(*id).kind != kind) return nullptr;
  return &context.atom(*id);
}

}  // namespace

std::optional<Poly> Recurrences::solve(const llvm::PHINode& phi, const llvm::Loop& loop) {
  const llvm::BasicBlock* before = loop.getLoopPreheader();
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (before == nullptr || latch == nullptr) return std::nullopt;
  Context& context = workspace_.context;
  const Poly start = workspace_.values->at(*phi.getIncomingValueForBlock(before), *before);
  const AtomId iteration = workspace_.loops->iteration_of(loop);
  {
    const symbolic::Temporary current(context);
    const auto next = next_value(phi, loop, current.id());
    if (next) {
      if (auto form = closed_form(start, *next, current.id(), iteration)) return form;
    }
  }
  // Divisions and shifts need the sign. It is that of the start if one step keeps it.
  if (!symbolic::prove_nonnegative(context, start)) return std::nullopt;
  const symbolic::Temporary current(context);
  const symbolic::ScopedRange range(context, current.id(), {Poly(0), std::nullopt, false});
  const auto next = next_value(phi, loop, current.id());
  if (!next || !symbolic::prove_nonnegative(context, *next)) return std::nullopt;
  return closed_form(start, *next, current.id(), iteration);
}

std::optional<PointerForm> Recurrences::solve_pointer(const llvm::PHINode& phi,
                                                      const llvm::Loop& loop) {
  const llvm::BasicBlock* before = loop.getLoopPreheader();
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (before == nullptr || latch == nullptr) return std::nullopt;
  ValueForms& values = *workspace_.values;
  const PointerForm start = values.pointer_at(*phi.getIncomingValueForBlock(before), *before);
  if (start.array == nullptr) return std::nullopt;
  const AtomId iteration = workspace_.loops->iteration_of(loop);
  const symbolic::Temporary current(workspace_.context);
  PointerForm next;
  {
    const ValueForms::Placeholder placeholder(values, phi, loop, current.id(), start.array);
    next = values.pointer_at(*phi.getIncomingValueForBlock(latch), *latch);
    if (values.is_in_flux(next.offset, loop, current.id())) return std::nullopt;
  }
  if (next.array != start.array || symbolic::is_opaque(workspace_.context, next.offset)) {
    return std::nullopt;
  }
  const auto offset = closed_form(start.offset, next.offset, current.id(), iteration);
  if (!offset) return std::nullopt;
  return PointerForm{start.array, *offset};
}

// The value that the latch hands on, in terms of the present one.
std::optional<Poly> Recurrences::next_value(const llvm::PHINode& phi, const llvm::Loop& loop,
                                            AtomId current) {
  const llvm::BasicBlock& latch = *loop.getLoopLatch();
  ValueForms& values = *workspace_.values;
  const ValueForms::Placeholder placeholder(values, phi, loop, current);
  Poly next = values.at(*phi.getIncomingValueForBlock(&latch), latch);
  if (symbolic::is_opaque(workspace_.context, next)) return std::nullopt;
  if (values.is_in_flux(next, loop, current)) return std::nullopt;
  return next;
}

std::optional<Poly> Recurrences::closed_form(const Poly& start, const Poly& next, AtomId current,
                                             AtomId iteration) {
  Context& context = workspace_.context;
  const Poly i = Poly::atom(iteration);
  const Poly x = Poly::atom(current);
  const auto parity = [&] { return symbolic::modulo(context, i, Poly(2)); };

  if (!symbolic::depends_on(context, next, current)) {
    const Poly previous = symbolic::substitute(context, next, iteration, i - Poly(1));
    const Poly at_start = symbolic::substitute(context, previous, iteration, Poly(0));
    if (at_start == start) return previous;
    return start + (previous - start) * symbolic::indicator(context, i - Poly(1));
  }
  if (!symbolic::is_compound_in(context, next, current) && next.degree(current) == 1) {
    const Poly factor = next.coefficient(current, 1);
    const Poly step = next.coefficient(current, 0);
    const bool fixed_step = !symbolic::depends_on(context, step, iteration);
    if (factor == Poly(1) && fixed_step) return start + step * i;
    if (factor == Poly(1)) {
      const symbolic::Temporary earlier(context);
      const symbolic::ScopedRange range(context, earlier.id(), {Poly(0), i - Poly(1), false});
      const Poly term = symbolic::substitute(context, step, iteration, earlier.poly());
      return start + symbolic::sum_over(context, earlier.id(), Poly(0), i - Poly(1), term);
    }
    if (!fixed_step || !factor.is_constant() || !factor.constant_term().is_integer()) {
      return std::nullopt;
    }
    const Integer ratio = factor.constant_term().numerator();
    if (ratio == -1) return start + (step - start * Poly(2)) * parity();
    if (ratio < 2) return std::nullopt;
    const Poly shift = step * Poly(symbolic::Rational(Integer{1}, ratio - 1));
    return symbolic::power_of(context, symbolic::to_int64(ratio), i) * (start + shift) - shift;
  }
  if (const auto* quotient = only_atom(context, next, symbolic::AtomKind::floor)) {
    const Poly& divisor = quotient->operands[1];
    if (quotient->operands[0] == x && divisor.is_constant() &&
        divisor.constant_term().is_integer() && divisor.constant_term().numerator() >= 2) {
      const std::int64_t base = symbolic::to_int64(divisor.constant_term().numerator());
      return symbolic::floor_div(context, start, symbolic::power_of(context, base, i));
    }
  }
  if (const auto* flip = only_atom(context, next, symbolic::AtomKind::bitwise_xor)) {
    const bool first = flip->operands[0] == x;
    const Poly& mask = flip->operands[first ? 1 : 0];
    if ((first || flip->operands[1] == x) && mask.is_constant()) {
      const Poly other = symbolic::bitwise_xor(context, start, mask);
      return start + (other - start) * parity();
    }
  }
  return cyclic(start, next, current, iteration);
}

// (x + s) mod c, as symbolic::modulo writes it: x + s - c * floor((x + s) / c).
std::optional<Poly> Recurrences::cyclic(const Poly& start, const Poly& next, AtomId current,
                                        AtomId iteration) {
  Context& context = workspace_.context;
  const Poly x = Poly::atom(current);
  for (const AtomId id : next.atoms()) {
    const symbolic::Atom& atom = context.atom(id);
    if (atom.kind != symbolic::AtomKind::floor) continue;
    const Poly sum = atom.operands[0];
    const Poly modulus = atom.operands[1];
    const Poly step = sum - x;
    const bool cycles = !symbolic::depends_on(context, step, current) &&
                        !symbolic::depends_on(context, step, iteration) &&
                        !symbolic::depends_on(context, modulus, current) &&
                        !symbolic::depends_on(context, modulus, iteration) &&
                        next == sum - modulus * Poly::atom(id);
    if (!cycles) continue;
    const bool starts_inside = symbolic::prove_nonnegative(context, start) &&
                               symbolic::prove_positive(context, modulus - start);
    if (!starts_inside) return std::nullopt;
    return symbolic::modulo(context, start + step * Poly::atom(iteration), modulus);
  }
  return std::nullopt;
}

}  // namespace clgauge::collector
