// Floating-point arithmetic. Values made of work-item ids and scalar arguments are known and are
// computed exactly, so that indices and loop bounds that pass through float arithmetic stay known;
// anything made of a buffer's content is unknown.
#include <cmath>
#include <limits>
#include <type_traits>

#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

template <typename T>
T quieted(T nan) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  Bits bits;
  std::memcpy(&bits, &nan, sizeof(T));
  bits |= Bits{1} << (std::numeric_limits<T>::digits - 2);
  std::memcpy(&nan, &bits, sizeof(T));
  return nan;
}

// A result that is no number is the first operand that is none, or a negative one; compilers take
// operands in whatever order they like.
template <typename T>
T as_processor(T result, T a, T b) {
  if (!std::isnan(result)) {
    return result;
  }
  return std::isnan(a)   ? quieted(a)
         : std::isnan(b) ? quieted(b)
                         : std::copysign(std::numeric_limits<T>::quiet_NaN(), T{-1});
}

// min and max give the second operand for NaN and for zeros of either sign.
template <typename T>
T minimum(T a, T b) {
  return a < b ? a : b;
}
template <typename T>
T maximum(T a, T b) {
  return a > b ? a : b;
}
template <typename T>
T sum(T a, T b) {
  return as_processor(a + b, a, b);
}
template <typename T>
T difference(T a, T b) {
  return as_processor(a - b, a, b);
}
template <typename T>
T product(T a, T b) {
  return as_processor(a * b, a, b);
}
template <typename T>
T quotient(T a, T b) {
  return as_processor(a / b, a, b);
}

// Applies kOperator to the lanes that are known. A scalar instruction (`lanes` 1) keeps the first
// source's other lanes.
template <typename T, typename Operator>
void compute(Vector& result, const Vector& a, const Vector& b, unsigned lanes, Operator apply) {
  for (unsigned i = 0; i < lanes; ++i) {
    const std::uint64_t bits = low_bits(sizeof(T)) << (i * sizeof(T));
    if (((a.unknown | b.unknown) & bits) != 0) {
      result.unknown |= bits;
      result.origin = (a.unknown & bits) != 0 ? a.origin : b.origin;
      result.origin.is_whole = false;
    } else {
      set_lane<T>(result, i, apply(lane<T>(a, i), lane<T>(b, i)));
      result.unknown &= ~bits;
    }
  }
}

// The last of so many lanes says why a result is unknown.
template <typename T>
std::uint64_t last_lane(const Operation& op) {
  return low_bits(sizeof(T)) << (op.width_bytes - sizeof(T));
}

// is_done_unknown() of a scalar whose other lanes stay: those of the destination itself.
template <typename T>
bool is_scalar_done_unknown(Machine& m, const Operation& op,
                            std::initializer_list<unsigned> sources) {
  constexpr std::uint64_t kLane = low_bits(sizeof(T));
  if (op.mask != 0 || op.operands[1].reg != op.operands[0].reg) {
    return false;
  }
  const Origin* const why = nothing_known(m, op, sources, kLane, kLane);
  if (why != nullptr) {
    write_unknown(m, op, *why, kLane);
  }
  return why != nullptr;
}

template <typename T, auto kOperator>
void packed(Machine& m, const Operation& op) {
  if (is_done_unknown(m, op, {1, 2}, last_lane<T>(op))) {
    return;
  }
  Vector scratch_a;
  Vector scratch_b;
  const Vector& a = read_vector(m, op, 1, scratch_a);
  const Vector& b = read_vector(m, op, 2, scratch_b);
  Vector result;
  compute<T>(result, a, b, static_cast<unsigned>(op.width_bytes / sizeof(T)), kOperator);
  write_vector(m, op, result);
}

template <typename T, auto kOperator>
void scalar(Machine& m, const Operation& op) {
  if (is_scalar_done_unknown<T>(m, op, {1, 2})) {
    return;
  }
  Vector scratch;
  const Vector& b = read_vector(m, op, 2, scratch);
  const Vector& a = m.vector[op.operands[1].reg];
  Vector result = a;
  compute<T>(result, a, b, 1, kOperator);
  write_vector(m, op, result);
}

template <typename T>
T square_root(T x) {
  return as_processor(std::sqrt(x), x, x);
}

template <typename T, auto kOperator>
void packed_of_one(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = read_vector(m, op, 1, scratch);
  Vector result;
  compute<T>(result, a, a, static_cast<unsigned>(op.width_bytes / sizeof(T)),
             [](T x, T) { return kOperator(x); });
  write_vector(m, op, result);
}

// Without VEX the destination's upper part stays: [destination, source].
template <typename T, auto kOperator>
void scalar_of_one(Machine& m, const Operation& op) {
  Vector scratch;
  const unsigned last = op.operand_count - 1U;
  const Vector& b = read_vector(m, op, last, scratch);
  Vector result = m.vector[op.operands[last == 2 ? 1 : 0].reg];
  compute<T>(result, b, b, 1, [](T, T x) { return kOperator(x); });
  write_vector(m, op, result);
}

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

template <typename T, auto kRound>
void round_packed(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = read_vector(m, op, 1, scratch);
  Vector result;
  compute<T>(result, a, a, static_cast<unsigned>(op.width_bytes / sizeof(T)),
             [&](T x, T) { return kRound(x, op.immediate); });
  write_vector(m, op, result);
}

template <typename T, auto kRound>
void round_scalar(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& b = read_vector(m, op, 2, scratch);
  Vector result = m.vector[op.operands[1].reg];
  compute<T>(result, b, b, 1, [&](T, T x) { return kRound(x, op.immediate); });
  write_vector(m, op, result);
}

// What is done with the third operand: fmaddsub adds it in odd lanes, fmsubadd in even ones.
enum class Addend { add, subtract, add_in_odd, add_in_even };

// Fused multiply-add: the digits say which operand is which; +-(x*y) +- z.
template <typename T, unsigned kOrder, bool kNegateProduct, Addend kAddend, bool kScalar>
void fused(Machine& m, const Operation& op) {
  constexpr unsigned kX = kOrder == 132 ? 1 : 2;
  constexpr unsigned kY = kOrder == 213 ? 1 : 3;
  constexpr unsigned kZ = kOrder == 132 ? 2 : kOrder == 213 ? 3 : 1;
  if (kScalar ? is_scalar_done_unknown<T>(m, op, {kX, kY, kZ})
              : is_done_unknown(m, op, {kX, kY, kZ}, last_lane<T>(op))) {
    return;
  }
  const Vector first = m.vector[op.operands[1].reg];
  Vector scratch_b;
  Vector scratch_c;
  const Vector& second = read_vector(m, op, 2, scratch_b);
  const Vector& third = read_vector(m, op, 3, scratch_c);
  const Vector& x = kOrder == 132 ? first : second;
  const Vector& y = kOrder == 213 ? first : third;
  const Vector& z = kOrder == 132 ? second : kOrder == 213 ? third : first;
  Vector result;
  if (kScalar) {
    result = first;
  }
  const auto lanes = static_cast<unsigned>(kScalar ? 1 : op.width_bytes / sizeof(T));
  const std::uint64_t all = x.unknown | y.unknown | z.unknown;
  for (unsigned i = 0; i < lanes; ++i) {
    const std::uint64_t bits = low_bits(sizeof(T)) << (i * sizeof(T));
    if ((all & bits) != 0) {
      result.unknown |= bits;
      result.origin = (x.unknown & bits) != 0   ? x.origin
                      : (y.unknown & bits) != 0 ? y.origin
                                                : z.origin;
    } else {
      const T factor = kNegateProduct ? -lane<T>(x, i) : lane<T>(x, i);
      const bool is_odd = i % 2 != 0;
      const bool subtracts = kAddend == Addend::add_in_odd    ? !is_odd
                             : kAddend == Addend::add_in_even ? is_odd
                                                              : kAddend == Addend::subtract;
      const T addend = subtracts ? -lane<T>(z, i) : lane<T>(z, i);
      const T computed = std::fma(factor, lane<T>(y, i), addend);
      const bool by_factor = std::isnan(lane<T>(x, i)) || std::isnan(lane<T>(y, i));
      set_lane<T>(
          result, i,
          as_processor(computed, lane<T>(by_factor ? x : z, i), lane<T>(by_factor ? y : z, i)));
      result.unknown &= ~bits;
    }
  }
  write_vector(m, op, result);
}

// addsubps, addsubpd: differences in even lanes, sums in odd ones.
template <typename T>
void subtract_and_add(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_vector(m, op, 2, scratch);
  const auto lanes = static_cast<unsigned>(op.width_bytes / sizeof(T));
  Vector result;
  compute<T>(result, a, b, lanes, difference<T>);
  Vector sums;
  compute<T>(sums, a, b, lanes, sum<T>);
  for (unsigned i = 1; i < lanes; i += 2) {
    copy_lane(result, i, sums, i, sizeof(T));
  }
  write_vector(m, op, result);
}

// haddps, hsubps and their kin: sums or differences of neighbours, of a and of b in turn, within
// each 16 bytes.
template <typename T, auto kOperator>
void combine_neighbours(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_vector(m, op, 2, scratch);
  constexpr unsigned kBlock = 16 / sizeof(T);
  Vector left;
  Vector right;
  for (unsigned i = 0; i < op.width_bytes / sizeof(T); ++i) {
    const unsigned within = i % kBlock;
    const Vector& from = within < kBlock / 2 ? a : b;
    const unsigned source = i / kBlock * kBlock + within % (kBlock / 2) * 2;
    copy_lane(left, i, from, source, sizeof(T));
    copy_lane(right, i, from, source + 1, sizeof(T));
  }
  left.origin = right.origin = a.unknown != 0 ? a.origin : b.origin;
  Vector result;
  compute<T>(result, left, right, static_cast<unsigned>(op.width_bytes / sizeof(T)), kOperator);
  write_vector(m, op, result);
}

// dpps, dppd: within each 16 bytes, the products that the immediate's upper half selects, added in
// pairs, go to the places that its lower half selects.
template <typename T>
void dot_product(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_vector(m, op, 2, scratch);
  constexpr unsigned kBlock = 16 / sizeof(T);
  const unsigned lanes = static_cast<unsigned>(op.width_bytes / sizeof(T));
  Vector addends;
  compute<T>(addends, a, b, lanes, product<T>);
  for (unsigned i = 0; i < lanes; ++i) {
    if ((op.immediate >> (4 + i % kBlock) & 1U) == 0) {
      set_lane<T>(addends, i, 0);
      addends.unknown &= ~(low_bits(sizeof(T)) << (i * sizeof(T)));
    }
  }
  // Pairs, and pairs of them: each lane becomes the sum of its block.
  for (unsigned distance = 1; distance < kBlock; distance *= 2) {
    Vector partners;
    for (unsigned i = 0; i < lanes; ++i) {
      copy_lane(partners, i, addends, i ^ distance, sizeof(T));
    }
    partners.origin = addends.origin;
    Vector sums;
    compute<T>(sums, addends, partners, lanes, sum<T>);
    addends = sums;
  }
  Vector result;
  result.origin = addends.origin;
  for (unsigned i = 0; i < lanes; ++i) {
    if ((op.immediate >> i % kBlock & 1U) != 0) {
      copy_lane(result, i, addends, i, sizeof(T));
    }
  }
  write_vector(m, op, result);
}

// cmpps and its kin: AVX's 32 predicates, of which bit 4 only says which NaNs signal.
template <typename T>
bool compares(T a, T b, std::uint64_t predicate) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  bool holds = false;
  switch (predicate & 7U) {
    case 0:
      holds = (predicate & 8U) != 0 ? unordered || a == b : a == b;
      break;
    case 1:
      holds = (predicate & 8U) != 0 ? unordered || a < b : a < b;  // nge / lt
      break;
    case 2:
      holds = (predicate & 8U) != 0 ? unordered || a <= b : a <= b;  // ngt / le
      break;
    case 3:
      holds = (predicate & 8U) == 0 && unordered;  // unord / false
      break;
    case 4:
      holds = (predicate & 8U) != 0 ? !unordered && a != b : unordered || a != b;
      break;
    case 5:
      holds = (predicate & 8U) != 0 ? a >= b : unordered || a >= b;  // ge / nlt
      break;
    case 6:
      holds = (predicate & 8U) != 0 ? a > b : unordered || a > b;  // gt / nle
      break;
    default:
      holds = (predicate & 8U) != 0 || !unordered;  // true / ord
      break;
  }
  return holds;
}

template <typename T, bool kScalar>
void compare_floats(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_vector(m, op, 2, scratch);
  const auto lanes = static_cast<unsigned>(kScalar ? 1 : op.width_bytes / sizeof(T));
  Vector result;
  if (kScalar) {
    result = a;
  }
  Mask mask;
  for (unsigned i = 0; i < lanes; ++i) {
    const std::uint64_t bits = low_bits(sizeof(T)) << (i * sizeof(T));
    if (((a.unknown | b.unknown) & bits) != 0) {
      result.unknown |= bits;
      result.origin = (a.unknown & bits) != 0 ? a.origin : b.origin;
      mask.unknown |= 1ULL << i;
      mask.origin = result.origin;
      continue;
    }
    const bool holds = compares(lane<T>(a, i), lane<T>(b, i), op.immediate);
    std::memset(result.bytes.data() + i * sizeof(T), holds ? 0xFF : 0, sizeof(T));
    result.unknown &= ~bits;
    mask.value |= holds ? 1ULL << i : 0;
  }
  if (op.operands[0].kind != Operand::Kind::mask) {
    return write_vector(m, op, result);
  }
  write_lane_mask(m, op, mask, lanes);
}

// vfpclass: whether the value is of one of the classes that the immediate's bits name.
template <typename T>
bool is_of_class(T value, std::uint64_t classes) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  Bits bits;
  std::memcpy(&bits, &value, sizeof(T));
  const bool quiet = (bits >> (std::numeric_limits<T>::digits - 2) & 1U) != 0;
  const bool negative = std::signbit(value);
  unsigned is = 0;
  switch (std::fpclassify(value)) {
    case FP_NAN:
      is = quiet ? 0x01 : 0x80;
      break;
    case FP_ZERO:
      is = negative ? 0x04 : 0x02;
      break;
    case FP_INFINITE:
      is = negative ? 0x10 : 0x08;
      break;
    case FP_SUBNORMAL:
      is = negative ? 0x60 : 0x20;
      break;
    default:
      is = negative ? 0x40 : 0;
      break;
  }
  return (is & classes) != 0;
}

template <typename T, bool kScalar>
void classify(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = read_vector(m, op, 1, scratch);
  const auto lanes = static_cast<unsigned>(kScalar ? 1 : op.width_bytes / sizeof(T));
  Mask mask;
  mask.origin = a.origin;
  for (unsigned i = 0; i < lanes; ++i) {
    if ((a.unknown >> (i * sizeof(T)) & low_bits(sizeof(T))) != 0) {
      mask.unknown |= 1ULL << i;
    } else if (is_of_class(lane<T>(a, i), op.immediate)) {
      mask.value |= 1ULL << i;
    }
  }
  write_lane_mask(m, op, mask, lanes);
}

// ucomis and comis: zero, parity and carry for unordered; carry for less; zero for equal.
template <typename T>
void compare_to_flags(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[0].reg];
  const Vector& b = read_vector(m, op, 1, scratch);
  const std::uint64_t bits = low_bits(sizeof(T));
  if (((a.unknown | b.unknown) & bits) != 0) {
    return set_flags_unknown(m.flags, (a.unknown & bits) != 0 ? a.origin : b.origin);
  }
  const T x = lane<T>(a, 0);
  const T y = lane<T>(b, 0);
  const bool unordered = std::isnan(x) || std::isnan(y);
  unsigned set = 0;
  set |= unordered || x == y ? Flags::zero : 0U;
  set |= unordered ? Flags::parity : 0U;
  set |= unordered || x < y ? Flags::carry : 0U;
  m.flags.set = set;
  m.flags.unknown = 0;
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
void add_approximation_of_one(FamilyTable& table, std::initializer_list<const char*> names,
                              const std::string& letter) {
  add_approximation<T, packed_of_one<T, kOperator>, scalar_of_one<T, kOperator>>(table, names,
                                                                                 letter);
}

template <typename T, unsigned kOrder, bool kScalar>
void add_fused(FamilyTable& table, const std::string& suffix) {
  const unsigned memory = kScalar ? sizeof(T) : 0;
  const std::string end = std::to_string(kOrder) + suffix;
  constexpr auto kAdd = Addend::add;
  constexpr auto kSubtract = Addend::subtract;
  const auto add = [&](const char* name, Operation::Run run) {
    table.add(
        name + end,
        {.run = run, .lane_bytes = sizeof(T), .memory_bytes = memory, .reads_destination = true});
  };
  add("FMADD", fused<T, kOrder, false, kAdd, kScalar>);
  add("FMSUB", fused<T, kOrder, false, kSubtract, kScalar>);
  add("FNMADD", fused<T, kOrder, true, kAdd, kScalar>);
  add("FNMSUB", fused<T, kOrder, true, kSubtract, kScalar>);
  if (!kScalar) {
    add("FMADDSUB", fused<T, kOrder, false, Addend::add_in_odd, false>);
    add("FMSUBADD", fused<T, kOrder, false, Addend::add_in_even, false>);
  }
}

template <typename T>
void add_type(FamilyTable& table, const std::string& letter) {
  constexpr unsigned kBytes = sizeof(T);
  const std::string ps = "P" + letter;
  const std::string ss = "S" + letter;
  table.add("ADD" + ps, {.run = packed<T, sum<T>>, .lane_bytes = kBytes});
  table.add("SUB" + ps, {.run = packed<T, difference<T>>, .lane_bytes = kBytes});
  table.add("MUL" + ps, {.run = packed<T, product<T>>, .lane_bytes = kBytes});
  table.add("DIV" + ps, {.run = packed<T, quotient<T>>, .lane_bytes = kBytes});
  table.add("ADD" + ss, {.run = scalar<T, sum<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("SUB" + ss,
            {.run = scalar<T, difference<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("MUL" + ss,
            {.run = scalar<T, product<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("DIV" + ss,
            {.run = scalar<T, quotient<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  for (const char* commutes : {"", "C"}) {  // LLVM's name where the order does not matter
    table.add("MIN" + (commutes + ps), {.run = packed<T, minimum<T>>, .lane_bytes = kBytes});
    table.add("MAX" + (commutes + ps), {.run = packed<T, maximum<T>>, .lane_bytes = kBytes});
    table.add("MIN" + (commutes + ss),
              {.run = scalar<T, minimum<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
    table.add("MAX" + (commutes + ss),
              {.run = scalar<T, maximum<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  }
  table.add("SQRT" + ps, {.run = packed_of_one<T, square_root<T>>, .lane_bytes = kBytes});
  table.add(
      "SQRT" + ss,
      {.run = scalar_of_one<T, square_root<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("ROUND" + ps, {.run = round_packed<T, rounded<T>>, .lane_bytes = kBytes});
  table.add("ROUND" + ss,
            {.run = round_scalar<T, rounded<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("RNDSCALE" + ps,
            {.run = round_packed<T, rounded_to_fraction<T>>, .lane_bytes = kBytes});
  table.add("RNDSCALE" + ss, {.run = round_scalar<T, rounded_to_fraction<T>>,
                              .lane_bytes = kBytes,
                              .memory_bytes = kBytes});
  table.add("FPCLASS" + ps, {.run = classify<T, false>, .lane_bytes = kBytes});
  table.add("FPCLASS" + ss,
            {.run = classify<T, true>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("ADDSUB" + ps, {.run = subtract_and_add<T>, .lane_bytes = kBytes});
  table.add("HADD" + ps, {.run = combine_neighbours<T, sum<T>>, .lane_bytes = kBytes});
  table.add("HSUB" + ps, {.run = combine_neighbours<T, difference<T>>, .lane_bytes = kBytes});
  table.add("DP" + ps, {.run = dot_product<T>, .lane_bytes = kBytes});
  table.add("CMP" + ps, {.run = compare_floats<T, false>, .lane_bytes = kBytes});
  table.add("CMP" + ss,
            {.run = compare_floats<T, true>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("UCOMI" + ss,
            {.run = compare_to_flags<T>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("COMI" + ss,
            {.run = compare_to_flags<T>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  add_approximation_of_one<T, reciprocal<T>>(table, {"RCP14", "RCP"}, letter);
  add_approximation_of_one<T, reciprocal_root<T>>(table, {"RSQRT14", "RSQRT"}, letter);
  table.add("GETEXP" + ps, {.run = packed_of_one<T, exponent<T>>, .lane_bytes = kBytes});
  table.add("GETEXP" + ss,
            {.run = scalar_of_one<T, exponent<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("GETMANT" + ps, {.run = round_packed<T, significand<T>>, .lane_bytes = kBytes});
  table.add("GETMANT" + ss,
            {.run = round_scalar<T, significand<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  add_approximation<T, packed<T, scaled<T>>, scalar<T, scaled<T>>>(table, {"SCALEF"}, letter);
  add_approximation<T, round_packed<T, rest_of_fraction<T>>, round_scalar<T, rest_of_fraction<T>>>(
      table, {"REDUCE"}, letter);
  add_approximation<T, nullptr, nullptr>(table, {"RANGE"}, letter);
  table.add("FIXUPIMM" + ps,
            {.run = approximate<nullptr>, .lane_bytes = kBytes, .reads_destination = true});
  table.add("FIXUPIMM" + ss, {.run = approximate<nullptr>,
                              .lane_bytes = kBytes,
                              .memory_bytes = kBytes,
                              .reads_destination = true});
  add_fused<T, 132, false>(table, ps);
  add_fused<T, 213, false>(table, ps);
  add_fused<T, 231, false>(table, ps);
  add_fused<T, 132, true>(table, ss);
  add_fused<T, 213, true>(table, ss);
  add_fused<T, 231, true>(table, ss);
}

}  // namespace

void add_floating_point(FamilyTable& table) {
  add_type<float>(table, "S");
  add_type<double>(table, "D");
}

}  // namespace clgauge::lens
