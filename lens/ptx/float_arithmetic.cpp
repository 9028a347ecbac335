#include "lens/ptx/float_arithmetic.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

#include "lens/ptx/arithmetic.h"

namespace clgauge::lens::ptx {
namespace {

using Numbers = std::array<std::uint64_t, 4>;

constexpr std::uint64_t kUpperHalf = 0xFFFFFFFF00000000ULL;

int mode_of(Rounding rounding) {
  switch (rounding) {
    case Rounding::down:
      return FE_DOWNWARD;
    case Rounding::up:
      return FE_UPWARD;
    case Rounding::towards_zero:
      return FE_TOWARDZERO;
    case Rounding::to_nearest:
      break;
  }
  return FE_TONEAREST;
}

// Runs `make` while this thread rounds so. It reads and writes volatile numbers: the compiler does
// not know that arithmetic depends on how it is rounded.
template <typename Make>
void while_rounding(Rounding rounding, const Make& make) {
  const int before = std::fegetround();
  std::fesetround(mode_of(rounding));
  make();
  std::fesetround(before);
}

template <typename F>
F flushed(F number, const FloatForm& form) {
  return form.flushes && std::fpclassify(number) == FP_SUBNORMAL ? std::copysign(F{0}, number)
                                                                 : number;
}

template <typename F>
F saturated(F number, const FloatForm& form) {
  if (!form.saturates) {
    return number;
  }
  return number > F{0} ? std::min(number, F{1}) : F{0};  // what is no number becomes 0, too
}

// A zero is less than the other if its sign says so; what is no number loses.
template <typename F>
F extreme(bool is_least, F a, F b, bool keeps_nan) {
  if (std::isnan(a) || std::isnan(b)) {
    return keeps_nan || std::isnan(a) == std::isnan(b) ? std::numeric_limits<F>::quiet_NaN()
           : std::isnan(a)                             ? b
                                                       : a;
  }
  if (a == b) {
    return std::signbit(a) == is_least ? a : b;
  }
  return (a < b) == is_least ? a : b;
}

double rough(double number, bool is_root) {
  const double upper = std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) & kUpperHalf);
  const double result = 1 / (is_root ? std::sqrt(upper) : upper);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(result) & kUpperHalf);
}

template <typename F>
F calculated(const Step& step, F a, F b, F c) {
  switch (step.code) {
    case Code::float_add:
      return a + b;
    case Code::float_sub:
      return a - b;
    case Code::float_mul:
      return a * b;
    case Code::float_fma:
      return std::fma(a, b, c);
    case Code::float_div:
      return a / b;
    case Code::float_rcp:
      return F{1} / a;
    case Code::float_sqrt:
      return std::sqrt(a);
    case Code::float_rsqrt:
      return F{1} / std::sqrt(a);
    case Code::float_min:
    case Code::float_max:
      return extreme(step.code == Code::float_min, a, b, step.form.keeps_nan);
    case Code::float_exp2:
      return std::exp2(a);
    case Code::float_log2:
      return std::log2(a);
    case Code::float_sin:
      return std::sin(a);
    case Code::float_cos:
      return std::cos(a);
    case Code::float_tanh:
      return std::tanh(a);
    case Code::float_rough_rcp:
    case Code::float_rough_rsqrt:
      return static_cast<F>(rough(static_cast<double>(a), step.code == Code::float_rough_rsqrt));
    default:
      return a;
  }
}

template <typename F>
F result_of(const Step& step, F a, F b, F c) {
  const FloatForm& form = step.form;
  a = flushed(a, form);
  b = flushed(b, form);
  c = flushed(c, form);
  F result{};
  if (form.rounding == Rounding::to_nearest) {
    result = calculated(step, a, b, c);
  } else {
    const volatile F x = a;
    const volatile F y = b;
    const volatile F z = c;
    volatile F rounded{};
    while_rounding(form.rounding, [&] { rounded = calculated<F>(step, x, y, z); });
    result = rounded;
  }
  return saturated(flushed(result, form), form);
}

double bfloat(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16U));
}

// A number of so many bits, exactly.
double number_of(std::uint64_t bits, unsigned width, bool is_bfloat = false) {
  if (width == 64) {
    return std::bit_cast<double>(bits);
  }
  if (width == 32) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  }
  return is_bfloat ? bfloat(bits) : double{Half::of_bits(static_cast<std::uint16_t>(bits))};
}

std::uint64_t bits_of(float number) {
  return std::isnan(number) ? 0x7FFFFFFFU : std::bit_cast<std::uint32_t>(number);
}
std::uint64_t bits_of(double number) { return std::bit_cast<std::uint64_t>(number); }
std::uint64_t half_bits(double number, Rounding rounding) {
  return std::isnan(number) ? 0x7FFFU : Half::rounded(number, rounding).bits();
}

float narrowed(double number, Rounding rounding) {
  if (rounding == Rounding::to_nearest) {
    return static_cast<float>(number);
  }
  const volatile double from = number;
  volatile float to = 0;
  while_rounding(rounding, [&] { to = static_cast<float>(from); });
  return to;
}

// The upper half of a float, to nearest.
std::uint64_t bfloat_bits(float number) {
  if (std::isnan(number)) {
    return 0x7FFFU;
  }
  const auto bits = std::bit_cast<std::uint32_t>(number);
  return (std::uint64_t{bits} + 0x7FFFU + (bits >> 16U & 1U)) >> 16U;
}

double integral(double number, Rounding rounding) {
  switch (rounding) {
    case Rounding::down:
      return std::floor(number);
    case Rounding::up:
      return std::ceil(number);
    case Rounding::towards_zero:
      return std::trunc(number);
    case Rounding::to_nearest:
      break;
  }
  return std::nearbyint(number);
}

std::uint64_t converted(const Step& step, std::uint64_t source) {
  const FloatForm& form = step.form;
  double number = number_of(source, step.option, form.is_bfloat && step.option == 16);
  if (step.option == 32) {
    number = static_cast<double>(flushed(static_cast<float>(number), form));
  }
  if (form.is_integral) {
    number = integral(number, form.rounding);
  }
  number = saturated(number, form);
  if (step.bits == 64) {
    return bits_of(number);
  }
  if (step.bits == 32) {
    return bits_of(flushed(narrowed(number, form.rounding), form));
  }
  return form.is_bfloat ? bfloat_bits(narrowed(number, Rounding::to_nearest))
                        : half_bits(number, form.rounding);
}

// What does not fit becomes the nearest that does, what is no number 0.
std::uint64_t as_integer(const Step& step, std::uint64_t source) {
  double number = number_of(source, step.option, step.form.is_bfloat);
  if (step.option == 32) {
    number = static_cast<double>(flushed(static_cast<float>(number), step.form));
  }
  if (std::isnan(number)) {
    return 0;
  }
  number = integral(number, step.form.rounding);
  const int magnitude_bits = step.bits - (step.is_signed ? 1 : 0);
  const double beyond = std::ldexp(1.0, magnitude_bits);
  const double least = step.is_signed ? -beyond : 0;
  if (number >= beyond) {
    return truncated(~std::uint64_t{0}, static_cast<unsigned>(magnitude_bits));
  }
  if (number <= least) {
    return step.is_signed ? std::uint64_t{1} << static_cast<unsigned>(magnitude_bits) : 0;
  }
  return truncated(step.is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number))
                                  : static_cast<std::uint64_t>(number),
                   step.bits);
}

template <typename F>
F of_integer(const Step& step, std::uint64_t source) {
  const std::int64_t signed_source = sign_extended(source, step.option);
  const std::uint64_t unsigned_source = truncated(source, step.option);
  const auto make = [&](std::int64_t number, std::uint64_t magnitude) {
    return step.is_signed ? static_cast<F>(number) : static_cast<F>(magnitude);
  };
  if (step.form.rounding == Rounding::to_nearest) {
    return make(signed_source, unsigned_source);
  }
  const volatile std::int64_t number = signed_source;
  const volatile std::uint64_t magnitude = unsigned_source;
  volatile F result{};
  while_rounding(step.form.rounding, [&] { result = make(number, magnitude); });
  return result;
}

std::uint64_t from_integer(const Step& step, std::uint64_t source) {
  if (step.bits == 64) {
    return bits_of(saturated(of_integer<double>(step, source), step.form));
  }
  if (step.bits == 32) {
    return bits_of(saturated(of_integer<float>(step, source), step.form));
  }
  // Those that a double does not hold are beyond the largest half.
  const double number = saturated(of_integer<double>(step, source), step.form);
  return step.form.is_bfloat ? bfloat_bits(of_integer<float>(step, source))
                             : half_bits(number, step.form.rounding);
}

bool holds(FloatRelation relation, double a, double b) {
  const bool is_unordered = std::isnan(a) || std::isnan(b);
  switch (relation) {
    case FloatRelation::eq:
      return a == b;
    case FloatRelation::ne:
      return a < b || a > b;
    case FloatRelation::lt:
      return a < b;
    case FloatRelation::le:
      return a <= b;
    case FloatRelation::gt:
      return a > b;
    case FloatRelation::ge:
      return a >= b;
    case FloatRelation::equ:
      return is_unordered || a == b;
    case FloatRelation::neu:
      return a != b;
    case FloatRelation::ltu:
      return is_unordered || a < b;
    case FloatRelation::leu:
      return is_unordered || a <= b;
    case FloatRelation::gtu:
      return is_unordered || a > b;
    case FloatRelation::geu:
      return is_unordered || a >= b;
    case FloatRelation::num:
      return !is_unordered;
    case FloatRelation::nan:
      return is_unordered;
  }
  return false;
}

bool passes(FloatTest test, std::uint64_t bits, unsigned width) {
  const int kind = width == 64   ? std::fpclassify(std::bit_cast<double>(bits))
                   : width == 32 ? std::fpclassify(static_cast<float>(number_of(bits, 32)))
                                 : std::fpclassify(number_of(bits, width));
  switch (test) {
    case FloatTest::finite:
      return kind != FP_NAN && kind != FP_INFINITE;
    case FloatTest::infinite:
      return kind == FP_INFINITE;
    case FloatTest::number:
      return kind != FP_NAN;
    case FloatTest::not_a_number:
      return kind == FP_NAN;
    case FloatTest::normal:
      return kind == FP_NORMAL;
    case FloatTest::subnormal:
      return kind == FP_SUBNORMAL;
  }
  return false;
}

// Flushing of 32 bits at most: PTX has no other.
double compared(std::uint64_t bits, const Step& step) {
  const double number = number_of(bits, step.bits);
  return step.bits == 32 ? static_cast<double>(flushed(static_cast<float>(number), step.form))
                         : number;
}

std::uint64_t with_sign(const Step& step, const Numbers& s) {
  const std::uint64_t sign = std::uint64_t{1} << (step.bits - 1U);
  if (step.code == Code::float_copysign) {
    return (s[1] & (sign - 1)) | (s[0] & sign);
  }
  std::uint64_t number = truncated(s[0], step.bits);
  if (step.bits == 32 && step.form.flushes) {
    number = std::bit_cast<std::uint32_t>(
        flushed(std::bit_cast<float>(static_cast<std::uint32_t>(number)), step.form));
  }
  return step.code == Code::float_abs ? number & (sign - 1) : number ^ sign;
}

}  // namespace

std::optional<std::uint64_t> compute_float(const Step& step, const Numbers& s) {
  switch (step.code) {
    case Code::float_abs:
    case Code::float_neg:
    case Code::float_copysign:
      return with_sign(step, s);
    case Code::float_test:
      return passes(static_cast<FloatTest>(step.option), s[0], step.bits) ? 1 : 0;
    case Code::float_compare:
      return holds(static_cast<FloatRelation>(step.option), compared(s[0], step),
                   compared(s[1], step))
                 ? 1
                 : 0;
    case Code::float_convert:
      return converted(step, s[0]);
    case Code::float_to_integer:
      return as_integer(step, s[0]);
    case Code::integer_to_float:
      return from_integer(step, s[0]);
    default:
      break;
  }
  if (step.code < Code::float_add || step.code > Code::float_rough_rsqrt) {
    return std::nullopt;
  }
  if (step.bits == 64) {
    return bits_of(result_of(step, number_of(s[0], 64), number_of(s[1], 64), number_of(s[2], 64)));
  }
  const auto single = [&](std::size_t i) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(s.at(i)));
  };
  if (step.bits == 32) {
    return bits_of(result_of(step, single(0), single(1), single(2)));
  }
  // In double precision, rounded once more: see Half.
  return half_bits(result_of(step, number_of(s[0], 16), number_of(s[1], 16), number_of(s[2], 16)),
                   step.form.rounding);
}

}  // namespace clgauge::lens::ptx
