#include "collector/symbolic/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"

namespace clgauge::symbolic {
namespace {

std::string print_checked(const Context& context, const Poly& poly);

std::string print_atom(const Context& context, AtomId id) {
  const Atom& atom = context.atom(id);
  const auto operand = [&](std::size_t i) { return print_checked(context, atom.operands[i]); };
  switch (atom.kind) {
    case AtomKind::symbol:
      return fmt::format("{}{}", atom.opaque ? "@" : "", atom.name);
    case AtomKind::floor: {
      const bool plain = atom.operands[1].is_constant() || atom.operands[1].as_atom() != nullptr;
      const std::string dividend =
          atom.operands[0].terms().size() == 1 ? operand(0) : fmt::format("({})", operand(0));
      return plain ? fmt::format("floor({}/{})", dividend, operand(1))
                   : fmt::format("floor({}/({}))", dividend, operand(1));
    }
    case AtomKind::positive:
      return fmt::format("max(0, {})", operand(0));
    case AtomKind::power:
      return fmt::format("pow({}, {})", atom.base, operand(0));
    case AtomKind::log:
      return fmt::format("ilog({}, {})", atom.base, operand(0));
    case AtomKind::bitwise_and:
      return fmt::format("bitand({}, {})", operand(0), operand(1));
    case AtomKind::bitwise_or:
      return fmt::format("bitor({}, {})", operand(0), operand(1));
    case AtomKind::bitwise_xor:
      return fmt::format("bitxor({}, {})", operand(0), operand(1));
    case AtomKind::sum:
      return fmt::format("sum({}, {}, {}, {})", context.atom(atom.bound).name, operand(0),
                         operand(1), operand(2));
  }
  return {};
}

// How long a text will be, about: what occurs in several places is written in each, so that a few
// nested remainders can be longer than any memory.
class Length {
 public:
  explicit Length(const Context& context) : context_(context) {}
  double of(const Poly& poly) {
    double length = 0;
    for (const Term& term : poly.terms()) {
      for (const Factor& factor : term.monomial) length += of(factor.atom);
      ++length;
    }
    return length;
  }

 private:
  double of(AtomId id) {
    if (const auto known = known_.find(id); known != known_.end()) return known->second;
    double length = 1;
    for (const Poly& operand : context_.atom(id).operands) length += of(operand);
    known_[id] = length;
    return length;
  }

  const Context& context_;
  std::unordered_map<AtomId, double> known_;
};

void check_length(const Context& context, const Poly& poly) {
  constexpr std::size_t kFewAtoms = 16;  // that cannot be a long text
  const auto atoms = poly.atoms();
  const bool nests = std::any_of(atoms.begin(), atoms.end(), [&](AtomId id) {
    return context.atom(id).inside.size() > kFewAtoms;
  });
  if (nests && Length(context).of(poly) > context.limits.most_printed) {
    throw Error(
        ErrorKind::input,
        fmt::format("an expression is too long to write down (more than {:.0f} operations); "
                    "nest fewer remainders and divisions",
                    context.limits.most_printed));
  }
}

struct PrintedTerm {
  int degree = 0;
  std::vector<std::pair<bool, std::string>> factors;  // compound atoms after symbols
  Integer coefficient = 0;
};

// Higher degrees first, then alphabetically.
bool stands_before(const PrintedTerm& a, const PrintedTerm& b) {
  return a.degree != b.degree ? a.degree > b.degree : a.factors < b.factors;
}

std::string print_checked(const Context& context, const Poly& poly) {
  if (poly.is_zero()) return "0";
  const Integer denominator = poly.common_denominator();
  std::vector<PrintedTerm> terms;
  for (const Term& term : poly.terms()) {
    PrintedTerm printed;
    for (const Factor& factor : term.monomial) {
      printed.degree += factor.power;
      const std::string base = print_atom(context, factor.atom);
      printed.factors.emplace_back(
          context.atom(factor.atom).kind != AtomKind::symbol,
          factor.power == 1 ? base : fmt::format("{}^{}", base, factor.power));
    }
    std::sort(printed.factors.begin(), printed.factors.end());
    printed.coefficient = (term.coefficient * Rational(denominator)).numerator();
    terms.push_back(std::move(printed));
  }
  std::sort(terms.begin(), terms.end(), stands_before);

  std::string text;
  for (const PrintedTerm& term : terms) {
    const bool negative = term.coefficient < 0;
    const Integer magnitude = negative ? checked_negate(term.coefficient) : term.coefficient;
    if (!text.empty()) {
      text += negative ? " - " : " + ";
    } else if (negative) {
      text += '-';
    }
    if (term.factors.empty() || magnitude != 1) text += to_string(magnitude);
    for (std::size_t i = 0; i < term.factors.size(); ++i) {
      if (i > 0 || magnitude != 1) text += '*';
      text += term.factors[i].second;
    }
  }
  if (denominator == 1) return text;
  return terms.size() == 1 ? fmt::format("{}/{}", text, to_string(denominator))
                           : fmt::format("({})/{}", text, to_string(denominator));
}

}  // namespace

double printed_length(const Context& context, const Poly& poly) { return Length(context).of(poly); }

std::string print(const Context& context, const Poly& poly) {
  check_length(context, poly);
  return print_checked(context, poly);
}

}  // namespace clgauge::symbolic
