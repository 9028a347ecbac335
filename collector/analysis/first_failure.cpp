#include "collector/analysis/first_failure.h"

#include "collector/symbolic/print.h"
#include "collector/symbolic/prover.h"

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::AtomKind;
using symbolic::Context;
using symbolic::Integer;
using symbolic::Poly;
using symbolic::prove_nonnegative;
using symbolic::prove_positive;

constexpr int kMostTrials = 4096;

// When one constraint c(i) >= 0 first fails.
struct Threshold {
  enum class Kind {
    at,     // in iteration `first`
    never,  // holds for every i >= 0
    gate,   // in iteration 0 unless `gate` >= 0, and then never
    unknown,
  };
  Kind kind = Kind::unknown;
  Poly poly;

  static Threshold at(Poly first) { return {Kind::at, std::move(first)}; }
  static Threshold never() { return {Kind::never, {}}; }
  static Threshold gate(Poly constraint) { return {Kind::gate, std::move(constraint)}; }
  static Threshold unknown() { return {}; }
};

class Solver {
 public:
  Solver(Context& context, AtomId iteration, bool only_exit)
      : context_(context), iteration_(iteration), only_exit_(only_exit) {}

  Threshold solve(const Poly& constraint, int depth = 0) {
    if (!symbolic::depends_on(context_, constraint, iteration_)) {
      return prove_nonnegative(context_, constraint) ? Threshold::never()
                                                     : Threshold::gate(constraint);
    }
    if (!symbolic::is_compound_in(context_, constraint, iteration_)) {
      return constraint.degree(iteration_) == 1 ? linear(constraint) : by_trial(constraint);
    }
    const Threshold threshold = depth < 4 ? compound(constraint, depth) : Threshold::unknown();
    return threshold.kind == Threshold::Kind::unknown ? by_trial(constraint) : threshold;
  }

  // While d(i) != 0.
  FirstFailure inequality(const Poly& difference) {
    const bool linear = !symbolic::is_compound_in(context_, difference, iteration_) &&
                        difference.degree(iteration_) == 1;
    if (!linear) return {std::nullopt, false};
    const Poly slope = difference.coefficient(iteration_, 1);
    if (!slope.is_constant()) return {std::nullopt, false};
    const Poly root =
        difference.coefficient(iteration_, 0) * (symbolic::Rational(-1) / slope.constant_term());
    const bool integral = symbolic::is_integral(context_, root);
    const bool reached = prove_nonnegative(context_, root);
    if (integral && reached) return {root, true};
    if (integral && prove_nonnegative(context_, Poly(-1) - root)) return {std::nullopt, true};
    // A loop with no other way out ends, so it must meet its bound.
    if (!only_exit_) return {std::nullopt, false};
    if (!reached) assume(root, " >= 0");
    if (!integral) {
      const Integer step = slope.constant_term().numerator();
      assume(difference.coefficient(iteration_, 0),
             " % " + symbolic::to_string(step < 0 ? -step : step) + " == 0");
    }
    return {root, true};
  }

 private:
  void assume(const Poly& poly, const std::string& what) {
    context_.record_assumption("(" + symbolic::print(context_, poly) + ")" + what);
  }

  Threshold linear(const Poly& constraint) {
    const Poly start = constraint.coefficient(iteration_, 0);
    const Poly step = -constraint.coefficient(iteration_, 1);  // how much is lost an iteration
    if (prove_positive(context_, step)) return after(start, step);
    if (prove_nonnegative(context_, -step)) {
      return prove_nonnegative(context_, start) ? Threshold::never() : Threshold::gate(start);
    }
    if (only_exit_ && prove_nonnegative(context_, step)) {
      // With a step of 0 the loop would not end.
      assume(step, " >= 1");
      return after(start, step);
    }
    return Threshold::unknown();
  }

  // The first i with start - step*i < 0.
  Threshold after(const Poly& start, const Poly& step) {
    return Threshold::at(
        symbolic::positive_part(context_, symbolic::floor_div(context_, start, step) + Poly(1)));
  }

  // constraint = factor * atom + rest, with one atom that holds the iteration number.
  Threshold compound(const Poly& constraint, int depth) {
    for (const AtomId id : constraint.atoms()) {
      if (id == iteration_ || !symbolic::depends_on(context_, id, iteration_)) continue;
      if (constraint.degree(id) != 1) return Threshold::unknown();
      const Poly factor = constraint.coefficient(id, 1);
      const Poly rest = constraint.coefficient(id, 0);
      if (symbolic::depends_on(context_, factor, iteration_) ||
          symbolic::depends_on(context_, rest, iteration_)) {
        return Threshold::unknown();
      }
      const symbolic::Atom& atom = context_.atom(id);
      if (atom.kind == AtomKind::power) return growing(atom, factor, rest);
      if (atom.kind == AtomKind::floor) return quotient(atom, factor, rest, depth);
      return Threshold::unknown();
    }
    return Threshold::unknown();
  }

  // rest + factor * base^i >= 0 with a negative factor: base^i <= rest / -factor.
  Threshold growing(const symbolic::Atom& power, const Poly& factor, const Poly& rest) {
    if (power.operands[0] != Poly::atom(iteration_)) return Threshold::unknown();
    if (!prove_positive(context_, -factor)) return Threshold::unknown();
    return within(power.base, symbolic::floor_div(context_, rest, -factor));
  }

  // The first i with base^i > limit.
  Threshold within(std::int64_t base, const Poly& limit) {
    return Threshold::at(symbolic::log_of(context_, base, limit) + Poly(1));
  }

  Threshold quotient(const symbolic::Atom& floor, const Poly& factor, const Poly& rest, int depth) {
    const Poly& dividend = floor.operands[0];
    const Poly& divisor = floor.operands[1];
    const auto scale = power_of_iteration(divisor);
    const bool shrinks = scale && !symbolic::depends_on(context_, dividend, iteration_);
    if (shrinks && factor.is_constant() && factor.constant_term().is_positive()) {
      // floor(x / (c * base^i)) >= least, with least = ceil(-rest / factor).
      const Poly least = symbolic::ceil_div(context_, -rest, factor);
      if (!prove_positive(context_, least)) return Threshold::unknown();
      return within(scale->base,
                    symbolic::floor_div(context_, dividend, least * Poly(scale->coefficient)));
    }
    const bool constant =
        divisor.is_constant() && divisor.constant_term().is_positive() && factor.is_constant();
    if (!constant || !factor.constant_term().is_negative()) return Threshold::unknown();
    // floor(p / d) <= most  <=>  p <= d * most + d - 1
    const Poly most = symbolic::floor_div(context_, rest, -factor);
    return solve(divisor * most + divisor - Poly(1) - dividend, depth + 1);
  }

  // coefficient * base^i, with a positive coefficient.
  struct Power {
    symbolic::Rational coefficient;
    std::int64_t base;
  };
  [[nodiscard]] std::optional<Power> power_of_iteration(const Poly& poly) const {
    if (poly.terms().size() != 1) return std::nullopt;
    const symbolic::Term& term = poly.terms().front();
    if (term.monomial.size() != 1 || term.monomial.front().power != 1) return std::nullopt;
    const symbolic::Atom& atom = context_.atom(term.monomial.front().atom);
    const bool fits = atom.kind == AtomKind::power && atom.operands[0] == Poly::atom(iteration_) &&
                      term.coefficient.is_positive();
    return fits ? std::optional(Power{term.coefficient, atom.base}) : std::nullopt;
  }

  // A constraint in nothing but the iteration number can be tried out.
  Threshold by_trial(const Poly& constraint) {
    for (int i = 0; i < kMostTrials; ++i) {
      const Poly value = symbolic::substitute(context_, constraint, iteration_, Poly(i));
      if (!value.is_constant()) return Threshold::unknown();
      if (value.constant_term().is_negative()) return Threshold::at(Poly(i));
    }
    return Threshold::unknown();
  }

  Context& context_;
  AtomId iteration_;
  bool only_exit_;
};

// d for the two pieces d > 0 and d < 0 of a test for inequality.
std::optional<Poly> tested_difference(const Condition& condition) {
  if (condition.pieces.size() != 2) return std::nullopt;
  const Conjunction& below = condition.pieces[0];
  const Conjunction& above = condition.pieces[1];
  if (below.size() != 1 || above.size() != 1) return std::nullopt;
  if (below.front() + above.front() != Poly(-2)) return std::nullopt;
  return above.front() + Poly(1);
}

}  // namespace

FirstFailure first_failure(Context& context, const Condition& stay, AtomId iteration,
                           bool only_exit) {
  Solver solver(context, iteration, only_exit);
  if (stay.is_never()) return {Poly(0), stay.exact};
  if (const auto difference = tested_difference(stay)) {
    FirstFailure failure = solver.inequality(*difference);
    failure.exact = failure.exact && stay.exact;
    return failure;
  }
  if (stay.pieces.size() != 1) return {std::nullopt, false};

  FirstFailure result{std::nullopt, stay.exact};
  Poly open(1);  // 0 when a gate closes the loop before its first iteration
  for (const Poly& constraint : stay.pieces.front()) {
    const Threshold threshold = solver.solve(constraint);
    switch (threshold.kind) {
      case Threshold::Kind::at:
        result.iteration = result.iteration
                               ? symbolic::min(context, *result.iteration, threshold.poly)
                               : threshold.poly;
        break;
      case Threshold::Kind::gate:
        open *= symbolic::indicator(context, threshold.poly);
        break;
      case Threshold::Kind::never:
        break;
      case Threshold::Kind::unknown:
        result.exact = false;
        break;
    }
  }
  if (open != Poly(1)) {
    if (result.iteration) {
      result.iteration = *result.iteration * open;
    } else {
      result.exact = false;
    }
  }
  return result;
}

}  // namespace clgauge::collector
