// AVX-512's compress and expand: active lanes moved together, or apart again. In memory they lie
// side by side, in one access.
#include <bit>

#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

// The number of lanes put into `result`.
template <unsigned kLane>
unsigned compacted(const Vector& from, std::uint64_t active, unsigned lanes, Vector& result) {
  unsigned count = 0;
  for (unsigned i = 0; i < lanes; ++i) {
    if ((active >> i & 1U) != 0) {
      copy_lane(result, count++, from, i, kLane);
    }
  }
  return count;
}

template <unsigned kLane>
void compress(Machine& m, const Operation& op) {
  const unsigned lanes = op.width_bytes / kLane;
  const Vector from = m.vector[op.operands[1].reg];
  Vector result;
  if (op.operands[0].kind == Operand::Kind::memory) {
    const std::uint64_t address = effective_address(m, op);
    const unsigned bytes = compacted<kLane>(from, known_lanes(m, op, lanes), lanes, result) * kLane;
    if (op.mask != 0) {
      m.record.cover(address, bytes, true);
    }
    if (bytes != 0) {
      m.store(op, address, result.bytes.data(), bytes, result.unknown);
    }
    return;
  }
  const ActiveLanes active = active_lanes(m, op);
  Operation unmasked = op;
  unmasked.mask = 0;
  if ((active.unknown & low_bits(lanes)) != 0) {
    result.unknown = low_bits(op.width_bytes);
    result.origin = m.mask[op.mask].origin;
    return write_vector(m, unmasked, result);
  }
  const unsigned count = compacted<kLane>(from, active.active, lanes, result);
  for (unsigned i = count; i < lanes && !op.zeroing; ++i) {
    copy_lane(result, i, m.vector[op.operands[0].reg], i, kLane);
  }
  write_vector(m, unmasked, result);
}

template <unsigned kLane>
void expand(Machine& m, const Operation& op) {
  const unsigned lanes = op.width_bytes / kLane;
  Vector loaded;
  const bool loads = op.operands[1].kind == Operand::Kind::memory;
  if (loads) {
    const std::uint64_t address = effective_address(m, op);
    const auto count = static_cast<unsigned>(std::popcount(known_lanes(m, op, lanes)));
    if (count != 0) {
      load_vector(m, op, address, count * kLane, loaded);
    }
  }
  const Vector& from = loads ? loaded : m.vector[op.operands[1].reg];
  const ActiveLanes active = active_lanes(m, op);
  Vector result;
  if ((active.unknown & low_bits(lanes)) != 0) {
    result.unknown = low_bits(op.width_bytes);
    result.origin = m.mask[op.mask].origin;
    return write_vector(m, op, result);
  }
  unsigned next = 0;
  for (unsigned i = 0; i < lanes; ++i) {
    if ((active.active >> i & 1U) != 0) {
      copy_lane(result, i, from, next++, kLane);
    }
  }
  write_vector(m, op, result);
}

}  // namespace

void add_compaction(FamilyTable& table) {
  table.add("PCOMPRESSB", {.run = compress<1>, .lane_bytes = 1});
  table.add("PCOMPRESSW", {.run = compress<2>, .lane_bytes = 2});
  table.add("PEXPANDB", {.run = expand<1>, .lane_bytes = 1});
  table.add("PEXPANDW", {.run = expand<2>, .lane_bytes = 2});
  for (const char* type : {"PS", "PD"}) {
    const std::string name = type;
    const bool wide = name == "PD";
    const Meaning compresses{.run = wide ? compress<8> : compress<4>, .lane_bytes = wide ? 8U : 4U};
    const Meaning expands{.run = wide ? expand<8> : expand<4>, .lane_bytes = wide ? 8U : 4U};
    table.add("COMPRESS" + name, compresses);
    table.add("EXPAND" + name, expands);
    table.add(wide ? "PCOMPRESSQ" : "PCOMPRESSD", compresses);
    table.add(wide ? "PEXPANDQ" : "PEXPANDD", expands);
  }
}

}  // namespace clgauge::lens
