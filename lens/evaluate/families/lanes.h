#pragma once

#include <cstdint>
#include <cstring>

#include "lens/evaluate/family.h"
#include "lens/evaluate/operands.h"

// Operations that treat every lane alike, as templates over the lane's type.
namespace clgauge::lens {

[[nodiscard]] inline bool same_vector(const Operation& op, unsigned a, unsigned b) noexcept {
  return op.operands[a].kind == Operand::Kind::vector &&
         op.operands[b].kind == Operand::Kind::vector && op.operands[a].reg == op.operands[b].reg;
}

// Operands 1 and 2, of registers or as memory holds them. Read in place: it can not be copied.
struct TwoSources {
  TwoSources(Machine& m, const Operation& op)
      : first(read_vector(m, op, 1, loaded_first)), second(read_vector(m, op, 2, loaded_second)) {}
  TwoSources(const TwoSources&) = delete;
  TwoSources& operator=(const TwoSources&) = delete;

  Vector loaded_first;
  Vector loaded_second;
  const Vector& first;
  const Vector& second;
};

// The unknown lanes of a result that depends, lane by lane, on `a` and `b`.
inline void inherit_unknown(Vector& result, const Vector& a, const Vector& b, unsigned width,
                            unsigned lane_bytes) noexcept {
  result.unknown = whole_lanes((a.unknown | b.unknown) & low_bits(width), lane_bytes);
  result.origin = (a.unknown & low_bits(width)) != 0 ? a.origin : b.origin;
  result.origin.derive();
}

// Whether an operation on those bytes of registers that hold nothing known there is done herewith.
inline bool is_done_unknown(Machine& m, const Operation& op,
                            std::initializer_list<unsigned> sources, std::uint64_t bytes,
                            std::uint64_t decisive) {
  if (op.mask != 0) {
    return false;
  }
  const Origin* const why = nothing_known(m, op, sources, bytes, decisive);
  if (why != nullptr) {
    write_unknown(m, op, *why, bytes);
  }
  return why != nullptr;
}

// The same of all its lanes.
inline bool is_done_unknown(Machine& m, const Operation& op,
                            std::initializer_list<unsigned> sources, std::uint64_t decisive) {
  return is_done_unknown(m, op, sources, low_bits(op.width_bytes), decisive);
}

// Lanes of T: computes on unknown ones, too, so kOperator must be defined for every value.
template <typename T, auto kOperator>
void each_lane(Machine& m, const Operation& op) {
  if (is_done_unknown(m, op, {1, 2}, low_bits(op.width_bytes))) {
    return;
  }
  const TwoSources sources(m, op);
  const Vector& a = sources.first;
  const Vector& b = sources.second;
  Vector result;
  inherit_unknown(result, a, b, op.width_bytes, sizeof(T));
  for (unsigned i = 0; i < op.width_bytes / sizeof(T); ++i) {
    set_lane<T>(result, i, kOperator(lane<T>(a, i), lane<T>(b, i)));
  }
  write_vector(m, op, result);
}

template <typename T, auto kOperator>
void each_lane_of_one(Machine& m, const Operation& op) {
  if (is_done_unknown(m, op, {1}, low_bits(op.width_bytes))) {
    return;
  }
  Vector scratch;
  const Vector& a = read_vector(m, op, 1, scratch);
  Vector result;
  inherit_unknown(result, a, a, op.width_bytes, sizeof(T));
  for (unsigned i = 0; i < op.width_bytes / sizeof(T); ++i) {
    set_lane<T>(result, i, kOperator(lane<T>(a, i)));
  }
  write_vector(m, op, result);
}

// The same for a destination that is an input, too: [destination, a, b, c].
template <typename T, auto kOperator>
void each_lane_of_three(Machine& m, const Operation& op) {
  const Vector a = m.vector[op.operands[1].reg];
  Vector scratch;
  const Vector& b = m.vector[op.operands[2].reg];
  const Vector& c = read_vector(m, op, 3, scratch);
  Vector result;
  inherit_unknown(result, a, b, op.width_bytes, sizeof(T));
  const std::uint64_t by_c = whole_lanes(c.unknown & low_bits(op.width_bytes), sizeof(T));
  result.origin = result.unknown != 0 ? result.origin : c.origin;
  result.unknown |= by_c;
  for (unsigned i = 0; i < op.width_bytes / sizeof(T); ++i) {
    set_lane<T>(result, i, kOperator(lane<T>(a, i), lane<T>(b, i), lane<T>(c, i)));
  }
  write_vector(m, op, result);
}

// Copies one lane of `bytes` together with what is known of it.
inline void copy_lane(Vector& to, unsigned to_lane, const Vector& from, unsigned from_lane,
                      unsigned bytes) noexcept {
  const unsigned at = to_lane * bytes;
  const unsigned source = from_lane * bytes;
  std::memcpy(to.bytes.data() + at, from.bytes.data() + source, bytes);
  const std::uint64_t unknown = from.unknown >> source & low_bits(bytes);
  to.unknown = (to.unknown & ~(low_bits(bytes) << at)) | unknown << at;
  if (unknown != 0) {
    to.origin = from.origin;
    to.origin.derive();
  }
}

// Where memory's lane for all is larger than the mask's lanes.
template <unsigned kBytes>
void prepare_broadcast(const OpcodeName& name, Operation& op) {
  if (name.broadcast) {
    op.memory_bytes = kBytes;
  }
}

}  // namespace clgauge::lens
