// Conversions between integers and floating point, and between floating-point sizes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"
#include "lens/evaluate/half.h"

namespace clgauge::lens {
namespace {

// x86's "integer indefinite" stands for whatever does not fit: a sign, or all ones without one.
template <typename To, typename From>
To to_integer(From value) {
  // Both bounds are powers of two, which every floating-point type holds exactly.
  constexpr From kLeast = static_cast<From>(std::numeric_limits<To>::min());
  constexpr From kEnd = From{2} * static_cast<From>(To{1} << (std::numeric_limits<To>::digits - 1));
  if (!(value >= kLeast && value < kEnd)) {
    return std::is_signed_v<To> ? std::numeric_limits<To>::min() : std::numeric_limits<To>::max();
  }
  return static_cast<To>(value);
}

template <typename To, typename From>
To truncated(From value) {
  return to_integer<To>(std::trunc(value));
}
template <typename To, typename From>
To nearest(From value) {
  return to_integer<To>(std::nearbyint(value));
}
template <typename To, typename From>
To plain(From value) {
  if constexpr (std::is_same_v<To, Half>) {
    return Half(static_cast<double>(value));
  } else {
    return static_cast<To>(value);
  }
}

// Lane i to lane i.
template <typename From, typename To, auto kConvert>
void convert_lanes(Machine& m, const Operation& op) {
  Vector loaded;
  const bool loads = op.operands[1].kind == Operand::Kind::memory;
  if (loads) {
    load_operand_lanes(m, op, sizeof(From), op.lanes, loaded);
  }
  const Vector& from = loads ? loaded : m.vector[op.operands[1].reg];
  Vector result;
  for (unsigned i = 0; i < op.lanes; ++i) {
    if ((from.unknown >> (i * sizeof(From)) & low_bits(sizeof(From))) != 0) {
      result.unknown |= low_bits(sizeof(To)) << (i * sizeof(To));
      result.origin = from.origin;
    } else {
      set_lane<To>(result, i, kConvert(lane<From>(from, i)));
    }
  }
  write_vector(m, op, result);
}

// LLVM's name carries the length of the wider side.
template <unsigned kFrom, unsigned kTo>
void prepare_lanes(const OpcodeName& name, Operation& op) {
  const unsigned wide = std::max(kFrom, kTo);
  const unsigned lanes = name.vector_bytes / wide;
  op.lanes = op.masked_lanes = static_cast<std::uint8_t>(lanes);
  op.width_bytes = static_cast<std::uint8_t>(std::max(16U, lanes * kTo));
  op.element_bytes = kTo;
  op.memory_bytes = static_cast<std::uint8_t>(name.broadcast ? kFrom : lanes * kFrom);
}

// A scalar's lane 0; the others come from the first source (without VEX: the destination).
template <typename From, typename To, auto kConvert>
void convert_scalar(Machine& m, const Operation& op) {
  const unsigned last = op.operand_count - 1U;
  Scalar from;
  if (op.mask == 0 || op.operands[last].kind != Operand::Kind::memory) {
    from = read_scalar(m, op, last, sizeof(From));
  } else if (const auto address = effective_address(m, op); loaded_lanes(m, op, address, 1) != 0) {
    from = load_scalar(m, op, address, sizeof(From));
  }
  Vector result = m.vector[op.operands[last == 2 ? 1 : 0].reg];
  if (from.unknown != 0) {
    result.unknown |= low_bits(sizeof(To));
    result.origin = from.origin;
    result.origin.derive();
  } else {
    From value;
    std::memcpy(&value, &from.value, sizeof(From));
    set_lane<To>(result, 0, kConvert(value));
    result.unknown &= ~low_bits(sizeof(To));
  }
  write_vector(m, op, result);
}

template <typename From, typename To, auto kConvert>
void convert_to_general(Machine& m, const Operation& op) {
  const Scalar from = read_scalar(m, op, 1, sizeof(From));
  Scalar result = derived(0, sizeof(To), from, {});
  if (from.unknown == 0) {
    From value;
    std::memcpy(&value, &from.value, sizeof(From));
    const To converted = kConvert(value);
    std::memcpy(&result.value, &converted, sizeof(To));
  }
  write_general(m, op.operands[0], sizeof(To), result);
}

// As the two lowest bits of an immediate say; the third: to the nearest, for kernels leave the
// processor's mode alone.
Half to_half(float value, std::uint64_t immediate) {
  const std::uint64_t mode = (immediate & 4U) != 0 ? 0 : immediate & 3U;
  return Half::rounded(value, static_cast<Rounding>(mode));
}

// [.., source] or [memory, source], and how to round.
void convert_to_halves(Machine& m, const Operation& op) {
  const Vector& from = m.vector[op.operands[1].reg];
  Vector result;
  for (unsigned i = 0; i < op.lanes; ++i) {
    if ((from.unknown >> (i * 4U) & 0xFU) != 0) {
      result.unknown |= std::uint64_t{3} << (i * 2U);
      result.origin = from.origin;
    } else {
      set_lane<Half>(result, i, to_half(lane<float>(from, i), op.immediate));
    }
  }
  if (op.operands[0].kind == Operand::Kind::memory) {
    return store_vector(m, op, effective_address(m, op), 2, op.lanes, result);
  }
  write_vector(m, op, result);
}

void prepare_to_halves(const OpcodeName& name, Operation& op) {
  op.lanes = op.masked_lanes = static_cast<std::uint8_t>(name.vector_bytes / 4);
  op.memory_bytes = static_cast<std::uint8_t>(name.vector_bytes / 2);
  op.width_bytes = std::max<std::uint8_t>(16, op.memory_bytes);  // beyond the halves: 0
}

template <typename From, typename To, auto kConvert>
void add_lanes(FamilyTable& table, const std::string& name) {
  table.add(name, {.run = convert_lanes<From, To, kConvert>,
                   .lane_bytes = sizeof(To),
                   .prepare = prepare_lanes<sizeof(From), sizeof(To)>});
}

template <typename From, typename To>
void add_scalars(FamilyTable& table, const char* name) {
  table.add(name, {.run = convert_scalar<From, To, plain<To, From>>,
                   .lane_bytes = sizeof(To),
                   .memory_bytes = sizeof(From)});
}

template <typename From>
void add_integer_sources(FamilyTable& table, const std::string& bits) {
  const std::string name = std::string(std::is_signed_v<From> ? "CVTSI" : "CVTUSI") + bits;
  table.add(name + "2SS", {.run = convert_scalar<From, float, plain<float, From>>,
                           .lane_bytes = 4,
                           .memory_bytes = sizeof(From)});
  table.add(name + "2SD", {.run = convert_scalar<From, double, plain<double, From>>,
                           .lane_bytes = 8,
                           .memory_bytes = sizeof(From)});
  table.add(name + "2SH", {.run = convert_scalar<From, Half, plain<Half, From>>,
                           .lane_bytes = 2,
                           .memory_bytes = sizeof(From)});
}

// What numbers are computed in that only the latest processors compute with.
template <typename From>
using NumberOf = std::conditional_t<std::is_same_v<From, Half>, double, From>;

template <typename From, typename To>
void add_integer_result(FamilyTable& table, const std::string& scalar) {
  const std::string end =
      scalar + (std::is_signed_v<To> ? "2SI" : "2USI") + (sizeof(To) == 8 ? "64" : "");
  constexpr auto kBytes = static_cast<unsigned>(sizeof(To));
  table.add("CVTT" + end, {.run = convert_to_general<From, To, truncated<To, NumberOf<From>>>,
                           .lane_bytes = kBytes,
                           .memory_bytes = sizeof(From)});
  table.add("CVT" + end, {.run = convert_to_general<From, To, nearest<To, NumberOf<From>>>,
                          .lane_bytes = kBytes,
                          .memory_bytes = sizeof(From)});
}

template <typename From>
void add_integer_results(FamilyTable& table, const std::string& scalar) {
  add_integer_result<From, std::int32_t>(table, scalar);
  add_integer_result<From, std::int64_t>(table, scalar);
  add_integer_result<From, std::uint32_t>(table, scalar);
  add_integer_result<From, std::uint64_t>(table, scalar);
}

// Both ways between halves and vectors of integers.
template <typename Integer>
void add_integer_lanes_of_halves(FamilyTable& table, const std::string& integers) {
  constexpr auto kBytes = static_cast<unsigned>(sizeof(Integer));
  add_lanes<Integer, Half, plain<Half, Integer>>(table, "CVT" + integers + "2PH");
  table.add("CVTTPH2" + integers, {.run = convert_lanes<Half, Integer, truncated<Integer, double>>,
                                   .lane_bytes = kBytes,
                                   .prepare = prepare_lanes<2, kBytes>});
  table.add("CVTPH2" + integers, {.run = convert_lanes<Half, Integer, nearest<Integer, double>>,
                                  .lane_bytes = kBytes,
                                  .prepare = prepare_lanes<2, kBytes>});
}

// Both ways between floating point and vectors of integers: "DQ", "UDQ", "QQ", "UQQ".
template <typename Integer>
void add_integer_lanes(FamilyTable& table, const std::string& integers) {
  constexpr auto kBytes = static_cast<unsigned>(sizeof(Integer));
  table.add("CVT" + integers + "2PS", {.run = convert_lanes<Integer, float, plain<float, Integer>>,
                                       .lane_bytes = 4,
                                       .prepare = prepare_lanes<kBytes, 4>});
  table.add("CVT" + integers + "2PD",
            {.run = convert_lanes<Integer, double, plain<double, Integer>>,
             .lane_bytes = 8,
             .prepare = prepare_lanes<kBytes, 8>});
  table.add("CVTTPS2" + integers, {.run = convert_lanes<float, Integer, truncated<Integer, float>>,
                                   .lane_bytes = kBytes,
                                   .prepare = prepare_lanes<4, kBytes>});
  table.add("CVTPS2" + integers, {.run = convert_lanes<float, Integer, nearest<Integer, float>>,
                                  .lane_bytes = kBytes,
                                  .prepare = prepare_lanes<4, kBytes>});
  table.add("CVTTPD2" + integers,
            {.run = convert_lanes<double, Integer, truncated<Integer, double>>,
             .lane_bytes = kBytes,
             .prepare = prepare_lanes<8, kBytes>});
  table.add("CVTPD2" + integers, {.run = convert_lanes<double, Integer, nearest<Integer, double>>,
                                  .lane_bytes = kBytes,
                                  .prepare = prepare_lanes<8, kBytes>});
  add_integer_lanes_of_halves<Integer>(table, integers);
}

}  // namespace

void add_conversions(FamilyTable& table) {
  using Int = std::int32_t;
  using Long = std::int64_t;
  add_integer_lanes<Int>(table, "DQ");
  add_integer_lanes<std::uint32_t>(table, "UDQ");
  add_integer_lanes<Long>(table, "QQ");
  add_integer_lanes<std::uint64_t>(table, "UQQ");
  add_lanes<float, double, plain<double, float>>(table, "CVTPS2PD");
  add_lanes<double, float, plain<float, double>>(table, "CVTPD2PS");
  add_integer_sources<Int>(table, "");
  add_integer_sources<Long>(table, "64");
  add_integer_sources<std::uint32_t>(table, "");
  add_integer_sources<std::uint64_t>(table, "64");
  add_integer_results<float>(table, "SS");
  add_integer_results<double>(table, "SD");
  add_integer_results<Half>(table, "SH");
  add_integer_lanes_of_halves<std::int16_t>(table, "W");
  add_integer_lanes_of_halves<std::uint16_t>(table, "UW");
  table.add("CVTSS2SD", {.run = convert_scalar<float, double, plain<double, float>>,
                         .lane_bytes = 8,
                         .memory_bytes = 4});
  table.add("CVTSD2SS", {.run = convert_scalar<double, float, plain<float, double>>,
                         .lane_bytes = 4,
                         .memory_bytes = 8});
  for (const char* x : {"", "X"}) {  // of F16C, of AVX512-FP16
    add_lanes<Half, float, plain<float, Half>>(table, std::string("CVTPH2PS") + x);
  }
  add_lanes<float, Half, plain<Half, float>>(table, "CVTPS2PHX");
  add_lanes<Half, double, plain<double, Half>>(table, "CVTPH2PD");
  add_lanes<double, Half, plain<Half, double>>(table, "CVTPD2PH");
  add_scalars<Half, float>(table, "CVTSH2SS");
  add_scalars<Half, double>(table, "CVTSH2SD");
  add_scalars<float, Half>(table, "CVTSS2SH");
  add_scalars<double, Half>(table, "CVTSD2SH");
  table.add("CVTPS2PH", {.run = convert_to_halves, .lane_bytes = 2, .prepare = prepare_to_halves});
}

}  // namespace clgauge::lens
