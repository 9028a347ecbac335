#include "collector/footprint/delinearise.h"

#include <algorithm>
#include <utility>

#include "collector/symbolic/operations.h"

namespace clgauge::collector {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Factor;
using symbolic::Integer;
using symbolic::Monomial;
using symbolic::Poly;
using symbolic::Rational;
using symbolic::Term;

namespace {

int degree(const Monomial& monomial) {
  int sum = 0;
  for (const Factor& factor : monomial) sum += factor.power;
  return sum;
}

int degree(const Poly& poly) {
  int most = 0;
  for (const Term& term : poly.terms()) most = std::max(most, degree(term.monomial));
  return most;
}

const Term& leading(const Poly& poly) {
  return *std::max_element(poly.terms().begin(), poly.terms().end(),
                           [](const Term& a, const Term& b) {
                             const int x = degree(a.monomial);
                             const int y = degree(b.monomial);
                             return x != y ? x < y : a.monomial < b.monomial;
                           });
}

bool depends_on_any(const Context& context, const Poly& poly,
                    const std::vector<Reference::Variable>& variables) {
  return std::any_of(variables.begin(), variables.end(), [&](const Reference::Variable& variable) {
    return symbolic::depends_on(context, poly, variable.id);
  });
}

// The offset as a sum of coefficient * atom with the variables in the atoms only.
struct LinearForm {
  std::vector<std::pair<AtomId, Poly>> terms;
  Poly rest;
};

std::optional<LinearForm> linear_form(const Context& context, const Reference& reference) {
  LinearForm form;
  form.rest = reference.offset;
  for (const AtomId atom : reference.offset.atoms()) {
    if (!depends_on_any(context, Poly::atom(atom), reference.variables)) continue;
    if (reference.offset.degree(atom) != 1) return std::nullopt;
    const Poly coefficient = reference.offset.coefficient(atom, 1);
    if (depends_on_any(context, coefficient, reference.variables)) return std::nullopt;
    if (coefficient.common_denominator() != 1) return std::nullopt;
    form.terms.emplace_back(atom, coefficient);
    form.rest -= coefficient * Poly::atom(atom);
  }
  if (form.rest.common_denominator() != 1) return std::nullopt;
  return form;
}

// The integer that divides all coefficients, negative when the leading one is.
Integer content_of(const Poly& poly) {
  Integer content = 0;
  for (const Term& term : poly.terms()) {
    content = symbolic::gcd(content, term.coefficient.numerator());
  }
  return leading(poly).coefficient.is_negative() ? -content : content;
}

// Whole multiples of the strides from `first` on; nothing when something is left over.
std::optional<std::vector<Poly>> whole_multiples(Poly poly, const Strides& strides,
                                                 std::size_t first) {
  std::vector<Poly> result(strides.size());
  for (std::size_t i = first; i < strides.size(); ++i) {
    const Quotient step = divide_with_remainder(poly, strides[i]);
    if (!step.quotient.is_constant()) continue;
    result[i] = step.quotient;
    poly = step.remainder;
  }
  if (!poly.is_zero()) return std::nullopt;
  return result;
}

}  // namespace

Quotient divide_with_remainder(const Poly& dividend, const Poly& divisor) {
  Quotient result;
  const Term by = leading(divisor);
  Poly left = dividend;
  Monomial monomial;
  while (!left.is_zero()) {
    const Term term = leading(left);
    const Rational ratio = term.coefficient / by.coefficient;
    Poly step(term.monomial, term.coefficient);
    if (ratio.is_integer() && symbolic::divide(term.monomial, by.monomial, monomial)) {
      const Poly factor(monomial, ratio);
      result.quotient += factor;
      step = factor * divisor;
    } else {
      result.remainder += step;
    }
    left -= step;
  }
  return result;
}

std::optional<Strides> common_strides(const Context& context,
                                      const std::vector<Reference>& references) {
  // 16*n, -n and 8*n are all steps of n; 16*n and 32*n are steps of 16*n.
  std::vector<std::pair<Poly, Integer>> contents;
  for (const Reference& reference : references) {
    const auto form = linear_form(context, reference);
    if (!form) return std::nullopt;
    for (const auto& [atom, coefficient] : form->terms) {
      const Integer content = content_of(coefficient);
      const Poly stride = coefficient * Rational(1, content);
      const auto known = std::find_if(contents.begin(), contents.end(), [&](const auto& candidate) {
        return candidate.first == stride;
      });
      if (known == contents.end()) {
        contents.emplace_back(stride, content < 0 ? -content : content);
      } else {
        known->second = symbolic::gcd(known->second, content);
      }
    }
  }
  Strides strides{Poly(1)};
  for (const auto& [stride, content] : contents) {
    if (!stride.is_constant()) strides.push_back(stride * Rational(content));
  }
  std::sort(strides.begin(), strides.end(), [](const Poly& a, const Poly& b) {
    const int x = degree(a);
    const int y = degree(b);
    return x != y ? x > y : a.terms().size() > b.terms().size();
  });
  // A diagonal's stride n + 1 is a step along two others.
  for (std::size_t i = 0; i + 1 < strides.size();) {
    if (whole_multiples(strides[i], strides, i + 1)) {
      strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  for (std::size_t i = 0; i + 1 < strides.size(); ++i) {
    if (!divide_with_remainder(strides[i], strides[i + 1]).remainder.is_zero()) {
      return std::nullopt;
    }
  }
  return strides;
}

std::optional<std::vector<Poly>> subscripts(const Context& context, const Reference& reference,
                                            const Strides& strides) {
  const auto form = linear_form(context, reference);
  if (!form) return std::nullopt;
  std::vector<Poly> result;
  Poly rest = form->rest;
  for (const Poly& stride : strides) {
    const Quotient step = divide_with_remainder(rest, stride);
    result.push_back(step.quotient);
    rest = step.remainder;
  }
  for (const auto& [atom, coefficient] : form->terms) {
    const auto multiples = whole_multiples(coefficient, strides, 0);
    if (!multiples) return std::nullopt;
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] += (*multiples)[i] * Poly::atom(atom);
    }
  }
  return result;
}

}  // namespace clgauge::collector
