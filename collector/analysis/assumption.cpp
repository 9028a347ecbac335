#include "collector/analysis/assumption.h"

#include <array>
#include <string_view>

#include "base/error.h"
#include "collector/symbolic/operations.h"
#include "collector/symbolic/parse.h"

namespace clgauge::collector {
namespace {

using symbolic::Context;
using symbolic::Poly;

Error bad_assumption(const std::string& text, const std::string& what) {
  return Error(ErrorKind::input, "assumption '" + text + "': " + what +
                                     "; write for example 'n >= 16', 'k < n' or 'n % 16 == 0'");
}

struct Relation {
  std::size_t at = std::string::npos;
  std::string_view sign;
};

Relation find_relation(const std::string& text) {
  constexpr std::array<std::string_view, 5> kSigns{">=", "<=", "==", ">", "<"};
  for (const std::string_view sign : kSigns) {
    const std::size_t at = text.find(sign);
    if (at != std::string::npos) return {at, sign};
  }
  return {};
}

// The position of a '%' outside parentheses.
std::size_t find_modulo(const std::string& text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == '%' && depth == 0) return i;
  }
  return std::string::npos;
}

}  // namespace

Assumption parse_assumption(Context& context, const std::string& text) {
  const Relation relation = find_relation(text);
  if (relation.at == std::string::npos) throw bad_assumption(text, "no relation found");
  const std::string left_text = text.substr(0, relation.at);
  const std::string right_text = text.substr(relation.at + relation.sign.size());
  const auto parse = [&](const std::string& part) {
    return symbolic::parse(context, part, symbolic::Division::floor);
  };
  const Poly right = parse(right_text);
  if (const std::size_t modulo = find_modulo(left_text); modulo != std::string::npos) {
    const Poly divisor = parse(left_text.substr(modulo + 1));
    if (relation.sign != "==" || !right.is_zero() || !divisor.is_constant() ||
        !divisor.constant_term().is_integer() || !divisor.constant_term().is_positive()) {
      throw bad_assumption(text, "a remainder must equal 0 and its divisor be a number");
    }
    return {Assumption::Kind::divisible, parse(left_text.substr(0, modulo)),
            symbolic::to_int64(divisor.constant_term().numerator())};
  }
  const Poly left = parse(left_text);
  if (relation.sign == "==") return {Assumption::Kind::equal, left - right, 1};
  if (relation.sign == ">=") return {Assumption::Kind::at_least, left - right, 1};
  if (relation.sign == "<=") return {Assumption::Kind::at_least, right - left, 1};
  if (relation.sign == ">") return {Assumption::Kind::at_least, left - right - Poly(1), 1};
  return {Assumption::Kind::at_least, right - left - Poly(1), 1};
}

void apply(Context& context, const Assumption& assumption) {
  if (assumption.kind == Assumption::Kind::divisible) {
    const symbolic::AtomId* symbol = assumption.difference.as_atom();
    if (symbol == nullptr || context.atom(*symbol).kind != symbolic::AtomKind::symbol) {
      throw Error(ErrorKind::input,
                  "assumption: only a single symbol can be assumed divisible, as in 'n % 16 == 0'");
    }
    context.assume_divisible(*symbol,
                             symbolic::to_int64(symbolic::lcm(context.known_divisor(*symbol),
                                                              assumption.divisor)));
    return;
  }
  // "n >= 16" is a bound of the symbol, which proofs use more readily than a fact.
  const Poly& difference = assumption.difference;
  const auto atoms = difference.atoms();
  if (assumption.kind == Assumption::Kind::at_least && atoms.size() == 1 &&
      difference.degree(atoms[0]) == 1 &&
      context.atom(atoms[0]).kind == symbolic::AtomKind::symbol) {
    const symbolic::Rational slope = difference.coefficient(atoms[0], 1).constant_term();
    const symbolic::Rational bound = -difference.constant_term() / slope;
    if (slope.is_positive()) {
      const symbolic::Integer low = -(-bound).floor();
      const auto& known = context.range(atoms[0]).low;
      const bool better = !known || (known->is_constant() &&
                                     known->constant_term() < symbolic::Rational(low));
      if (better) context.assume_at_least(atoms[0], symbolic::to_int64(low));
    } else {
      context.assume_at_most(atoms[0], symbolic::to_int64(bound.floor()));
    }
    return;
  }
  context.push_fact(difference, /*assumed=*/true);
  if (assumption.kind == Assumption::Kind::equal) context.push_fact(-difference, true);
}

bool violates(const Context& context, const Assumption& assumption,
              const symbolic::Values& values) {
  const auto difference = symbolic::evaluate(context, assumption.difference, values);
  if (!difference) return false;
  switch (assumption.kind) {
    case Assumption::Kind::at_least:
      return difference->is_negative();
    case Assumption::Kind::equal:
      return !difference->is_zero();
    case Assumption::Kind::divisible:
      return !(*difference / symbolic::Rational(assumption.divisor)).is_integer();
  }
  return false;
}

Bindings known_values(const LaunchDescription& launch) {
  Context context;
  symbolic::Values values;
  Bindings known;
  // Each round may settle values that mention those of the round before.
  for (std::size_t round = 0; round <= launch.args.size(); ++round) {
    for (const auto& [name, text] : launch.args) {
      if (known.count(name) != 0) continue;
      const Poly poly = symbolic::parse(context, text, symbolic::Division::floor);
      const auto value = symbolic::evaluate(context, poly, values);
      if (!value) continue;
      if (!value->is_integer()) {
        throw Error(ErrorKind::input, "launch: --arg " + name + "=" + text + " is not an integer");
      }
      known[name] = symbolic::to_int64(value->numerator());
      values[context.symbol_id(name)] = value->numerator();
    }
  }
  return known;
}

}  // namespace clgauge::collector
