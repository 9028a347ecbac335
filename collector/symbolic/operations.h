#pragma once

#include <optional>
#include <string>

#include "collector/symbolic/context.h"

namespace clgauge::symbolic {

// ---- Structure
// -----------------------------------------------------------------------------------

// Whether `symbol` occurs anywhere in `poly`, inside compound atoms too.
[[nodiscard]] bool depends_on(const Context& context, const Poly& poly, AtomId symbol);
[[nodiscard]] bool depends_on(const Context& context, AtomId atom, AtomId symbol);
// Whether `symbol` occurs inside a compound atom (so that `poly` is no polynomial in it).
[[nodiscard]] bool is_compound_in(const Context& context, const Poly& poly, AtomId symbol);
// Whether a value that no launch determines occurs.
[[nodiscard]] bool is_opaque(const Context& context, const Poly& poly);
// Whether every value is an integer whatever the atoms' values (known divisors count).
[[nodiscard]] bool is_integral(Context& context, const Poly& poly);
// An integer that divides the monomial's value for certain: 16 for n when n % 16 == 0 is assumed.
[[nodiscard]] Integer known_divisor(const Context& context, const Monomial& monomial);
// The assumption behind it in words, "n % 16 == 0", and its record in the context.
[[nodiscard]] std::string divisibility(const Context& context, AtomId symbol);
void record_divisibilities(Context& context, const Monomial& monomial);

// Replaces a symbol everywhere and simplifies anew. Correct for any value, ranges notwithstanding,
// as long as the value lies in the range that the symbol had when `poly` was built.
[[nodiscard]] Poly substitute(Context& context, const Poly& poly, AtomId symbol, const Poly& value);
// Replaces an atom, compound or not, wherever it occurs, and simplifies anew. The caller knows that
// the two are equal where the expression will be used.
[[nodiscard]] Poly replace_atom(Context& context, const Poly& poly, AtomId atom, const Poly& value);
// Replaces an atom where it occurs as a factor, not inside other atoms.
[[nodiscard]] Poly replace_factor(const Poly& poly, AtomId atom, const Poly& value);

// ---- Arithmetic that may make atoms
// -------------------------------------------------------------- All are exact for every integer
// value of the symbols that the context's ranges allow.

// floor(a / b), towards minus infinity; b may be any expression that is never zero.
[[nodiscard]] Poly floor_div(Context& context, const Poly& a, const Poly& b);
// -floor(-a / b)
[[nodiscard]] Poly ceil_div(Context& context, const Poly& a, const Poly& b);
// a - b * floor(a / b): in [0, b) for b > 0.
[[nodiscard]] Poly modulo(Context& context, const Poly& a, const Poly& b);
// C's a / b, which rounds towards zero; nothing when the sign of b cannot be proven.
[[nodiscard]] std::optional<Poly> trunc_div(Context& context, const Poly& a, const Poly& b);
// C's a % b, with the sign of a.
[[nodiscard]] std::optional<Poly> trunc_rem(Context& context, const Poly& a, const Poly& b);

[[nodiscard]] Poly positive_part(Context& context, const Poly& a);  // max(0, a)
[[nodiscard]] Poly max(Context& context, const Poly& a, const Poly& b);
[[nodiscard]] Poly min(Context& context, const Poly& a, const Poly& b);
// 1 where the integer-valued a >= 0, else 0.
[[nodiscard]] Poly indicator(Context& context, const Poly& a);

// base^exponent for a constant base >= 2; the exponent must not be negative where it matters: the
// value is 0 there.
[[nodiscard]] Poly power_of(Context& context, std::int64_t base, const Poly& exponent);
// floor(log_base(a)), -1 for a <= 0; base >= 2.
[[nodiscard]] Poly log_of(Context& context, std::int64_t base, const Poly& a);

// Of two's complement integers of unlimited width. Masks of the form 2^k - 1 become modulo.
[[nodiscard]] Poly bitwise_and(Context& context, const Poly& a, const Poly& b);
[[nodiscard]] Poly bitwise_or(Context& context, const Poly& a, const Poly& b);
[[nodiscard]] Poly bitwise_xor(Context& context, const Poly& a, const Poly& b);

}  // namespace clgauge::symbolic
