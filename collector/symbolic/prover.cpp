// The prover eliminates one atom after another. An atom that occurs linearly is replaced by the
// bound that makes the polynomial least; what is left in the end is non-negative when, with every
// symbol counted from its lower bound, no coefficient is negative.
#include "collector/symbolic/prover.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "collector/symbolic/operations.h"
#include "collector/symbolic/print.h"

namespace clgauge::symbolic {
namespace {

struct Bounds {
  std::optional<Poly> low;
  std::optional<Poly> high;
  bool assumed = false;
};

// What a proof relies on that a caller assumes.
enum class Reliance { range, divisor, fact };

class Proof {
 public:
  Proof(Context& context, int steps) : context_(context), granted_(steps), steps_(steps) {}

  Context::ProofResult run(const Poly& poly) {
    Context::ProofResult result;
    result.steps = granted_;
    result.proven = prove(poly, 0);
    context_.proof_steps_spent += granted_ - steps_;
    if (!result.proven) return result;
    for (const auto& [kind, which] : relied_on_) describe(kind, which, result.assumptions);
    return result;
  }

 private:
  static constexpr int kMostDepth = 14;

  // Multiplies out denominators and, where every value is an integer, divides by the content with
  // the constant rounded down: 16*m - 3 >= 0 is m - 1 >= 0.
  Poly normalise(const Poly& poly) {
    Poly scaled = poly * Rational(poly.common_denominator());
    Integer content = 0;
    for (const Term& term : scaled.terms()) {
      if (term.monomial.empty()) continue;
      content = gcd(content, checked_multiply(term.coefficient.numerator(),
                                              known_divisor(context_, term.monomial)));
    }
    if (content <= 1) return scaled;
    for (const AtomId id : scaled.atoms()) {
      if (context_.known_divisor(id) != 1) relied_on_.insert({Reliance::divisor, id});
    }
    const Rational constant = scaled.constant_term();
    return (scaled - Poly(constant)) * Rational(1, content) +
           Poly(floor_quotient(constant.numerator(), content));
  }

  bool prove(const Poly& poly, int depth) {
    if (poly.is_constant()) return !poly.constant_term().is_negative();
    if (depth > kMostDepth || --steps_ < 0) return false;
    context_.spend(poly.terms().size());
    const Poly p = normalise(poly);
    if (has_no_negative_coefficient(p)) return true;
    if (const std::optional<AtomId> atom = pick(p)) {
      if (eliminate(p, *atom, depth)) return true;
    }
    return prove_with_facts(p, depth);
  }

  // The next atom to replace: the one that no other occurring atom contains or is bounded by.
  std::optional<AtomId> pick(const Poly& p) const {
    std::optional<AtomId> best;
    std::pair<int, int> best_order(-1, -1);
    const std::vector<AtomId> atoms = p.atoms();
    for (const AtomId id : atoms) {
      const Atom& atom = context_.atom(id);
      if (atom.kind == AtomKind::symbol && context_.rank(id) == 0) continue;
      if (p.degree(id) != 1 || contained(atoms, id)) continue;
      int rank = 0;
      for (const AtomId symbol : atom.free_symbols) rank = std::max(rank, context_.rank(symbol));
      const std::pair<int, int> order(atom.kind == AtomKind::symbol ? 0 : 1, rank);
      if (order > best_order) {
        best_order = order;
        best = id;
      }
    }
    return best;
  }

  bool contained(const std::vector<AtomId>& atoms, AtomId id) const {
    const Atom& atom = context_.atom(id);
    for (const AtomId other : atoms) {
      if (other == id || context_.atom(other).kind == AtomKind::symbol) continue;
      if (atom.kind == AtomKind::symbol) {
        if (depends_on(context_, other, id)) return true;
        continue;
      }
      const std::vector<AtomId>& inside = context_.atom(other).inside;
      if (std::binary_search(inside.begin(), inside.end(), id)) return true;
    }
    return false;
  }

  bool eliminate(const Poly& p, AtomId id, int depth) {
    const Atom& atom = context_.atom(id);
    const Poly factor = p.coefficient(id, 1);
    const Poly rest = p.coefficient(id, 0);
    if (atom.kind == AtomKind::positive) return eliminate_positive(factor, rest, atom, depth);
    if (atom.kind == AtomKind::floor && !atom.operands[1].is_constant()) {
      if (eliminate_symbolic_floor(factor, rest, atom, depth)) return true;
    }
    const Bounds bounds = bounds_of(id, depth);
    if (bounds.assumed) note_range(id);
    const auto at = [&](const std::optional<Poly>& bound) {
      return bound && prove_rounded(factor * *bound + rest, depth + 1);
    };
    if (atom.kind == AtomKind::floor && atom.operands[1].is_constant() && factor.is_constant() &&
        factor.constant_term().is_positive() && known_nonnegative(id, depth) &&
        prove(rest, depth + 1)) {
      return true;
    }
    if (factor.is_constant())
      return at(factor.constant_term().is_positive() ? bounds.low : bounds.high);
    if (bounds.low && prove(factor, depth + 2)) return at(bounds.low);
    if (bounds.high && prove(-factor, depth + 2)) return at(bounds.high);
    return at(bounds.low) && at(bounds.high);  // linear between its ends
  }

  // `poly` bounds an integer-valued polynomial from below, so poly > -1 is enough.
  bool prove_rounded(const Poly& poly, int depth) {
    const Integer denominator = poly.common_denominator();
    return prove(poly * Rational(denominator) + Poly(denominator - 1), depth);
  }

  bool eliminate_positive(const Poly& factor, const Poly& rest, const Atom& atom, int depth) {
    const Poly at_operand = factor * atom.operands[0] + rest;
    // max(0, x) is the larger of 0 and x: with a non-negative factor either one will do.
    if (prove(factor, depth + 2)) return prove(rest, depth + 1) || prove(at_operand, depth + 1);
    return prove(rest, depth + 1) && prove(at_operand, depth + 1);
  }

  // For q = floor(a/b) with b > 0 only q*b is bounded by a polynomial: a - b + 1 <= q*b <= a.
  bool eliminate_symbolic_floor(const Poly& factor, const Poly& rest, const Atom& atom, int depth) {
    const Poly& a = atom.operands[0];
    const Poly& b = atom.operands[1];
    Poly multiple;
    if (!divide_exactly(factor, b, multiple) || !is_integral(context_, a)) return false;
    if (!prove(b - Poly(1), depth + 2)) return false;
    if (prove(multiple, depth + 2)) return prove(multiple * (a - b + Poly(1)) + rest, depth + 1);
    return prove(-multiple, depth + 2) && prove(multiple * a + rest, depth + 1);
  }

  Bounds bounds_of(AtomId id, int depth) {
    const Atom& atom = context_.atom(id);
    Bounds bounds;
    const auto nonnegative = [&](std::size_t i) { return prove(atom.operands[i], depth + 2); };
    switch (atom.kind) {
      case AtomKind::symbol: {
        const Range& range = context_.range(id);
        return {range.low, range.high, range.assumed};
      }
      case AtomKind::floor: {
        const Poly& a = atom.operands[0];
        const Poly& b = atom.operands[1];
        if (b.is_constant() && b.constant_term().is_positive()) {
          const Rational divisor = b.constant_term();
          const Rational slack =
              is_integral(context_, a) && divisor.is_integer() ? divisor - Rational(1) : divisor;
          bounds.low = (a - Poly(slack)) * (Rational(1) / divisor);
          bounds.high = a * (Rational(1) / divisor);
        } else if (prove(b - Poly(1), depth + 2) && nonnegative(0)) {
          bounds.low = Poly();
          bounds.high = a;
        }
        break;
      }
      case AtomKind::power:
        if (nonnegative(0)) bounds.low = Poly(1) + atom.operands[0] * Rational(atom.base - 1);
        if (!bounds.low) bounds.low = Poly();
        break;
      case AtomKind::log:
        bounds.low = Poly(prove(atom.operands[0] - Poly(1), depth + 2) ? 0 : -1);
        if (nonnegative(0)) bounds.high = atom.operands[0] - Poly(1);
        break;
      case AtomKind::sum:
        if (nonnegative_sum(atom, depth)) bounds.low = Poly();
        break;
      case AtomKind::bitwise_and:
        if (nonnegative(1)) {
          bounds.low = Poly();
          bounds.high = atom.operands[1];
        } else if (nonnegative(0)) {
          bounds.low = Poly();
          bounds.high = atom.operands[0];
        }
        break;
      case AtomKind::bitwise_or:
      case AtomKind::bitwise_xor:
        if (nonnegative(0) && nonnegative(1)) {
          bounds.low = Poly();
          bounds.high = atom.operands[0] + atom.operands[1];
        }
        break;
      case AtomKind::positive:
        bounds.low = Poly();
        break;
    }
    return bounds;
  }

  bool nonnegative_sum(const Atom& atom, int depth) {
    const Temporary variable(context_);
    const ScopedRange within(context_, variable.id(), {atom.operands[0], atom.operands[1], false});
    // Only polynomial bodies are opened: rebuilding compound ones would call the prover again.
    if (is_compound_in(context_, atom.operands[2], atom.bound)) return false;
    return prove(replace_factor(atom.operands[2], atom.bound, variable.poly()), depth + 2);
  }

  bool known_nonnegative(AtomId id, int depth) {
    const Atom& atom = context_.atom(id);
    switch (atom.kind) {
      case AtomKind::positive:
      case AtomKind::power:
        return true;
      case AtomKind::floor:
        return prove(atom.operands[0], depth + 2) && prove(atom.operands[1] - Poly(1), depth + 2);
      case AtomKind::symbol:
        return false;  // handled by shifting to its lower bound
      default: {
        const Bounds bounds = bounds_of(id, depth);
        return bounds.low && bounds.low->is_constant() &&
               !bounds.low->constant_term().is_negative();
      }
    }
  }

  // With every symbol counted from its lower bound: are all coefficients non-negative, and all
  // atoms too?
  bool has_no_negative_coefficient(const Poly& p) {
    Poly shifted = p;
    std::vector<AtomId> atoms = p.atoms();
    std::vector<AtomId> done;
    for (auto next = next_to_shift(atoms, done); next; next = next_to_shift(atoms, done)) {
      done.push_back(*next);
      const Range& range = context_.range(*next);
      if (!range.low) return false;
      if (range.low->is_zero()) continue;
      shifted = replace_factor(shifted, *next, Poly::atom(*next) + *range.low);
      atoms = shifted.atoms();
    }
    for (const Term& term : shifted.terms()) {
      if (term.coefficient.is_negative()) return false;
    }
    for (const AtomId id : atoms) {
      if (context_.atom(id).kind != AtomKind::symbol && !known_nonnegative(id, 0)) return false;
    }
    for (const AtomId id : done) {
      if (context_.range(id).assumed) note_range(id);
    }
    return true;
  }

  std::optional<AtomId> next_to_shift(const std::vector<AtomId>& atoms,
                                      const std::vector<AtomId>& done) const {
    std::optional<AtomId> best;
    for (const AtomId id : atoms) {
      if (context_.atom(id).kind != AtomKind::symbol) continue;
      if (best && context_.rank(id) <= context_.rank(*best)) continue;
      if (std::find(done.begin(), done.end(), id) == done.end()) best = id;
    }
    return best;
  }

  // p >= 0 follows from p - k*fact >= 0 for some k >= 0; k is taken from a shared monomial.
  bool prove_with_facts(const Poly& p, int depth) {
    if (using_facts_ >= 2) return false;
    for (std::size_t i = 0; i < context_.facts().size(); ++i) {
      const Context::Fact& fact = context_.facts()[i];
      std::vector<Rational> tried;
      for (const Term& known : fact.value.terms()) {
        if (known.monomial.empty()) continue;
        for (const Term& term : p.terms()) {
          if (term.monomial != known.monomial) continue;
          const Rational ratio = term.coefficient / known.coefficient;
          if (!ratio.is_positive()) continue;
          if (std::find(tried.begin(), tried.end(), ratio) != tried.end()) continue;
          tried.push_back(ratio);
          ++using_facts_;
          const bool proven = prove_rounded(p - fact.value * ratio, depth + 1);
          --using_facts_;
          if (!proven) continue;
          if (fact.assumed) relied_on_.insert({Reliance::fact, i});
          return true;
        }
      }
    }
    return false;
  }

  void note_range(AtomId id) { relied_on_.insert({Reliance::range, id}); }

  // In words only at the end: most proofs fail.
  void describe(Reliance kind, std::size_t which, std::vector<std::string>& words) const {
    const auto id = static_cast<AtomId>(which);
    if (kind == Reliance::fact) {
      words.push_back(print(context_, context_.facts()[which].value) + " >= 0");
    } else if (kind == Reliance::divisor) {
      words.push_back(divisibility(context_, id));
    } else {
      const Range& range = context_.range(id);
      const std::string& name = context_.atom(id).name;
      if (range.low) words.push_back(name + " >= " + print(context_, *range.low));
      if (range.high) words.push_back(name + " <= " + print(context_, *range.high));
    }
  }

  Context& context_;
  int granted_;
  int steps_;
  int using_facts_ = 0;
  std::set<std::pair<Reliance, std::size_t>> relied_on_;  // an atom, or the number of a fact
};

}  // namespace

bool prove_nonnegative(Context& context, const Poly& poly) {
  if (poly.is_constant()) return !poly.constant_term().is_negative();
  const Limits& limits = context.limits;
  const bool spent = context.proof_steps_spent > limits.all_proof_steps;
  const int steps = spent ? limits.brief_proof_steps : limits.proof_steps;
  const Context::ProofResult* result = context.remembered(poly);
  if (result == nullptr || (!result->proven && result->steps < steps)) {
    try {
      context.remember(poly, Proof(context, steps).run(poly));
    } catch (const Overflow&) {
      context.remember(poly, {false, steps, {}});
    }
    result = context.remembered(poly);
  }
  for (const std::string& text : result->assumptions) context.record_assumption(text);
  return result->proven;
}

bool prove_positive(Context& context, const Poly& poly) {
  return prove_nonnegative(context, poly - Poly(1));
}

}  // namespace clgauge::symbolic
