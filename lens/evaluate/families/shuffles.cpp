// Instructions that move lanes to other places, or choose between two sources lane by lane.
#include <initializer_list>

#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

void forget_lane(Vector& to, unsigned to_lane, unsigned bytes, const Origin& origin) noexcept {
  to.unknown |= low_bits(bytes) << (to_lane * bytes);
  to.origin = origin;
}

// Both vector sources of [destination, a, b].
struct Sources {
  Sources(Machine& m, const Operation& op)
      : a(read_whole_vector(m, op, 1, scratch_a)), b(read_whole_vector(m, op, 2, scratch_b)) {}
  Vector scratch_a;
  Vector scratch_b;
  const Vector& a;
  const Vector& b;
};

// pshufd, vpermilps, vpermq and the like: [destination, source, immediate], two (kPairs: one) bits
// a lane, within blocks of kBlock lanes; kFirst lanes before the shuffled ones stay.
template <unsigned kLane, unsigned kBlock, unsigned kFirst, unsigned kShuffled>
void shuffle_by_immediate(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& from = read_whole_vector(m, op, 1, scratch);
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / kLane; ++i) {
    const unsigned block = i / kBlock * kBlock;
    const unsigned within = i % kBlock;
    unsigned source = within;
    if (within >= kFirst && within < kFirst + kShuffled) {
      const unsigned place = within - kFirst;
      source = kFirst + static_cast<unsigned>(op.immediate >> (2 * place) & 3U);
    }
    copy_lane(result, i, from, block + source, kLane);
  }
  write_vector(m, op, result);
}

// vpermilpd: one bit a lane, counted through the whole vector.
void permute_doubles_by_immediate(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& from = read_whole_vector(m, op, 1, scratch);
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / 8U; ++i) {
    copy_lane(result, i, from, i / 2 * 2 + static_cast<unsigned>(op.immediate >> i & 1U), 8);
  }
  write_vector(m, op, result);
}

// shufps and shufpd: the lower half of each 16 bytes from a, the upper from b.
template <unsigned kLane>
void shuffle_two(Machine& m, const Operation& op) {
  const Sources from(m, op);
  constexpr unsigned kBlock = 16 / kLane;
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / kLane; ++i) {
    const unsigned block = i / kBlock * kBlock;
    const unsigned within = i % kBlock;
    const unsigned bit = kLane == 4 ? 2 * within : i;
    const auto source = static_cast<unsigned>(op.immediate >> bit & (kBlock - 1));
    copy_lane(result, i, within < kBlock / 2 ? from.a : from.b, block + source, kLane);
  }
  write_vector(m, op, result);
}

// unpckl, unpckh, punpckl, punpckh: lanes of a and b in turn, from one half of each 16 bytes.
template <unsigned kLane, bool kHigh>
void interleave(Machine& m, const Operation& op) {
  const Sources from(m, op);
  constexpr unsigned kBlock = 16 / kLane;
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / kLane; ++i) {
    const unsigned within = i % kBlock;
    const unsigned source = i / kBlock * kBlock + within / 2 + (kHigh ? kBlock / 2 : 0);
    copy_lane(result, i, within % 2 == 0 ? from.a : from.b, source, kLane);
  }
  write_vector(m, op, result);
}

// movddup, movshdup, movsldup: one of each pair of lanes, twice.
template <unsigned kLane, bool kSecond>
void duplicate(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& from = read_whole_vector(m, op, 1, scratch);
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / kLane; ++i) {
    copy_lane(result, i, from, i / 2 * 2 + (kSecond ? 1 : 0), kLane);
  }
  write_vector(m, op, result);
}

void prepare_duplicate(const OpcodeName& name, Operation& op) {
  if (name.vector_bytes == 16) {
    op.memory_bytes = 8;  // movddup of one double
  }
}

// pshufb: any byte of the same 16, or 0 where the index is negative.
void shuffle_bytes(Machine& m, const Operation& op) {
  const Sources from(m, op);
  Vector result;
  for (unsigned i = 0; i < op.width_bytes; ++i) {
    if ((from.b.unknown >> i & 1U) != 0) {
      forget_lane(result, i, 1, from.b.origin);
    } else if ((from.b.bytes[i] & 0x80U) == 0) {
      copy_lane(result, i, from.a, i / 16 * 16 + (from.b.bytes[i] & 15U), 1);
    }
  }
  write_vector(m, op, result);
}

// vpermd, vpermps, vpermilps by a vector of indices. kBlock lanes form a block; 0: all.
// kIndexFirst: [destination, indices, source]; otherwise [destination, source, indices].
template <typename U, unsigned kBlock, bool kIndexFirst>
void permute_by_lanes(Machine& m, const Operation& op) {
  const Sources sources(m, op);
  const Vector& indices = kIndexFirst ? sources.a : sources.b;
  const Vector& from = kIndexFirst ? sources.b : sources.a;
  const auto lanes = static_cast<unsigned>(op.width_bytes / sizeof(U));
  const unsigned block_lanes = kBlock == 0 ? lanes : kBlock;
  Vector result;
  for (unsigned i = 0; i < lanes; ++i) {
    if ((indices.unknown >> (i * sizeof(U)) & low_bits(sizeof(U))) != 0) {
      forget_lane(result, i, sizeof(U), indices.origin);
      continue;
    }
    U index = lane<U>(indices, i);
    if (sizeof(U) == 8 && kBlock == 2) {
      index >>= 1U;  // vpermilpd looks at bit 1
    }
    const auto source = static_cast<unsigned>(index & (block_lanes - 1));
    copy_lane(result, i, from, i / block_lanes * block_lanes + source, sizeof(U));
  }
  write_vector(m, op, result);
}

// vpermi2 and vpermt2: indices reach over two sources. [destination and one input, x, y].
template <typename U, bool kIndexIsDestination>
void permute_two_sources(Machine& m, const Operation& op) {
  const Vector destination = m.vector[op.operands[0].reg];
  Vector scratch_x;
  Vector scratch_y;
  const Vector& x = read_whole_vector(m, op, 2, scratch_x);
  const Vector& y = read_whole_vector(m, op, 3, scratch_y);
  const Vector& indices = kIndexIsDestination ? destination : x;
  const Vector& first = kIndexIsDestination ? x : destination;
  const auto lanes = static_cast<unsigned>(op.width_bytes / sizeof(U));
  Vector result;
  for (unsigned i = 0; i < lanes; ++i) {
    if ((indices.unknown >> (i * sizeof(U)) & low_bits(sizeof(U))) != 0) {
      forget_lane(result, i, sizeof(U), indices.origin);
      continue;
    }
    const auto source = static_cast<unsigned>(lane<U>(indices, i) & (2 * lanes - 1));
    copy_lane(result, i, source < lanes ? first : y, source % lanes, sizeof(U));
  }
  write_vector(m, op, result);
}

// vperm2f128, vperm2i128: 16 bytes of either source, or zeros.
void permute_halves(Machine& m, const Operation& op) {
  const Sources from(m, op);
  Vector result;
  for (unsigned i = 0; i < 2; ++i) {
    const auto control = static_cast<unsigned>(op.immediate >> (4 * i) & 0xFU);
    if ((control & 8U) == 0) {
      copy_lane(result, i, (control & 2U) == 0 ? from.a : from.b, control & 1U, 16);
    }
  }
  write_vector(m, op, result);
}

void prepare_permute_halves(const OpcodeName&, Operation& op) {
  op.width_bytes = op.memory_bytes = 32;
}

// vshuff32x4 and its kin: blocks of 16 bytes, the lower half of the result from a, the upper from
// b.
void shuffle_blocks(Machine& m, const Operation& op) {
  const Sources from(m, op);
  const unsigned blocks = op.width_bytes / 16;
  const unsigned bits = blocks == 4 ? 2 : 1;
  Vector result;
  for (unsigned i = 0; i < blocks; ++i) {
    const auto source = static_cast<unsigned>(op.immediate >> (i * bits) & (blocks - 1));
    copy_lane(result, i, i < blocks / 2 ? from.a : from.b, source, 16);
  }
  write_vector(m, op, result);
}

// palignr, within 16 bytes; valignd and valignq, over all lanes: a above b, shifted right.
template <unsigned kLane>
void align(Machine& m, const Operation& op) {
  const Sources from(m, op);
  const unsigned block = kLane == 1 ? 16 : op.width_bytes / kLane;
  auto by = static_cast<unsigned>(op.immediate & 0xFFU);
  if (kLane != 1) {
    by %= block;
  }
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / kLane; ++i) {
    const unsigned start = i / block * block;
    const unsigned source = i % block + by;
    if (source < block) {
      copy_lane(result, i, from.b, start + source, kLane);
    } else if (source < 2 * block) {
      copy_lane(result, i, from.a, start + source - block, kLane);
    }
  }
  write_vector(m, op, result);
}

// blendps, blendpd, pblendw, pblendd: a bit of the immediate for each lane (pblendw: of each 16).
template <unsigned kLane>
void blend_by_immediate(Machine& m, const Operation& op) {
  const Sources from(m, op);
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / kLane; ++i) {
    const bool second = (op.immediate >> (i % 8) & 1U) != 0;
    copy_lane(result, i, second ? from.b : from.a, i, kLane);
  }
  write_vector(m, op, result);
}

// blendvps, blendvpd, pblendvb: the sign of each lane of a third vector (without VEX: xmm0).
template <unsigned kLane>
void blend_by_signs(Machine& m, const Operation& op) {
  const Sources from(m, op);
  const Vector& signs = m.vector[op.operand_count > 3 ? op.operands[3].reg : 0];
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / kLane; ++i) {
    const unsigned last = i * kLane + kLane - 1;
    if ((signs.unknown >> last & 1U) != 0) {
      forget_lane(result, i, kLane, signs.origin);
    } else {
      copy_lane(result, i, signs.bytes[last] >= 0x80 ? from.b : from.a, i, kLane);
    }
  }
  write_vector(m, op, result);
}

// vpblendm: the mask chooses between a (0) and b (1); zeroing clears where it is 0.
template <unsigned kLane>
void blend_by_mask(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& a = m.vector[op.operands[1].reg];
  const Vector& b = read_vector(m, op, 2, scratch);
  const ActiveLanes lanes = active_lanes(m, op);
  Vector result;
  for (unsigned i = 0; i < op.width_bytes / kLane; ++i) {
    if ((lanes.unknown >> i & 1U) != 0) {
      forget_lane(result, i, kLane, m.mask[op.mask].origin);
    } else if ((lanes.active >> i & 1U) != 0 || !op.zeroing) {
      copy_lane(result, i, (lanes.active >> i & 1U) != 0 ? b : a, i, kLane);
    }
  }
  Operation unmasked = op;
  unmasked.mask = 0;
  write_vector(m, unmasked, result);
}

// vpermilps and vpermilpd come with an immediate or with a vector of indices.
template <Operation::Run kByImmediate>
void prepare_either(const OpcodeName& name, Operation& op) {
  if (name.form.find('i') != std::string::npos) {
    op.run = kByImmediate;
  }
}

// vpermi2 and vpermt2.
template <typename U>
void add_two_source_permutations(FamilyTable& table, std::initializer_list<const char*> suffixes) {
  for (const std::string suffix : suffixes) {
    table.add(
        "PERMI2" + suffix,
        {.run = permute_two_sources<U, true>, .lane_bytes = sizeof(U), .reads_destination = true});
    table.add(
        "PERMT2" + suffix,
        {.run = permute_two_sources<U, false>, .lane_bytes = sizeof(U), .reads_destination = true});
  }
}

void add_permutations(FamilyTable& table) {
  constexpr Operation::Run kPermutePs = shuffle_by_immediate<4, 4, 0, 4>;
  constexpr Operation::Run kPermuteQ = shuffle_by_immediate<8, 4, 0, 4>;
  table.add("PERMILPS", {.run = permute_by_lanes<std::uint32_t, 4, false>,
                         .lane_bytes = 4,
                         .prepare = prepare_either<kPermutePs>});
  table.add("PERMILPD", {.run = permute_by_lanes<std::uint64_t, 2, false>,
                         .lane_bytes = 8,
                         .prepare = prepare_either<permute_doubles_by_immediate>});
  table.add("PERMD", {.run = permute_by_lanes<std::uint32_t, 0, true>, .lane_bytes = 4});
  table.add("PERMPS", {.run = permute_by_lanes<std::uint32_t, 0, true>, .lane_bytes = 4});
  table.add("PERMW", {.run = permute_by_lanes<std::uint16_t, 0, true>, .lane_bytes = 2});
  for (const char* name : {"PERMQ", "PERMPD"}) {
    table.add(name, {.run = permute_by_lanes<std::uint64_t, 0, true>,
                     .lane_bytes = 8,
                     .prepare = prepare_either<kPermuteQ>});
  }
  table.add("PERMB", {.run = permute_by_lanes<std::uint8_t, 0, true>, .lane_bytes = 1});
  add_two_source_permutations<std::uint8_t>(table, {"B"});
  add_two_source_permutations<std::uint16_t>(table, {"W"});
  add_two_source_permutations<std::uint32_t>(table, {"D", "PS"});
  add_two_source_permutations<std::uint64_t>(table, {"Q", "PD"});
  table.add("PERM2F128", {.run = permute_halves,
                          .lane_bytes = 16,
                          .memory_bytes = 32,
                          .prepare = prepare_permute_halves});
  table.add("PERM2I128", {.run = permute_halves,
                          .lane_bytes = 16,
                          .memory_bytes = 32,
                          .prepare = prepare_permute_halves});
  for (const char* name : {"SHUFF32X4", "SHUFI32X4"}) {
    table.add(name, {.run = shuffle_blocks, .lane_bytes = 4});
  }
  for (const char* name : {"SHUFF64X2", "SHUFI64X2"}) {
    table.add(name, {.run = shuffle_blocks, .lane_bytes = 8});
  }
}

void add_interleaving(FamilyTable& table) {
  for (const char* low : {"UNPCKLPS", "PUNPCKLDQ"}) {
    table.add(low, {.run = interleave<4, false>, .lane_bytes = 4});
  }
  for (const char* high : {"UNPCKHPS", "PUNPCKHDQ"}) {
    table.add(high, {.run = interleave<4, true>, .lane_bytes = 4});
  }
  for (const char* low : {"UNPCKLPD", "PUNPCKLQDQ"}) {
    table.add(low, {.run = interleave<8, false>, .lane_bytes = 8});
  }
  for (const char* high : {"UNPCKHPD", "PUNPCKHQDQ"}) {
    table.add(high, {.run = interleave<8, true>, .lane_bytes = 8});
  }
  table.add("PUNPCKLBW", {.run = interleave<1, false>, .lane_bytes = 1});
  table.add("PUNPCKHBW", {.run = interleave<1, true>, .lane_bytes = 1});
  table.add("PUNPCKLWD", {.run = interleave<2, false>, .lane_bytes = 2});
  table.add("PUNPCKHWD", {.run = interleave<2, true>, .lane_bytes = 2});
}

}  // namespace

void add_shuffles(FamilyTable& table) {
  add_permutations(table);
  add_interleaving(table);
  table.add("PSHUFD", {.run = shuffle_by_immediate<4, 4, 0, 4>, .lane_bytes = 4});
  table.add("PSHUFLW", {.run = shuffle_by_immediate<2, 8, 0, 4>, .lane_bytes = 2});
  table.add("PSHUFHW", {.run = shuffle_by_immediate<2, 8, 4, 4>, .lane_bytes = 2});
  table.add("PSHUFB", {.run = shuffle_bytes, .lane_bytes = 1});
  table.add("SHUFPS", {.run = shuffle_two<4>, .lane_bytes = 4});
  table.add("SHUFPD", {.run = shuffle_two<8>, .lane_bytes = 8});
  table.add("MOVDDUP", {.run = duplicate<8, false>, .lane_bytes = 8, .prepare = prepare_duplicate});
  table.add("MOVSHDUP", {.run = duplicate<4, true>, .lane_bytes = 4});
  table.add("MOVSLDUP", {.run = duplicate<4, false>, .lane_bytes = 4});
  table.add("PALIGNR", {.run = align<1>, .lane_bytes = 1});
  table.add("ALIGND", {.run = align<4>, .lane_bytes = 4});
  table.add("ALIGNQ", {.run = align<8>, .lane_bytes = 8});
  table.add("BLENDPS", {.run = blend_by_immediate<4>, .lane_bytes = 4});
  table.add("BLENDPD", {.run = blend_by_immediate<8>, .lane_bytes = 8});
  table.add("PBLENDW", {.run = blend_by_immediate<2>, .lane_bytes = 2});
  table.add("PBLENDD", {.run = blend_by_immediate<4>, .lane_bytes = 4});
  table.add("BLENDVPS", {.run = blend_by_signs<4>, .lane_bytes = 4});
  table.add("BLENDVPD", {.run = blend_by_signs<8>, .lane_bytes = 8});
  table.add("PBLENDVB", {.run = blend_by_signs<1>, .lane_bytes = 1});
  table.add("BLENDMPS", {.run = blend_by_mask<4>, .lane_bytes = 4});
  table.add("BLENDMPD", {.run = blend_by_mask<8>, .lane_bytes = 8});
  table.add("PBLENDMD", {.run = blend_by_mask<4>, .lane_bytes = 4});
  table.add("PBLENDMQ", {.run = blend_by_mask<8>, .lane_bytes = 8});
  table.add("PBLENDMB", {.run = blend_by_mask<1>, .lane_bytes = 1});
  table.add("PBLENDMW", {.run = blend_by_mask<2>, .lane_bytes = 2});
}

}  // namespace clgauge::lens
