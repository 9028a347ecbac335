#include "lens/evaluate/conversion_calls.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "lens/evaluate/operands.h"

namespace clgauge::lens {
namespace {

using std::string_view;

struct Conversion {
  bool to_integer = false;  // else from
  bool is_signed = false;
  bool saturates = false;
  bool is_float = false;  // the other side; else double
  unsigned integer_bytes = 4;
  char rounding = 'e';  // to the nearest, z: to 0, n: down, p: up
};

bool takes(string_view& text, string_view part) noexcept {
  const bool is_there = text.substr(0, part.size()) == part;
  text.remove_prefix(is_there ? part.size() : 0);
  return is_there;
}

bool takes_integer(string_view& text, Conversion& conversion) noexcept {
  conversion.is_signed = takes(text, "i");
  if (!conversion.is_signed && !takes(text, "u")) {
    return false;
  }
  conversion.integer_bytes = takes(text, "64") ? 8 : 4;
  return conversion.integer_bytes == 8 || takes(text, "32");
}

bool takes_rounding(string_view& text, Conversion& conversion) noexcept {
  if (!takes(text, "rt") || text.empty()) {
    return false;
  }
  conversion.rounding = text.front();
  text.remove_prefix(1);
  return true;
}

// "cvtfptoi64rtznosatf", "cvtu64tofprte".
std::optional<Conversion> conversion_named(string_view text) {
  Conversion conversion;
  if (!takes(text, "cvt")) {
    return std::nullopt;
  }
  conversion.to_integer = takes(text, "fpto");
  const bool is_one = conversion.to_integer
                          ? takes_integer(text, conversion) && takes_rounding(text, conversion)
                          : takes_integer(text, conversion) && takes(text, "tofp") &&
                                takes_rounding(text, conversion) && conversion.rounding == 'e';
  if (!is_one) {
    return std::nullopt;
  }
  if (conversion.to_integer) {
    conversion.saturates = !takes(text, "no");
    if (!takes(text, "sat")) {
      return std::nullopt;
    }
  }
  conversion.is_float = takes(text, "f");
  return text.empty() ? std::optional(conversion) : std::nullopt;
}

double rounded(double value, char how) noexcept {
  switch (how) {
    case 'z':
      return std::trunc(value);
    case 'n':
      return std::floor(value);
    case 'p':
      return std::ceil(value);
    default:
      return std::nearbyint(value);
  }
}

// What does not fit is the nearest that does, or what x86 has for it.
template <typename Integer>
Integer to_integer(double value, bool saturates) noexcept {
  using Limits = std::numeric_limits<Integer>;
  const double end = 2 * static_cast<double>(Integer{1} << (Limits::digits - 1));
  if (value >= static_cast<double>(Limits::min()) && value < end) {
    return static_cast<Integer>(value);
  }
  if (!saturates) {
    return Limits::is_signed ? Limits::min() : Limits::max();
  }
  return std::isnan(value) ? Integer{0} : value < 0 ? Limits::min() : Limits::max();
}

std::uint64_t integer_of(double value, const Conversion& how) noexcept {
  value = rounded(value, how.rounding);
  if (how.integer_bytes == 4) {
    return how.is_signed
               ? static_cast<std::uint32_t>(to_integer<std::int32_t>(value, how.saturates))
               : to_integer<std::uint32_t>(value, how.saturates);
  }
  return how.is_signed ? static_cast<std::uint64_t>(to_integer<std::int64_t>(value, how.saturates))
                       : to_integer<std::uint64_t>(value, how.saturates);
}

template <typename Number>
std::uint64_t bits_of_number(std::uint64_t integer, const Conversion& how) noexcept {
  const auto narrow = static_cast<std::uint32_t>(integer);
  const Number number =
      how.integer_bytes == 4
          ? (how.is_signed ? static_cast<Number>(static_cast<std::int32_t>(narrow))
                           : static_cast<Number>(narrow))
          : (how.is_signed ? static_cast<Number>(static_cast<std::int64_t>(integer))
                           : static_cast<Number>(integer));
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof number);
  return bits;
}

std::uint64_t converted(std::uint64_t bits, const Conversion& how) noexcept {
  if (!how.to_integer) {
    return how.is_float ? bits_of_number<float>(bits, how) : bits_of_number<double>(bits, how);
  }
  if (how.is_float) {
    float number = 0;
    std::memcpy(&number, &bits, sizeof number);
    return integer_of(number, how);
  }
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  return integer_of(number, how);
}

// Nothing where a byte of it is not known.
std::optional<std::uint64_t> lane_bits(const Vector& from, unsigned lane, unsigned bytes) {
  const unsigned at = lane * bytes;
  if ((from.unknown >> at & low_bits(bytes)) != 0) {
    return std::nullopt;
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, from.bytes.data() + at, bytes);
  return bits;
}

std::optional<std::uint64_t> integer_argument(const Scalar& from, unsigned bytes) {
  if ((from.unknown & low_bits(bytes)) != 0) {
    return std::nullopt;
  }
  return from.value;
}

}  // namespace

std::optional<FunctionResult> result_of_conversion(string_view symbol, const Machine& m) {
  const auto vectors = intels_vectors(symbol);
  const auto how = vectors ? conversion_named(vectors->name) : std::nullopt;
  if (!how) {
    return std::nullopt;
  }
  const bool is_one = vectors->lanes == 1;  // whose integer is in a general register
  const unsigned number_bytes = how->is_float ? 4 : 8;
  const unsigned from_bytes = how->to_integer ? number_bytes : how->integer_bytes;
  const unsigned to_bytes = how->to_integer ? how->integer_bytes : number_bytes;
  const unsigned from_each = vectors->register_bytes / from_bytes;
  const unsigned to_each = vectors->register_bytes / to_bytes;
  FunctionResult result;
  if (is_one && how->to_integer) {
    const auto number = lane_bits(m.vector[0], 0, from_bytes);
    if (!number) {
      return std::nullopt;
    }
    result.integer = converted(*number, *how);
    return result;
  }
  result.register_count = (vectors->lanes + to_each - 1) / to_each;
  if (result.register_count > FunctionResult::kMostRegisters) {
    return std::nullopt;
  }
  for (Vector& vector : result.registers) {
    vector.unknown = ~std::uint64_t{0};
  }
  bool is_any_known = false;
  for (unsigned i = 0; i < vectors->lanes; ++i) {
    const auto argument = is_one ? integer_argument(m.general[kRdi], from_bytes)
                                 : lane_bits(m.vector[i / from_each], i % from_each, from_bytes);
    if (!argument) {
      continue;
    }
    const std::uint64_t bits = converted(*argument, *how);
    Vector& to = result.registers.at(i / to_each);
    const unsigned to_at = i % to_each * to_bytes;
    std::memcpy(to.bytes.data() + to_at, &bits, to_bytes);
    to.unknown &= ~(low_bits(to_bytes) << to_at);
    is_any_known = true;
  }
  return is_any_known ? std::optional(result) : std::nullopt;
}

}  // namespace clgauge::lens
