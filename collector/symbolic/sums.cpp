// Sums over an interval of integers. The body is taken apart by the compound atoms that contain the
// summation variable; each part goes to the first method that reaches it:
//   1. polynomial in the variable: Faulhaber;
//   2. base^variable: geometric series;
//   3. max(0, linear): split the interval where the operand changes sign;
//   4. few terms: add them up;
//   5. floor(linear / divisor): whole blocks of `divisor` terms, and two partial ones;
//   6. floor with a slope: residue classes;
// and stays an unevaluated atom when none does, or when the work exceeds Context::limits.
#include "collector/symbolic/sums.h"

#include <algorithm>
#include <exception>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "collector/symbolic/operations.h"
#include "collector/symbolic/prover.h"

namespace clgauge::symbolic {

// Counts the nested sums of one outermost call, so that work is bounded per call.
class WorkScope {
 public:
  explicit WorkScope(Context& context) : context_(context) {
    if (context_.sum_nesting_++ == 0) context_.sum_steps_ = context_.limits.sum_steps;
    --context_.sum_steps_;
  }
  ~WorkScope() { --context_.sum_nesting_; }
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;
  [[nodiscard]] bool exhausted() const {
    return context_.sum_steps_ < 0 || context_.sum_nesting_ > kMostNested;
  }

 private:
  static constexpr int kMostNested = 40;
  Context& context_;
};

namespace {

// slope * variable + offset, with the variable in neither.
struct Linear {
  Poly slope;
  Poly offset;
};

std::optional<Linear> as_linear(const Context& context, const Poly& poly, AtomId variable) {
  if (poly.degree(variable) != 1 || is_compound_in(context, poly, variable)) return std::nullopt;
  return Linear{poly.coefficient(variable, 1), poly.coefficient(variable, 0)};
}

struct TooManyTerms : std::exception {};

class Summation {
 public:
  Summation(Context& context, AtomId variable, const Poly& low, const Poly& high)
      : context_(context),
        variable_(variable),
        low_(low),
        high_(high),
        count_(trip_count(context, low, high)) {}

  Poly run(const Poly& body) {
    if (count_.is_zero() || body.is_zero()) return {};
    Poly result;
    for (const auto& [compound, part] : parts(body)) {
      result += compound.empty() ? polynomial(part) : split_off_constants(part);
      check_size(result);
    }
    return result;
  }

  Poly unevaluated(const Poly& body) {
    int depth = 0;
    for (const AtomId id : body.atoms()) depth = std::max(depth, context_.atom(id).sum_depth);
    // A sum inside may have grown since its bound variable was named: capture nothing.
    while (depends_on(context_, body, context_.bound_variable(depth))) ++depth;
    Atom atom;
    atom.kind = AtomKind::sum;
    atom.bound = context_.bound_variable(depth);
    // The parts of a body may be fractional although the whole is not; atoms are integers.
    const Rational denominator(body.common_denominator());
    atom.operands = {low_, high_, rename(body * denominator, atom.bound)};
    return Poly::atom(context_.intern(std::move(atom))) * (Rational(1) / denominator);
  }

 private:
  void check_size(const Poly& poly) const {
    if (poly.terms().size() > context_.limits.most_terms) throw TooManyTerms();
  }

  // Terms by the compound atoms with the variable inside that they contain.
  std::map<Monomial, Poly> parts(const Poly& body) const {
    std::map<Monomial, Poly> result;
    for (const Term& term : body.terms()) {
      Monomial compound;
      for (const Factor& factor : term.monomial) {
        if (factor.atom != variable_ && depends_on(context_, factor.atom, variable_)) {
          compound.push_back(factor);
        }
      }
      result[compound] += Poly(term.monomial, term.coefficient);
    }
    return result;
  }

  Poly polynomial(const Poly& body) {
    const int degree = body.degree(variable_);
    if (degree == 0) return body * count_;
    context_.spend(body.terms().size() * (low_.terms().size() + count_.terms().size()));
    const Poly shifted = replace_factor(body, variable_, Poly::atom(variable_) + low_);
    Poly result;
    for (int power = 0; power <= degree; ++power) {
      const Poly coefficient = shifted.coefficient(variable_, power);
      if (!coefficient.is_zero()) result += coefficient * sum_of_powers(power, count_);
    }
    return result;
  }

  // Pulls factors without the variable out, where all terms of the part share them.
  Poly split_off_constants(const Poly& part) {
    std::map<Monomial, Poly> by_constant;
    for (const Term& term : part.terms()) {
      Monomial constant;
      Monomial inner;
      for (const Factor& factor : term.monomial) {
        (depends_on(context_, factor.atom, variable_) ? inner : constant).push_back(factor);
      }
      by_constant[constant] += Poly(inner, term.coefficient);
    }
    Poly result;
    for (const auto& [constant, inner] : by_constant) {
      result += Poly(constant, Rational(1)) * compound(inner);
    }
    return result;
  }

  Poly compound(const Poly& body) {
    if (const auto result = geometric(body)) return *result;
    const std::vector<AtomId> atoms = compound_atoms(body);
    for (const AtomId id : atoms) {
      if (context_.atom(id).kind != AtomKind::positive) continue;
      if (const auto result = split_at_sign_change(body, id)) return *result;
    }
    if (count_.is_constant() && count_.constant_term().floor() <= context_.limits.most_enumerated) {
      return enumerate(body);
    }
    if (const auto result = blocks(body, atoms)) return *result;
    if (const auto result = residue_classes(body, atoms)) return *result;
    return unevaluated(body);
  }

  // The compound atoms with the variable inside, those inside others too, outermost first.
  std::vector<AtomId> compound_atoms(const Poly& body) const {
    std::vector<AtomId> result;
    collect_compound(body, result);
    return result;
  }

  void collect_compound(const Poly& poly, std::vector<AtomId>& result) const {
    for (const AtomId id : poly.atoms()) {
      if (id == variable_ || !depends_on(context_, id, variable_)) continue;
      if (std::find(result.begin(), result.end(), id) != result.end()) continue;
      result.push_back(id);
      const Atom& atom = context_.atom(id);
      // What a sum adds up mentions a variable that has no meaning outside.
      const std::size_t open = atom.kind == AtomKind::sum ? 2 : atom.operands.size();
      for (std::size_t i = 0; i < open; ++i) collect_compound(atom.operands[i], result);
    }
  }

  // c * base^(variable + offset), times itself perhaps.
  std::optional<Poly> geometric(const Poly& body) {
    if (body.terms().size() != 1 || body.terms().front().monomial.size() != 1) return std::nullopt;
    const Term& term = body.terms().front();
    const Factor& factor = term.monomial.front();
    const Atom& atom = context_.atom(factor.atom);
    if (atom.kind != AtomKind::power) return std::nullopt;
    const auto exponent = as_linear(context_, atom.operands[0], variable_);
    if (!exponent || exponent->slope != Poly(1)) return std::nullopt;
    const Poly first = exponent->offset + low_;
    if (!prove_nonnegative(context_, first)) return std::nullopt;
    const Integer ratio = integer_power(atom.base, factor.power);
    const std::int64_t base = to_int64(ratio);
    return power_of(context_, base, first) * (power_of(context_, base, count_) - Poly(1)) *
           (term.coefficient / Rational(ratio - 1));
  }

  Poly over_replaced(const Poly& low, const Poly& high, const Poly& body, AtomId id,
                     const Poly& value) {
    const ScopedRange within(context_, variable_, {low, high, false});
    return sum_over(context_, variable_, low, high, replace_atom(context_, body, id, value));
  }

  // Also where this part of the domain is empty: it becomes a divisor.
  bool is_positive_everywhere(const Poly& poly) {
    if (poly.is_constant()) return poly.constant_term().is_positive();
    const ScopedHiddenFacts hidden(context_);
    return prove_positive(context_, poly);
  }

  std::optional<Poly> split_at_sign_change(const Poly& body, AtomId id) {
    const Poly operand = context_.atom(id).operands[0];
    const auto linear = as_linear(context_, operand, variable_);
    if (!linear) return std::nullopt;
    const bool rising = is_positive_everywhere(linear->slope);
    if (!rising && !is_positive_everywhere(-linear->slope)) return std::nullopt;
    // The operand is <= 0 up to `last` when it rises, >= 0 up to `last` when it falls.
    const Poly last = rising ? floor_div(context_, -linear->offset, linear->slope)
                             : floor_div(context_, linear->offset, -linear->slope);
    return over_replaced(low_, min(context_, high_, last), body, id, rising ? Poly() : operand) +
           over_replaced(max(context_, low_, last + Poly(1)), high_, body, id,
                         rising ? operand : Poly());
  }

  Poly enumerate(const Poly& body) {
    Poly result;
    const Integer count = count_.constant_term().floor();
    for (Integer i = 0; i < count; ++i) {
      result += substitute(context_, body, variable_, low_ + Poly(i));
      check_size(result);
    }
    return result;
  }

  struct Digits {
    Poly divisor;
    Poly offset;              // floor((variable + offset) / divisor)
    bool descending = false;  // floor((offset - variable) / divisor)
  };

  // The floor with slope +-1 and the smallest divisor, which must be provably positive.
  std::optional<Digits> pick_digits(const std::vector<AtomId>& atoms) {
    std::optional<Digits> best;
    for (const AtomId id : atoms) {
      const Atom& atom = context_.atom(id);
      if (atom.kind != AtomKind::floor || depends_on(context_, atom.operands[1], variable_))
        continue;
      const auto linear = as_linear(context_, atom.operands[0], variable_);
      if (!linear || !linear->slope.is_constant() || !is_integral(context_, linear->offset))
        continue;
      const Rational slope = linear->slope.constant_term();
      if (!(slope * slope == Rational(1)) || !is_positive_everywhere(atom.operands[1])) continue;
      if (best && !prove_nonnegative(context_, best->divisor - atom.operands[1])) continue;
      best = Digits{atom.operands[1], linear->offset, slope.is_negative()};
    }
    return best;
  }

  // With w = variable + offset = divisor*q + r: whole blocks q, and what is left at both ends.
  std::optional<Poly> blocks(const Poly& body, const std::vector<AtomId>& atoms) {
    const auto digits = pick_digits(atoms);
    if (!digits) return std::nullopt;
    const Poly& divisor = digits->divisor;
    // A descending sum runs over w = offset - variable, from the other end.
    const Poly first = digits->descending ? digits->offset - high_ : low_ + digits->offset;
    const Poly end = first + count_;
    const Poly first_block = floor_div(context_, first, divisor);
    const Poly end_block = floor_div(context_, end, divisor);
    const Temporary q(context_);
    const Temporary r(context_);
    const auto original = [&](const Poly& w) {
      return digits->descending ? digits->offset - w : w - digits->offset;
    };
    const auto block_part = [&](const Poly& block, const Poly& size) {
      const ScopedRange within(context_, r.id(), {Poly(), size - Poly(1), false});
      const Poly inner =
          substitute(context_, body, variable_, original(divisor * block + r.poly()));
      return sum_over(context_, r.id(), Poly(), size - Poly(1), inner);
    };
    Poly whole;
    {
      const ScopedRange within(context_, q.id(), {first_block, end_block - Poly(1), false});
      whole = block_part(q.poly(), divisor);
      whole = sum_over(context_, q.id(), first_block, end_block - Poly(1), whole);
    }
    return whole + block_part(end_block, remainder(end, divisor, end_block)) -
           block_part(first_block, remainder(first, divisor, first_block));
  }

  static Poly remainder(const Poly& value, const Poly& divisor, const Poly& quotient) {
    return value - divisor * quotient;
  }

  // variable = low + period*q + i makes every floor linear in q.
  std::optional<Poly> residue_classes(const Poly& body, const std::vector<AtomId>& atoms) {
    Integer period = 1;
    for (const AtomId id : atoms) {
      const Atom& atom = context_.atom(id);
      if (atom.kind != AtomKind::floor || !atom.operands[1].is_constant()) continue;
      const auto linear = as_linear(context_, atom.operands[0], variable_);
      if (!linear || !linear->slope.is_constant()) continue;
      const Rational per_step = linear->slope.constant_term() / atom.operands[1].constant_term();
      period = lcm(period, per_step.denominator());
    }
    if (period == 1 || period > context_.limits.most_residue_classes) return std::nullopt;
    const Temporary q(context_);
    Poly result;
    for (Integer i = 0; i < period; ++i) {
      const Poly size = floor_div(context_, count_ + Poly(period - 1 - i), Poly(period));
      const ScopedRange within(context_, q.id(), {Poly(), size - Poly(1), false});
      const Poly value = low_ + q.poly() * Rational(period) + Poly(i);
      result += sum_over(context_, q.id(), Poly(), size - Poly(1),
                         substitute(context_, body, variable_, value));
    }
    return result;
  }

  Poly rename(const Poly& body, AtomId bound) {
    // Simplification while renaming may use the variable's range under its new name.
    const ScopedRange within(context_, bound, {low_, high_, false});
    return substitute(context_, body, variable_, Poly::atom(bound));
  }

  Context& context_;
  AtomId variable_;
  Poly low_;
  Poly high_;
  Poly count_;
};

}  // namespace

Poly trip_count(Context& context, const Poly& low, const Poly& high) {
  return positive_part(context, high - low + Poly(1));
}

Poly sum_over(Context& context, AtomId variable, const Poly& low, const Poly& high,
              const Poly& body) {
  context.spend(body.terms().size());
  const WorkScope work(context);
  Summation summation(context, variable, low, high);
  const ScopedRange within(context, variable, {low, high, false});
  if (work.exhausted()) return summation.unevaluated(body);
  try {
    return summation.run(body);
  } catch (const Overflow&) {
    return summation.unevaluated(body);
  } catch (const TooManyTerms&) {
    return summation.unevaluated(body);
  }
}

}  // namespace clgauge::symbolic
