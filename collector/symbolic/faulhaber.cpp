#include <vector>

#include "collector/symbolic/sums.h"

namespace clgauge::symbolic {
namespace {

constexpr int kTabulated = 16;

using Coefficients = std::vector<Rational>;  // by power of the count

// With F_k(s) the sum of j^k over 0 <= j < s, telescoping (j+1)^(k+1) - j^(k+1) gives
// s^(k+1) = sum over i <= k of binomial(k+1, i) * F_i(s).
std::vector<Coefficients> tabulate() {
  std::vector<Coefficients> table;
  for (int k = 0; k <= kTabulated; ++k) {
    Coefficients row(static_cast<std::size_t>(k) + 2);
    row.back() = Rational(1);
    Rational binomial(1);
    for (int i = 0; i < k; ++i) {
      const Coefficients& lower = table[static_cast<std::size_t>(i)];
      for (std::size_t j = 0; j < lower.size(); ++j) row[j] = row[j] - binomial * lower[j];
      binomial = binomial * Rational(k + 1 - i, i + 1);
    }
    for (Rational& coefficient : row) coefficient = coefficient / Rational(k + 1);
    table.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Poly sum_of_powers(int exponent, const Poly& count) {
  static const std::vector<Coefficients> kTable = tabulate();
  if (exponent > kTabulated) throw_overflow();
  const Coefficients& row = kTable[static_cast<std::size_t>(exponent)];
  Poly result;
  for (auto coefficient = row.rbegin(); coefficient != row.rend(); ++coefficient) {
    result = result * count + Poly(*coefficient);
  }
  return result;
}

}  // namespace clgauge::symbolic
