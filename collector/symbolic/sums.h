#pragma once

#include <vector>

#include "collector/symbolic/context.h"

namespace clgauge::symbolic {

// The sum of `body` over the integers low <= variable <= high, 0 when there are none. In closed
// form where the methods of sums.cpp reach (polynomials, max(0, .), floor, powers, few terms),
// otherwise an unevaluated sum atom, which evaluates exactly all the same. `body` may rely on the
// variable lying within low..high. The result does not contain `variable`.
[[nodiscard]] Poly sum_over(Context& context, AtomId variable, const Poly& low, const Poly& high,
                            const Poly& body);

// How many integer points satisfy all constraints >= 0 with each variable in its low..high (which
// may mention earlier variables), as an unevaluated sum: exact, made without any simplification,
// but evaluated by walking through the points. For domains that are too much work for sum_over.
struct SummationRange {
  AtomId variable = 0;
  Poly low;
  Poly high;
};
[[nodiscard]] Poly unevaluated_count(Context& context, const std::vector<SummationRange>& ranges,
                                     const std::vector<Poly>& constraints);

// max(0, high - low + 1): how many integers lie in low..high.
[[nodiscard]] Poly trip_count(Context& context, const Poly& low, const Poly& high);

// The sum as an unevaluated atom, made without any simplification: for sums that nest so deep that
// looking into them takes longer than adding them up.
[[nodiscard]] Poly unevaluated_sum(Context& context, AtomId variable, const Poly& low,
                                   const Poly& high, const Poly& body);

// How deep sums nest in a polynomial.
[[nodiscard]] int sum_depth(const Context& context, const Poly& poly);

// The sum of j^exponent over 0 <= j < count, a polynomial in count (Faulhaber's formula).
[[nodiscard]] Poly sum_of_powers(int exponent, const Poly& count);

}  // namespace clgauge::symbolic
