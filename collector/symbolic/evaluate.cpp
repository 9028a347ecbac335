#include "collector/symbolic/evaluate.h"

#include <algorithm>

namespace clgauge::symbolic {
namespace {

struct MissingValue {};

class Evaluator {
 public:
  Evaluator(const Context& context, const Values& values, std::int64_t most_terms)
      : context_(context), values_(values), terms_left_(most_terms) {}

  Rational value(const Poly& poly) {
    Rational sum;
    for (const Term& term : poly.terms()) {
      Rational product = term.coefficient;
      for (const Factor& factor : term.monomial) {
        const Rational base(value(factor.atom));
        for (int i = 0; i < factor.power; ++i) product = product * base;
      }
      sum = sum + product;
    }
    return sum;
  }

 private:
  Integer whole(const Poly& poly) { return value(poly).floor(); }

  Integer value(AtomId id) {
    const Atom& atom = context_.atom(id);
    switch (atom.kind) {
      case AtomKind::symbol: {
        const auto found = values_.find(id);
        if (found == values_.end()) throw MissingValue();
        return found->second;
      }
      case AtomKind::floor:
        return (value(atom.operands[0]) / value(atom.operands[1])).floor();
      case AtomKind::positive:
        return std::max(Integer(0), whole(atom.operands[0]));
      case AtomKind::power:
        return integer_power(atom.base, whole(atom.operands[0]));
      case AtomKind::log:
        return integer_log(atom.base, whole(atom.operands[0]));
      case AtomKind::bitwise_and:
        return whole(atom.operands[0]) & whole(atom.operands[1]);
      case AtomKind::bitwise_or:
        return whole(atom.operands[0]) | whole(atom.operands[1]);
      case AtomKind::bitwise_xor:
        return whole(atom.operands[0]) ^ whole(atom.operands[1]);
      case AtomKind::sum:
        return sum(atom);
    }
    throw Error(ErrorKind::internal, "an atom of unknown kind");
  }

  Integer sum(const Atom& atom) {
    const Integer low = whole(atom.operands[0]);
    const Integer high = whole(atom.operands[1]);
    const auto outer = values_.find(atom.bound);
    const std::optional<Integer> hidden =
        outer == values_.end() ? std::nullopt : std::optional<Integer>(outer->second);
    Rational result;
    for (Integer i = low; i <= high; ++i) {
      if (--terms_left_ < 0) {
        throw Error(ErrorKind::input, "a sum has too many terms to add up; use smaller sizes");
      }
      values_[atom.bound] = i;
      result = result + value(atom.operands[2]);
    }
    if (hidden) {
      values_[atom.bound] = *hidden;
    } else {
      values_.erase(atom.bound);
    }
    return result.floor();
  }

  const Context& context_;
  Values values_;
  std::int64_t terms_left_;
};

}  // namespace

std::optional<Rational> evaluate(const Context& context, const Poly& poly, const Values& values,
                                 std::int64_t most_terms) {
  try {
    return Evaluator(context, values, most_terms).value(poly);
  } catch (const MissingValue&) {
    return std::nullopt;
  }
}

}  // namespace clgauge::symbolic
