// What takes floating-point numbers apart, as mathematics does: rounding to integers and to
// fractions, exponents, significands, approximations.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <type_traits>

#include "lens/evaluate/families/floats.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace floats {
namespace {

// roundps and its kin: the immediate's low two bits, or the current mode (to nearest) if bit 2.
template <typename T>
T rounded(T value, std::uint64_t mode) {
  if (std::isnan(value)) {
    return quieted(value);
  }
  switch ((mode & 4U) != 0 ? 0 : mode & 3U) {
    case 0:
      return std::nearbyint(value);
    case 1:
      return std::floor(value);
    case 2:
      return std::ceil(value);
    default:
      return std::trunc(value);
  }
}

// AVX-512's rndscale keeps as many fraction bits as the immediate's upper half says.
template <typename T>
T rounded_to_fraction(T value, std::uint64_t mode) {
  const auto bits = static_cast<int>(mode >> 4U & 0xFU);
  const T scaled = std::ldexp(value, bits);
  return std::isinf(scaled) ? value : std::ldexp(rounded(scaled, mode), -bits);
}

// Of T by what computes it in Computed<T>, where all of this but approximations is exact.
template <typename T, auto kOperator, typename... More>
T computed(T x, More... more) {
  return T{kOperator(Computed<T>{x}, more...)};
}

template <typename T, auto kRound>
void round_packed(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = read_vector(m, op, 1, scratch);
  Vector result;
  compute<T>(result, a, a, static_cast<unsigned>(op.width_bytes / sizeof(T)),
             [&](T x, T) { return computed<T, kRound>(x, op.immediate); });
  write_vector(m, op, result);
}

template <typename T, auto kRound>
void round_scalar(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& b = read_vector(m, op, 2, scratch);
  Vector result = m.vector[op.operands[1].reg];
  compute<T>(result, b, b, 1, [&](T, T x) { return computed<T, kRound>(x, op.immediate); });
  write_vector(m, op, result);
}

// What mathematics takes numbers apart with. To more digits than a processor has, which no way
// through a function depends on.
template <typename T>
T reciprocal(T x) {
  return 1 / x;
}
template <typename T>
T reciprocal_root(T x) {
  return 1 / std::sqrt(x);
}
template <typename T>
T exponent(T x) {
  return std::isnan(x) ? quieted(x) : x == 0 ? -std::numeric_limits<T>::infinity() : std::logb(x);
}
// Within [1, 2), [1/2, 2), [1/2, 1) or [3/4, 3/2), as the lowest bits of the immediate say; the
// next ones: its sign is x's, none, or there is no result for x < 0.
template <typename T>
T significand(T x, std::uint64_t immediate) {
  if (std::isnan(x)) {
    return quieted(x);
  }
  const unsigned sign = immediate >> 2U & 3U;
  const bool is_number = std::isfinite(x) && x != 0;
  if (sign >= 2 && std::signbit(x) && x != 0) {
    return std::copysign(std::numeric_limits<T>::quiet_NaN(), T{-1});
  }
  T magnitude = 1;
  if (is_number) {
    int exponent = 0;
    magnitude = std::frexp(std::abs(x), &exponent);  // within [1/2, 1)
    const bool is_twice = (immediate & 3U) == 0 || ((immediate & 3U) == 1 && exponent % 2 != 0) ||
                          ((immediate & 3U) == 3 && magnitude < T{0.75});
    magnitude *= is_twice ? 2 : 1;
  }
  return (sign & 1U) != 0 ? magnitude : std::copysign(magnitude, x);
}
// What rounding to a fraction leaves, but for how a processor rounds that.
template <typename T>
T rest_of_fraction(T x, std::uint64_t mode) {
  return std::isinf(x) ? T{0} : x - rounded_to_fraction(x, mode);
}
template <typename T>
T scaled(T x, T y) {
  return std::ldexp(x, static_cast<int>(std::clamp<T>(std::floor(y), -5000, 5000)));
}

// Of what kind a number is, in fixupimm's order.
template <typename T>
unsigned token_of(T x) {
  constexpr unsigned kQuiet = 0, kSignals = 1, kZero = 2, kOne = 3, kNegative = 4;
  if (std::isnan(x)) {
    const bool is_quiet = std::bit_cast<BitsOf<T>>(quieted(x)) == std::bit_cast<BitsOf<T>>(x);
    return is_quiet ? kQuiet : kSignals;
  }
  if (x == 0 || x == 1) {
    return x == 0 ? kZero : kOne;
  }
  return kNegative + (std::isinf(x) ? 0U : 2U) + (x > 0 ? 1U : 0U);
}

// What takes the place of `to`, for a number x whose kind chooses four bits of the table.
template <typename T>
BitsOf<T> fixed_up(BitsOf<T> to, BitsOf<T> from, BitsOf<T> table) {
  using Limits = std::numeric_limits<T>;
  const T x = std::bit_cast<T>(from);
  constexpr unsigned kUnchanged = 0, kSource = 1, kQuieted = 2, kIndefinite = 3, kSigned = 6;
  const unsigned response = table >> (4 * token_of(x)) & 0xFU;
  if (response == kUnchanged || response == kSource) {
    return response == kSource ? from : to;
  }
  if (response == kQuieted) {
    constexpr BitsOf<T> kQuiet = std::bit_cast<BitsOf<T>>(Limits::quiet_NaN());
    return from | kQuiet;
  }
  if (response == kIndefinite) {
    return std::bit_cast<BitsOf<T>>(indefinite<T>());
  }
  if (response == kSigned) {
    return std::bit_cast<BitsOf<T>>(std::copysign(Limits::infinity(), x));
  }
  constexpr T kHalfPi = std::numbers::pi_v<T> / 2;
  constexpr std::array<T, 16> kNumbers = {
      0, 0,      0,  0,       -Limits::infinity(), Limits::infinity(), 0, T{-0.0}, 0, -1,
      1, T{0.5}, 90, kHalfPi, Limits::max(),       -Limits::max()};
  return std::bit_cast<BitsOf<T>>(kNumbers.at(response));
}

template <typename T>
void fix_up_scalar(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector to = m.vector[op.operands[1].reg];
  const Vector from = m.vector[op.operands[2].reg];
  const Vector& table = read_vector(m, op, 3, scratch);
  Vector result = from;
  const std::uint64_t unknown =
      whole_lanes((to.unknown | from.unknown | table.unknown) & low_bits(sizeof(T)), sizeof(T));
  result.unknown |= unknown;
  if (unknown != 0) {
    result.origin = computed_at(op);
  }
  set_lane<BitsOf<T>>(
      result, 0,
      fixed_up<T>(lane<BitsOf<T>>(to, 0), lane<BitsOf<T>>(from, 0), lane<BitsOf<T>>(table, 0)));
  write_vector(m, op, result);
}

// Approximations differ between processors, and parts of mathematics come to nothing without them:
// in kernels their results stay unknown. A walk through mathematics itself, and of a kernel on
// contents that are assumed, goes on with what `kWalked` makes of them.
template <Operation::Run kWalked>
void approximate(Machine& m, const Operation& op) {
  if (kWalked != nullptr && (m.walks_mathematics || m.knows_contents)) {
    return kWalked(m, op);
  }
  Vector scratch;
  for (unsigned k = 1; k < op.operand_count; ++k) {
    if (op.operands[k].kind == Operand::Kind::memory) {
      (void)read_vector(m, op, k, scratch);
    }
  }
  Vector result;
  result.unknown = low_bits(op.width_bytes);
  result.origin = computed_at(op);
  write_vector(m, op, result);
}

template <typename T, Operation::Run kPacked, Operation::Run kScalar>
void add_approximation(FamilyTable& table, std::initializer_list<const char*> names,
                       const std::string& letter) {
  for (const char* name : names) {
    table.add(name + ("P" + letter), {.run = approximate<kPacked>, .lane_bytes = sizeof(T)});
    table.add(name + ("S" + letter),
              {.run = approximate<kScalar>, .lane_bytes = sizeof(T), .memory_bytes = sizeof(T)});
  }
}

template <typename T, auto kOperator>
T of_one(T x) {
  return computed<T, kOperator>(x);
}
template <typename T, auto kOperator>
T of_two(T x, T y) {
  return computed<T, kOperator>(x, Computed<T>{y});
}

template <typename T, bool kScalar>
void scale(Machine& m, const Operation& op) {
  const TwoSources sources(m, op);
  const auto lanes = static_cast<unsigned>(kScalar ? 1 : op.width_bytes / sizeof(T));
  Vector result;
  if (kScalar) {
    result = sources.first;
  }
  compute<T>(result, sources.first, sources.second, lanes, of_two<T, scaled<Computed<T>>>);
  note_denormals_of_two<T, Denormals<T>::kScaling>(m, op, sources.first, sources.second, result,
                                                   lanes, kAssistOfScaling);
  write_vector(m, op, result);
}

template <typename T, auto kOperator>
void add_approximation_of_one(FamilyTable& table, std::initializer_list<const char*> names,
                              const std::string& letter) {
  add_approximation<T, packed_of_one<T, of_one<T, kOperator>>,
                    scalar_of_one<T, of_one<T, kOperator>>>(table, names, letter);
}

template <typename T>
void add_fractions(FamilyTable& table, const std::string& letter) {
  constexpr unsigned kBytes = sizeof(T);
  const std::string ps = "P" + letter;
  const std::string ss = "S" + letter;
  using C = Computed<T>;
  table.add("ROUND" + ps, {.run = round_packed<T, rounded<C>>, .lane_bytes = kBytes});
  table.add("ROUND" + ss,
            {.run = round_scalar<T, rounded<C>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("RNDSCALE" + ps,
            {.run = round_packed<T, rounded_to_fraction<C>>, .lane_bytes = kBytes});
  table.add("RNDSCALE" + ss, {.run = round_scalar<T, rounded_to_fraction<C>>,
                              .lane_bytes = kBytes,
                              .memory_bytes = kBytes});
  add_approximation_of_one<T, reciprocal<C>>(table, {"RCP14", "RCP"}, letter);
  constexpr auto kRoot = of_one<T, reciprocal_root<C>>;
  add_approximation<T, packed_of_one<T, kRoot, Denormals<T>::kApproximateRoot>,
                    scalar_of_one<T, kRoot, Denormals<T>::kApproximateRoot>>(table, {"RSQRT14"},
                                                                             letter);
  add_approximation_of_one<T, reciprocal_root<C>>(table, {"RSQRT"}, letter);
  table.add("GETEXP" + ps, {.run = packed_of_one<T, of_one<T, exponent<C>>>, .lane_bytes = kBytes});
  table.add("GETEXP" + ss, {.run = scalar_of_one<T, of_one<T, exponent<C>>>,
                            .lane_bytes = kBytes,
                            .memory_bytes = kBytes});
  table.add("GETMANT" + ps, {.run = round_packed<T, significand<C>>, .lane_bytes = kBytes});
  table.add("GETMANT" + ss,
            {.run = round_scalar<T, significand<C>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  add_approximation<T, scale<T, false>, scale<T, true>>(table, {"SCALEF"}, letter);
  add_approximation<T, round_packed<T, rest_of_fraction<C>>, round_scalar<T, rest_of_fraction<C>>>(
      table, {"REDUCE"}, letter);
  add_approximation<T, nullptr, nullptr>(table, {"RANGE"}, letter);
  if constexpr (!std::is_same_v<T, Half>) {
    table.add("FIXUPIMM" + ps, {.run = each_lane_of_three<BitsOf<T>, fixed_up<T>>,
                                .lane_bytes = kBytes,
                                .reads_destination = true});
    table.add("FIXUPIMM" + ss, {.run = fix_up_scalar<T>,
                                .lane_bytes = kBytes,
                                .memory_bytes = kBytes,
                                .reads_destination = true});
  }
}

}  // namespace
}  // namespace floats

void add_floating_fractions(FamilyTable& table) {
  floats::add_fractions<float>(table, "S");
  floats::add_fractions<double>(table, "D");
  floats::add_fractions<Half>(table, "H");
}

}  // namespace clgauge::lens
