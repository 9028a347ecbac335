// Dot products of short vectors within each lane (VNNI, AVX-VNNI, AVX512-BF16), and what makes
// bfloat16 of floats.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

template <bool kSaturates>
constexpr std::uint32_t added(std::uint32_t sum, std::int64_t products) {
  std::int64_t total = static_cast<std::int32_t>(sum) + products;
  if (kSaturates) {
    total = std::clamp<std::int64_t>(total, std::numeric_limits<std::int32_t>::min(),
                                     std::numeric_limits<std::int32_t>::max());
  }
  return static_cast<std::uint32_t>(total);
}

// vpdpwssd: both products of signed 16-bit halves, added.
template <bool kSaturates>
constexpr std::uint32_t add_word_products(std::uint32_t sum, std::uint32_t a, std::uint32_t b) {
  std::int64_t products = 0;
  for (unsigned at = 0; at < 32; at += 16) {
    products += std::int64_t{static_cast<std::int16_t>(a >> at & 0xFFFFU)} *
                static_cast<std::int16_t>(b >> at & 0xFFFFU);
  }
  return added<kSaturates>(sum, products);
}

// vpdpbusd: four products of bytes, those of a without a sign.
template <bool kSaturates>
constexpr std::uint32_t add_byte_products(std::uint32_t sum, std::uint32_t a, std::uint32_t b) {
  std::int64_t products = 0;
  for (unsigned at = 0; at < 32; at += 8) {
    products += std::int64_t{static_cast<std::uint8_t>(a >> at & 0xFFU)} *
                static_cast<std::int8_t>(b >> at & 0xFFU);
  }
  return added<kSaturates>(sum, products);
}

// bfloat16 knows no numbers below the normal ones.
float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x; }

std::uint16_t to_bfloat(float x) {
  constexpr unsigned kQuiet = 0x40;
  const auto bits = std::bit_cast<std::uint32_t>(flushed(x));
  if (std::isnan(x)) {
    return static_cast<std::uint16_t>(bits >> 16U | kQuiet);
  }
  return static_cast<std::uint16_t>((bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U);  // to even
}

// [.., source] into half as much, or [.., upper half, lower half].
void make_bfloats(Machine& m, const Operation& op) {
  Vector scratch;
  const unsigned last = op.operand_count - 1U;
  Vector result;
  const unsigned lanes = op.lanes;
  const auto convert = [&](const Vector& from, unsigned first) {
    for (unsigned i = 0; i < lanes; ++i) {
      const unsigned at = first + i;
      if ((from.unknown >> (i * 4U) & 0xFU) != 0) {
        result.unknown |= std::uint64_t{3} << (at * 2U);
        result.origin = from.origin;
      } else {
        set_lane<std::uint16_t>(result, at, to_bfloat(lane<float>(from, i)));
      }
    }
  };
  if (last == 2) {
    convert(read_whole_vector(m, op, 2, scratch), 0);
    convert(m.vector[op.operands[1].reg], lanes);
  } else if (op.operands[1].kind == Operand::Kind::memory) {
    load_operand_lanes(m, op, 4, lanes, scratch);
    convert(scratch, 0);
  } else {
    convert(m.vector[op.operands[1].reg], 0);
  }
  write_vector(m, op, result);
}

void prepare_bfloats(const OpcodeName& name, Operation& op) {
  op.lanes = static_cast<std::uint8_t>(name.vector_bytes / 4);
  op.memory_bytes = static_cast<std::uint8_t>(name.broadcast ? 4 : name.vector_bytes);
  if (op.operand_count == 2) {
    op.masked_lanes = op.lanes;
    op.width_bytes = static_cast<std::uint8_t>(std::max(16U, name.vector_bytes / 2));
  }
}

}  // namespace

void add_dot_products(FamilyTable& table) {
  using Int = std::uint32_t;
  const auto add = [&](const char* name, Operation::Run run) {
    table.add(name, {.run = run, .lane_bytes = 4, .reads_destination = true});
  };
  add("PDPWSSD", each_lane_of_three<Int, add_word_products<false>>);
  add("PDPWSSDS", each_lane_of_three<Int, add_word_products<true>>);
  add("PDPBUSD", each_lane_of_three<Int, add_byte_products<false>>);
  add("PDPBUSDS", each_lane_of_three<Int, add_byte_products<true>>);
  for (const char* name : {"CVTNEPS2BF16", "CVTNE2PS2BF16"}) {
    table.add(name, {.run = make_bfloats, .lane_bytes = 2, .prepare = prepare_bfloats});
  }
}

}  // namespace clgauge::lens
