// Floating-point arithmetic.
#include <cmath>
#include <string>

#include "lens/evaluate/families/floats.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace floats {
namespace {

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
  return as_processor(T{Computed<T>{a} + Computed<T>{b}}, a, b);
}
template <typename T>
T difference(T a, T b) {
  return as_processor(T{Computed<T>{a} - Computed<T>{b}}, a, b);
}
template <typename T>
T product(T a, T b) {
  return as_processor(T{Computed<T>{a} * Computed<T>{b}}, a, b);
}
template <typename T>
T quotient(T a, T b) {
  return as_processor(T{Computed<T>{a} / Computed<T>{b}}, a, b);
}

template <typename T>
T square_root(T x) {
  return as_processor(T{std::sqrt(Computed<T>{x})}, x, x);
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
      const Computed<T> plain_factor = lane<T>(x, i);
      const Computed<T> factor = kNegateProduct ? -plain_factor : plain_factor;
      const bool is_odd = i % 2 != 0;
      const bool subtracts = kAddend == Addend::add_in_odd    ? !is_odd
                             : kAddend == Addend::add_in_even ? is_odd
                                                              : kAddend == Addend::subtract;
      const Computed<T> plain_addend = lane<T>(z, i);
      const Computed<T> addend = subtracts ? -plain_addend : plain_addend;
      const T computed{std::fma(factor, Computed<T>{lane<T>(y, i)}, addend)};
      const bool by_factor = std::isnan(lane<T>(x, i)) || std::isnan(lane<T>(y, i));
      set_lane<T>(
          result, i,
          as_processor(computed, lane<T>(by_factor ? x : z, i), lane<T>(by_factor ? y : z, i)));
      result.unknown &= ~bits;
    }
  }
  if constexpr (!std::is_same_v<T, Half>) {  // of which it was not timed
    note_denormals<T>(m, op, lanes, all, [&](unsigned i) {
      return of_fused(lane<T>(x, i), lane<T>(y, i), lane<T>(z, i), lane<T>(result, i));
    });
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
  note_denormals_of_two<T, of_product<T>>(m, op, a, b, addends, lanes);
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

// What AVX512-FP16 has for halves, too.
template <typename T>
void add_arithmetic(FamilyTable& table, const std::string& letter) {
  constexpr unsigned kBytes = sizeof(T);
  const std::string ps = "P" + letter;
  const std::string ss = "S" + letter;
  table.add("ADD" + ps, {.run = packed<T, sum<T>>, .lane_bytes = kBytes});
  table.add("SUB" + ps, {.run = packed<T, difference<T>>, .lane_bytes = kBytes});
  table.add("MUL" + ps,
            {.run = packed<T, product<T>, Denormals<T>::kProduct>, .lane_bytes = kBytes});
  table.add("DIV" + ps,
            {.run = packed<T, quotient<T>, Denormals<T>::kQuotient>, .lane_bytes = kBytes});
  table.add("ADD" + ss, {.run = scalar<T, sum<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("SUB" + ss,
            {.run = scalar<T, difference<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  table.add("MUL" + ss, {.run = scalar<T, product<T>, Denormals<T>::kProduct>,
                         .lane_bytes = kBytes,
                         .memory_bytes = kBytes});
  table.add("DIV" + ss, {.run = scalar<T, quotient<T>, Denormals<T>::kQuotient>,
                         .lane_bytes = kBytes,
                         .memory_bytes = kBytes});
  for (const char* commutes : {"", "C"}) {  // LLVM's name where the order does not matter
    table.add("MIN" + (commutes + ps), {.run = packed<T, minimum<T>>, .lane_bytes = kBytes});
    table.add("MAX" + (commutes + ps), {.run = packed<T, maximum<T>>, .lane_bytes = kBytes});
    table.add("MIN" + (commutes + ss),
              {.run = scalar<T, minimum<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
    table.add("MAX" + (commutes + ss),
              {.run = scalar<T, maximum<T>>, .lane_bytes = kBytes, .memory_bytes = kBytes});
  }
  table.add("SQRT" + ps,
            {.run = packed_of_one<T, square_root<T>, Denormals<T>::kRoot>, .lane_bytes = kBytes});
  table.add("SQRT" + ss, {.run = scalar_of_one<T, square_root<T>, Denormals<T>::kRoot>,
                          .lane_bytes = kBytes,
                          .memory_bytes = kBytes});
  add_fused<T, 132, false>(table, ps);
  add_fused<T, 213, false>(table, ps);
  add_fused<T, 231, false>(table, ps);
  add_fused<T, 132, true>(table, ss);
  add_fused<T, 213, true>(table, ss);
  add_fused<T, 231, true>(table, ss);
}

template <typename T>
void add_across_lanes(FamilyTable& table, const std::string& letter) {
  constexpr unsigned kBytes = sizeof(T);
  const std::string ps = "P" + letter;
  table.add("ADDSUB" + ps, {.run = subtract_and_add<T>, .lane_bytes = kBytes});
  table.add("HADD" + ps, {.run = combine_neighbours<T, sum<T>>, .lane_bytes = kBytes});
  table.add("HSUB" + ps, {.run = combine_neighbours<T, difference<T>>, .lane_bytes = kBytes});
  table.add("DP" + ps, {.run = dot_product<T>, .lane_bytes = kBytes});
}

}  // namespace
}  // namespace floats

void add_floating_point(FamilyTable& table) {
  floats::add_arithmetic<float>(table, "S");
  floats::add_arithmetic<double>(table, "D");
  floats::add_arithmetic<Half>(table, "H");
  floats::add_across_lanes<float>(table, "S");
  floats::add_across_lanes<double>(table, "D");
}

}  // namespace clgauge::lens
