// Integer arithmetic, comparisons and bitwise operations on vectors, and changes of lane size.
#include <limits>
#include <type_traits>

#include "lens/evaluate/families/flags.h"
#include "lens/evaluate/families/lane_operators.h"
#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

template <typename T>
constexpr T multiply_low(T a, T b) {
  return static_cast<T>(static_cast<std::uint64_t>(a) * b);
}
template <typename T>  // 16-bit lanes
constexpr T multiply_high(T a, T b) {
  return static_cast<T>((static_cast<std::int32_t>(a) * static_cast<std::int32_t>(b)) >> 16U);
}
constexpr std::uint16_t multiply_high_unsigned(std::uint16_t a, std::uint16_t b) {
  return static_cast<std::uint16_t>((static_cast<std::uint32_t>(a) * b) >> 16U);
}
constexpr std::uint64_t multiply_even_unsigned(std::uint64_t a, std::uint64_t b) {
  return (a & 0xFFFFFFFFU) * (b & 0xFFFFFFFFU);
}
constexpr std::int64_t multiply_even(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::int32_t>(a)) * static_cast<std::int32_t>(b);
}
template <typename T>
constexpr T smaller(T a, T b) {
  return a < b ? a : b;
}
template <typename T>
constexpr T larger(T a, T b) {
  return a > b ? a : b;
}
template <typename T>
constexpr T all_if_equal(T a, T b) {
  return a == b ? static_cast<T>(-1) : T{0};
}
template <typename T>
constexpr T all_if_greater(T a, T b) {
  return a > b ? static_cast<T>(-1) : T{0};
}
template <typename T>
constexpr T magnitude(T a) {
  return a < 0 ? static_cast<T>(-static_cast<std::int64_t>(a)) : a;
}
constexpr std::int64_t magnitude_64(std::int64_t a) {
  return a < 0 ? static_cast<std::int64_t>(-static_cast<std::uint64_t>(a)) : a;
}

// Operations whose result with twice the same register is known whatever it holds.
template <Operation::Run kRun, bool kOnes>
void unless_same(Machine& m, const Operation& op) {
  if (!same_vector(op, 1, 2)) {
    return kRun(m, op);
  }
  Vector result;
  if (kOnes) {
    result.bytes.fill(0xFF);
  }
  write_vector(m, op, result);
}

template <Bitwise kOperator>
void bitwise_lanes(Machine& m, const Operation& op) {
  const TwoSources sources(m, op);
  const Vector& a = sources.first;
  const Vector& b = sources.second;
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / 8; ++i) {
    const auto x =
        kOperator == Bitwise::and_not ? ~lane<std::uint64_t>(a, i) : lane<std::uint64_t>(a, i);
    const auto y = lane<std::uint64_t>(b, i);
    set_lane<std::uint64_t>(result, i,
                            kOperator == Bitwise::disjunction ? x | y
                            : kOperator == Bitwise::exclusive ? x ^ y
                                                              : x & y);
  }
  inherit_unknown(result, a, b, op.width_bytes, 1);
  if (result.unknown != 0 && kOperator != Bitwise::exclusive) {
    // A known byte of all zeros (for or: ones) decides, whatever the other is.
    const std::uint8_t deciding_b = kOperator == Bitwise::disjunction ? 0xFF : 0;
    const std::uint8_t deciding_a = kOperator == Bitwise::conjunction ? 0 : 0xFF;
    for (unsigned i = 0; i < op.width_bytes; ++i) {
      const bool by_a = (a.unknown >> i & 1U) == 0 && a.bytes[i] == deciding_a;
      const bool by_b = (b.unknown >> i & 1U) == 0 && b.bytes[i] == deciding_b;
      if ((result.unknown >> i & 1U) != 0 && (by_a || by_b)) {
        result.unknown &= ~(1ULL << i);
        result.bytes[i] = deciding_b;
      }
    }
  }
  write_vector(m, op, result);
}

// pmaddwd: sums of two neighbouring 16-bit products.
void multiply_add_pairs(Machine& m, const Operation& op) {
  Vector scratch_a;
  Vector scratch_b;
  const Vector& a = read_whole_vector(m, op, 1, scratch_a);
  const Vector& b = read_whole_vector(m, op, 2, scratch_b);
  Vector result;
  inherit_unknown(result, a, b, op.width_bytes, 4);
  for (unsigned i = 0; i < op.width_bytes / 4U; ++i) {
    const auto product = [&](unsigned j) {
      return static_cast<std::int64_t>(lane<std::int16_t>(a, j)) * lane<std::int16_t>(b, j);
    };
    set_lane<std::uint32_t>(result, i,
                            static_cast<std::uint32_t>(product(2 * i) + product(2 * i + 1)));
  }
  write_vector(m, op, result);
}

// A number as the nearest that To holds.
template <typename From, typename To>
constexpr To saturated(From value) {
  // NOLINTNEXTLINE(bugprone-signed-char-misuse): a number, not a character
  constexpr From kLeast = std::numeric_limits<To>::min();
  constexpr From kMost = std::numeric_limits<To>::max();
  return static_cast<To>(value < kLeast ? kLeast : value > kMost ? kMost : value);
}
template <typename From, typename To>
constexpr To wrapped(From value) {
  return static_cast<To>(value);
}

// packss and packus: both sources' lanes, halved with saturation, 16 bytes at a time.
template <typename From, typename To>
void pack(Machine& m, const Operation& op) {
  Vector scratch_a;
  Vector scratch_b;
  const Vector& a = read_whole_vector(m, op, 1, scratch_a);
  const Vector& b = read_whole_vector(m, op, 2, scratch_b);
  constexpr unsigned kHalf = 16 / sizeof(From);
  Vector result;
  result.origin = a.unknown != 0 ? a.origin : b.origin;
  for (unsigned i = 0; i < op.width_bytes / sizeof(To); ++i) {
    const unsigned block = i / (2 * kHalf);
    const unsigned within = i % (2 * kHalf);
    const Vector& from = within < kHalf ? a : b;
    const unsigned source = block * kHalf + within % kHalf;
    const auto value = lane<From>(from, source);
    set_lane<To>(result, i, saturated<From, To>(value));
    if ((from.unknown >> (source * sizeof(From)) & low_bits(sizeof(From))) != 0) {
      result.unknown |= low_bits(sizeof(To)) << (i * sizeof(To));
    }
  }
  write_vector(m, op, result);
}

// pmovsx, pmovzx and pmov (which narrows, pmovs and pmovus to the nearest value that fits): lane i
// to lane i of another size.
template <typename From, typename To, auto kConvert>
void convert(Machine& m, const Operation& op) {
  constexpr unsigned kTo = sizeof(To);
  constexpr unsigned kFrom = sizeof(From);
  constexpr bool kTruncates = kTo < kFrom && kConvert == wrapped<From, To>;
  Vector scratch;
  if (op.operands[1].kind == Operand::Kind::memory) {
    load_operand_lanes(m, op, kFrom, op.lanes, scratch);
  }
  const Vector& from =
      op.operands[1].kind == Operand::Kind::memory ? scratch : m.vector[op.operands[1].reg];
  Vector result;
  result.origin = from.origin;
  for (unsigned i = 0; i < op.lanes; ++i) {
    set_lane<To>(result, i, kConvert(lane<From>(from, i)));
    const std::uint64_t unknown = from.unknown >> (i * kFrom) & low_bits(kFrom);
    if (kTruncates) {
      result.unknown |= (unknown & low_bits(kTo)) << (i * kTo);
    } else if (unknown != 0) {
      result.unknown |= low_bits(kTo) << (i * kTo);
    }
  }
  if (op.operands[0].kind == Operand::Kind::memory) {
    return store_vector(m, op, effective_address(m, op), kTo, op.lanes, result);
  }
  write_vector(m, op, result);
}

// Name's vector length is that of the wider side.
template <unsigned kFrom, unsigned kTo>
void prepare_convert(const OpcodeName& name, Operation& op) {
  const unsigned wide = kFrom > kTo ? kFrom : kTo;
  const unsigned lanes = name.vector_bytes / wide;
  op.lanes = op.masked_lanes = static_cast<std::uint8_t>(lanes);
  // Narrowed results leave at least 16 bytes, the upper ones 0.
  const unsigned written = lanes * kTo;
  op.width_bytes = static_cast<std::uint8_t>(written < 16 ? 16 : written);
  op.element_bytes = kTo;
  op.memory_bytes = static_cast<std::uint8_t>(lanes * (kFrom < kTo ? kFrom : kTo));
}

// vpternlog: any function of three bits, from a table of eight.
void three_way_logic(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& b = read_vector(m, op, 2, scratch);
  Vector scratch_c;
  const Vector& c = read_vector(m, op, 3, scratch_c);
  const Vector a = m.vector[op.operands[0].reg];
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / 8; ++i) {
    const auto x = lane<std::uint64_t>(a, i);
    const auto y = lane<std::uint64_t>(b, i);
    const auto z = lane<std::uint64_t>(c, i);
    std::uint64_t value = 0;
    for (unsigned row = 0; row < 8; ++row) {
      if ((op.immediate >> row & 1U) != 0) {
        value |=
            ((row & 4U) != 0 ? x : ~x) & ((row & 2U) != 0 ? y : ~y) & ((row & 1U) != 0 ? z : ~z);
      }
    }
    set_lane<std::uint64_t>(result, i, value);
  }
  // An operand that the table does not depend on may be unknown: 0xff makes all ones of rubbish.
  const auto table = static_cast<unsigned>(op.immediate & 0xFFU);
  const bool by_a = (table >> 4U) != (table & 0xFU);
  const bool by_b = (table >> 2U & 0x33U) != (table & 0x33U);
  const bool by_c = (table >> 1U & 0x55U) != (table & 0x55U);
  result.unknown = ((by_a ? a.unknown : 0) | (by_b ? b.unknown : 0) | (by_c ? c.unknown : 0)) &
                   low_bits(op.width_bytes);
  result.origin = by_a && a.unknown != 0 ? a.origin : by_b && b.unknown != 0 ? b.origin : c.origin;
  write_vector(m, op, result);
}

// ptest and vtestps: zero says that a and b have no bit in common, carry that a covers b. kSigns
// keeps only the sign of each lane.
template <std::uint64_t kSigns>
void test_bits(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[0].reg];
  const Vector& b = read_vector(m, op, 1, scratch);
  bool zero = true;
  bool covered = true;
  for (unsigned i = 0; i < op.width_bytes / 8; ++i) {
    const auto x = lane<std::uint64_t>(a, i);
    const auto y = lane<std::uint64_t>(b, i);
    zero = zero && (x & y & kSigns) == 0;
    covered = covered && (~x & y & kSigns) == 0;
  }
  m.flags.set = (zero ? Flags::zero : 0U) | (covered ? Flags::carry : 0U);
  m.flags.unknown = 0;
  // Only the bytes that hold tested bits matter: all, or the last of each lane.
  std::uint64_t relevant = low_bits(op.width_bytes);
  if (kSigns == 0x8000000080000000ULL) {
    relevant &= 0x8888888888888888ULL;
  } else if (kSigns == 0x8000000000000000ULL) {
    relevant &= 0x8080808080808080ULL;
  }
  if (((a.unknown | b.unknown) & relevant) != 0) {
    m.flags.unknown = Flags::zero | Flags::carry;
    m.flags.origin = (a.unknown & relevant) != 0 ? a.origin : b.origin;
  }
}

template <typename S, typename U>
void add_lane_arithmetic(FamilyTable& table, const std::string& suffix) {
  table.add("PADD" + suffix, {.run = each_lane<U, lane_sum<U>>, .lane_bytes = sizeof(U)});
  table.add("PSUB" + suffix,
            {.run = unless_same<each_lane<U, lane_difference<U>>, false>, .lane_bytes = sizeof(U)});
  table.add("PMINS" + suffix, {.run = each_lane<S, smaller<S>>, .lane_bytes = sizeof(U)});
  table.add("PMINU" + suffix, {.run = each_lane<U, smaller<U>>, .lane_bytes = sizeof(U)});
  table.add("PMAXS" + suffix, {.run = each_lane<S, larger<S>>, .lane_bytes = sizeof(U)});
  table.add("PMAXU" + suffix, {.run = each_lane<U, larger<U>>, .lane_bytes = sizeof(U)});
  table.add("PCMPEQ" + suffix,
            {.run = unless_same<each_lane<U, all_if_equal<U>>, true>, .lane_bytes = sizeof(U)});
  table.add("PCMPGT" + suffix,
            {.run = unless_same<each_lane<S, all_if_greater<S>>, false>, .lane_bytes = sizeof(U)});
}

// Bitwise operations of integers and of floating-point numbers are the same but for the names; the
// lanes' size matters to masks and broadcasts alone.
void add_bitwise(FamilyTable& table) {
  struct Names {
    std::string prefix;
    std::string suffix;
    unsigned lane_bytes;
  };
  for (const Names& names :
       {Names{"P", "", 8}, {"P", "D", 4}, {"P", "Q", 8}, {"", "PS", 4}, {"", "PD", 8}}) {
    const auto add = [&](const std::string& operation, Operation::Run run) {
      table.add(names.prefix + operation + names.suffix,
                {.run = run, .lane_bytes = names.lane_bytes});
    };
    add("AND", bitwise_lanes<Bitwise::conjunction>);
    add("ANDN", bitwise_lanes<Bitwise::and_not>);
    add("OR", bitwise_lanes<Bitwise::disjunction>);
    add("XOR", unless_same<bitwise_lanes<Bitwise::exclusive>, false>);
  }
}

template <typename From, typename To>
void add_conversion(FamilyTable& table, const std::string& name) {
  table.add(name, {.run = convert<From, To, wrapped<From, To>>,
                   .lane_bytes = sizeof(To),
                   .prepare = prepare_convert<sizeof(From), sizeof(To)>});
}

// pmovdb and its kin: `sizes` "DB".
template <typename From, typename To>
void add_narrowing(FamilyTable& table, const std::string& sizes) {
  using SignedFrom = std::make_signed_t<From>;
  using SignedTo = std::make_signed_t<To>;
  constexpr auto kPrepare = prepare_convert<sizeof(From), sizeof(To)>;
  add_conversion<From, To>(table, "PMOV" + sizes);
  table.add("PMOVUS" + sizes, {.run = convert<From, To, saturated<From, To>>,
                               .lane_bytes = sizeof(To),
                               .prepare = kPrepare});
  table.add("PMOVS" + sizes, {.run = convert<SignedFrom, SignedTo, saturated<SignedFrom, SignedTo>>,
                              .lane_bytes = sizeof(To),
                              .prepare = kPrepare});
}

void add_conversions_between_lanes(FamilyTable& table) {
  add_conversion<std::int8_t, std::int16_t>(table, "PMOVSXBW");
  add_conversion<std::int8_t, std::int32_t>(table, "PMOVSXBD");
  add_conversion<std::int8_t, std::int64_t>(table, "PMOVSXBQ");
  add_conversion<std::int16_t, std::int32_t>(table, "PMOVSXWD");
  add_conversion<std::int16_t, std::int64_t>(table, "PMOVSXWQ");
  add_conversion<std::int32_t, std::int64_t>(table, "PMOVSXDQ");
  add_conversion<std::uint8_t, std::uint16_t>(table, "PMOVZXBW");
  add_conversion<std::uint8_t, std::uint32_t>(table, "PMOVZXBD");
  add_conversion<std::uint8_t, std::uint64_t>(table, "PMOVZXBQ");
  add_conversion<std::uint16_t, std::uint32_t>(table, "PMOVZXWD");
  add_conversion<std::uint16_t, std::uint64_t>(table, "PMOVZXWQ");
  add_conversion<std::uint32_t, std::uint64_t>(table, "PMOVZXDQ");
  add_narrowing<std::uint16_t, std::uint8_t>(table, "WB");
  add_narrowing<std::uint32_t, std::uint8_t>(table, "DB");
  add_narrowing<std::uint32_t, std::uint16_t>(table, "DW");
  add_narrowing<std::uint64_t, std::uint8_t>(table, "QB");
  add_narrowing<std::uint64_t, std::uint16_t>(table, "QW");
  add_narrowing<std::uint64_t, std::uint32_t>(table, "QD");
}

}  // namespace

void add_vector_integers(FamilyTable& table) {
  add_lane_arithmetic<std::int8_t, std::uint8_t>(table, "B");
  add_lane_arithmetic<std::int16_t, std::uint16_t>(table, "W");
  add_lane_arithmetic<std::int32_t, std::uint32_t>(table, "D");
  add_lane_arithmetic<std::int64_t, std::uint64_t>(table, "Q");
  table.add("PMULLW",
            {.run = each_lane<std::uint16_t, multiply_low<std::uint16_t>>, .lane_bytes = 2});
  table.add("PMULLD",
            {.run = each_lane<std::uint32_t, multiply_low<std::uint32_t>>, .lane_bytes = 4});
  table.add("PMULLQ",
            {.run = each_lane<std::uint64_t, multiply_low<std::uint64_t>>, .lane_bytes = 8});
  table.add("PMULHW",
            {.run = each_lane<std::int16_t, multiply_high<std::int16_t>>, .lane_bytes = 2});
  table.add("PMULHUW", {.run = each_lane<std::uint16_t, multiply_high_unsigned>, .lane_bytes = 2});
  table.add("PMULUDQ", {.run = each_lane<std::uint64_t, multiply_even_unsigned>, .lane_bytes = 8});
  table.add("PMULDQ", {.run = each_lane<std::int64_t, multiply_even>, .lane_bytes = 8});
  table.add("PMADDWD", {.run = multiply_add_pairs, .lane_bytes = 4});
  table.add("PABSB",
            {.run = each_lane_of_one<std::int8_t, magnitude<std::int8_t>>, .lane_bytes = 1});
  table.add("PABSW",
            {.run = each_lane_of_one<std::int16_t, magnitude<std::int16_t>>, .lane_bytes = 2});
  table.add("PABSD",
            {.run = each_lane_of_one<std::int32_t, magnitude<std::int32_t>>, .lane_bytes = 4});
  table.add("PABSQ", {.run = each_lane_of_one<std::int64_t, magnitude_64>, .lane_bytes = 8});
  add_bitwise(table);
  table.add("PACKSSWB", {.run = pack<std::int16_t, std::int8_t>, .lane_bytes = 1});
  table.add(
      "PACKSSDW",
      {.run = pack<std::int32_t, std::int16_t>, .lane_bytes = 2, .prepare = prepare_broadcast<4>});
  table.add("PACKUSWB", {.run = pack<std::int16_t, std::uint8_t>, .lane_bytes = 1});
  table.add(
      "PACKUSDW",
      {.run = pack<std::int32_t, std::uint16_t>, .lane_bytes = 2, .prepare = prepare_broadcast<4>});
  add_conversions_between_lanes(table);
  table.add("PTERNLOGD", {.run = three_way_logic, .lane_bytes = 4, .reads_destination = true});
  table.add("PTERNLOGQ", {.run = three_way_logic, .lane_bytes = 8, .reads_destination = true});
  table.add("PTEST", {test_bits<~0ULL>});
  table.add("TESTPS", {test_bits<0x8000000080000000ULL>});
  table.add("TESTPD", {test_bits<0x8000000000000000ULL>});
}

}  // namespace clgauge::lens
