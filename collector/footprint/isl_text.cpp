#include "collector/footprint/isl_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "collector/symbolic/operations.h"
#include "collector/symbolic/print.h"
#include "collector/symbolic/prover.h"

namespace clgauge::collector {

using symbolic::Atom;
using symbolic::AtomId;
using symbolic::AtomKind;
using symbolic::Factor;
using symbolic::Monomial;
using symbolic::Poly;
using symbolic::Rational;
using symbolic::Term;

std::string IslText::variable(AtomId id) { return fmt::format("v{}", id); }

bool IslText::depends_on_variables(AtomId atom) const {
  const auto& symbols = context_.atom(atom).free_symbols;
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](AtomId symbol) { return variables_.count(symbol) != 0; });
}

std::string IslText::parameter(const Poly& poly) {
  for (const auto& [name, meaning] : meanings_) {
    if (meaning == poly) return name;
  }
  std::string name = fmt::format("p{}", order_.size());
  order_.push_back(name);
  meanings_.emplace(name, poly);
  return name;
}

const Poly& IslText::meaning(const std::string& name) const { return meanings_.at(name); }

std::optional<std::string> IslText::factor(const Monomial& monomial) {
  const bool varies = std::any_of(monomial.begin(), monomial.end(), [&](const Factor& factor) {
    return depends_on_variables(factor.atom);
  });
  if (!varies) return parameter(Poly(monomial, Rational(1)));
  if (monomial.size() != 1 || monomial.front().power != 1) return std::nullopt;
  const AtomId id = monomial.front().atom;
  const Atom& atom = context_.atom(id);
  if (atom.kind == AtomKind::symbol) return variable(id);
  if (atom.kind != AtomKind::floor || !atom.operands[1].is_constant()) return std::nullopt;
  const auto dividend = expression(atom.operands[0]);
  if (!dividend) return std::nullopt;
  return fmt::format("floor(({})/{})", *dividend, atom.operands[1].constant_term().text());
}

std::optional<std::string> IslText::expression(const Poly& poly) {
  std::string text = "0";
  for (const Term& term : poly.terms()) {
    if (!term.coefficient.is_integer()) return std::nullopt;
    const std::string coefficient = term.coefficient.text();
    if (term.monomial.empty()) {
      text += fmt::format(" + {}", coefficient);
      continue;
    }
    const auto name = factor(term.monomial);
    if (!name) return std::nullopt;
    text += fmt::format(" + {}*{}", coefficient, *name);
  }
  return text;
}

std::optional<std::string> IslText::constraint(const Poly& poly) {
  const Poly scaled = poly * Rational(poly.common_denominator());
  for (const AtomId id : scaled.atoms()) {
    const Atom& atom = context_.atom(id);
    if (atom.kind != AtomKind::positive || !depends_on_variables(id)) continue;
    const Poly factor = scaled.coefficient(id, 1);
    if (scaled.degree(id) != 1 || !factor.is_constant()) return std::nullopt;
    const auto zero = constraint(symbolic::replace_factor(scaled, id, Poly()));
    const auto operand = constraint(symbolic::replace_factor(scaled, id, atom.operands[0]));
    if (!zero || !operand) return std::nullopt;
    // The larger of two: one suffices when it counts upwards, both are needed when downwards.
    const char* either_or_both = factor.constant_term().is_positive() ? "or" : "and";
    return fmt::format("(({}) {} ({}))", *zero, either_or_both, *operand);
  }
  const auto text = expression(scaled);
  if (!text) return std::nullopt;
  return fmt::format("{} >= 0", *text);
}

std::string IslText::parameters() const { return fmt::format("[{}] -> ", fmt::join(order_, ", ")); }

std::string IslText::known_of_parameters() {
  std::string known = "true";
  const auto add = [&](const Poly& nonnegative) {
    if (const auto text = constraint(nonnegative)) known += fmt::format(" and {}", *text);
  };
  for (std::size_t i = 0; i < order_.size(); ++i) {  // grows while constraints are written
    const Poly meaning = meanings_.at(order_[i]);
    const AtomId* id = meaning.as_atom();
    const bool is_symbol = id != nullptr && context_.atom(*id).kind == AtomKind::symbol;
    if (!is_symbol) {
      if (symbolic::prove_nonnegative(context_, meaning)) add(meaning);
      continue;
    }
    const symbolic::Range range = context_.range(*id);
    for (const auto& [bound, sign] : {std::pair(range.low, 1), std::pair(range.high, -1)}) {
      if (!bound || !bound->is_constant()) continue;
      add((meaning - *bound) * Rational(sign));
      if (range.assumed) {
        context_.record_assumption(
            fmt::format("{} {} {}", context_.atom(*id).name,
                        sign > 0 ? ">=" : "<=", symbolic::print(context_, *bound)));
      }
    }
    const symbolic::Integer divisor = context_.known_divisor(*id);
    if (divisor != 1) {
      known += fmt::format(" and ({}) mod {} = 0", order_[i], symbolic::to_string(divisor));
      context_.record_assumption(symbolic::divisibility(context_, *id));
    }
  }
  return known;
}

}  // namespace clgauge::collector
