#include "collector/analysis/condition.h"

#include <algorithm>
#include <utility>

#include "collector/symbolic/prover.h"

namespace clgauge::collector {
namespace {

using symbolic::Context;
using symbolic::Poly;

// More pieces than hand-written control flow has; beyond, a condition is counted as always taken.
constexpr std::size_t kMostPieces = 64;

// Adds a constraint; false when it contradicts itself or the piece.
bool constrain(Context& context, Conjunction& piece, const Poly& constraint) {
  if (constraint.is_constant()) return !constraint.constant_term().is_negative();
  if (symbolic::prove_nonnegative(context, constraint)) return true;
  if (symbolic::prove_nonnegative(context, Poly(-1) - constraint)) return false;
  for (Poly& known : piece) {
    const Poly sum = known + constraint;
    if (sum.is_constant() && sum.constant_term().is_negative()) return false;
    const Poly excess = known - constraint;
    if (!excess.is_constant()) continue;
    if (excess.constant_term().is_positive()) known = constraint;  // the stronger of the two stays
    return true;
  }
  piece.push_back(constraint);
  return true;
}

}  // namespace

Condition both(Context& context, const Condition& a, const Condition& b) {
  Condition result{{}, a.exact && b.exact, a.data_dependent || b.data_dependent};
  for (const Conjunction& left : a.pieces) {
    for (const Conjunction& right : b.pieces) {
      Conjunction piece = left;
      const bool possible = std::all_of(right.begin(), right.end(), [&](const Poly& constraint) {
        return constrain(context, piece, constraint);
      });
      if (possible) result.pieces.push_back(std::move(piece));
    }
  }
  if (result.pieces.size() > kMostPieces) return Condition::unknown(result.data_dependent);
  return result;
}

Condition either(const Condition& a, const Condition& b) {
  // Pieces that are not exact may overlap: adding them up could exceed every bound.
  const bool data_dependent = a.data_dependent || b.data_dependent;
  if (a.is_never() && a.exact) return b;
  if (b.is_never() && b.exact) return a;
  if (!a.exact || !b.exact || a.pieces.size() + b.pieces.size() > kMostPieces) {
    return Condition::unknown(data_dependent);
  }
  Condition result = a;
  result.pieces.insert(result.pieces.end(), b.pieces.begin(), b.pieces.end());
  return result;
}

Poly indicator_of(Context& context, const Condition& condition) {
  Poly sum;
  for (const Conjunction& piece : condition.pieces) {
    Poly product(1);
    for (const Poly& constraint : piece) product *= symbolic::indicator(context, constraint);
    sum += product;
  }
  return sum;
}

}  // namespace clgauge::collector
