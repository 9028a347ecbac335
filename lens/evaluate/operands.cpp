#include "lens/evaluate/operands.h"

namespace clgauge::lens {
namespace {

template <typename Access>
void for_runs(std::uint64_t lanes, Access access) {
  for (unsigned first = 0; first < 64 && lanes >> first != 0;) {
    if ((lanes >> first & 1U) == 0) {
      ++first;
      continue;
    }
    unsigned count = 1;
    while (first + count < 64 && (lanes >> (first + count) & 1U) != 0) {
      ++count;
    }
    access(first, count);
    first += count;
  }
}

void broadcast_first(Vector& vector, unsigned lane_bytes, unsigned bytes) noexcept {
  for (unsigned at = lane_bytes; at < bytes; at += lane_bytes) {
    std::memcpy(vector.bytes.data() + at, vector.bytes.data(), lane_bytes);
  }
  vector.unknown = (vector.unknown & low_bits(lane_bytes)) != 0 ? low_bits(bytes) : 0;
}

}  // namespace

void load_lanes(Machine& m, const Operation& op, std::uint64_t address, unsigned lane_bytes,
                std::uint64_t lanes, Vector& to) {
  to.bytes.fill(0);
  to.unknown = 0;
  for_runs(lanes, [&](unsigned first, unsigned count) {
    const unsigned at = first * lane_bytes;
    const unsigned bytes = count * lane_bytes;
    const std::uint64_t unknown = m.touch(op, address + at, bytes, false)
                                      ? m.memory.load(address + at, to.bytes.data() + at, bytes)
                                      : m.load_buffer(address + at, to.bytes.data() + at, bytes);
    if (unknown != 0) {
      to.unknown |= unknown << at;
      to.origin = {op.instruction, Origin::Kind::loaded, address + at};
    }
  });
}

void store_lanes(Machine& m, const Operation& op, std::uint64_t address, unsigned lane_bytes,
                 std::uint64_t lanes, const Vector& from) {
  for_runs(lanes, [&](unsigned first, unsigned count) {
    const unsigned at = first * lane_bytes;
    const unsigned bytes = count * lane_bytes;
    if (m.touch(op, address + at, bytes, true)) {
      m.memory.store(address + at, from.bytes.data() + at, bytes, from.unknown >> at);
    }
  });
}

void store_vector(Machine& m, const Operation& op, std::uint64_t address, unsigned lane_bytes,
                  unsigned count, const Vector& from) {
  if (op.mask != 0) {
    m.cover(address, lane_bytes * count, true);
  }
  store_lanes(m, op, address, lane_bytes, known_lanes(m, op, count), from);
}

void load_operand_lanes(Machine& m, const Operation& op, unsigned lane_bytes, unsigned lanes,
                        Vector& to) {
  const std::uint64_t address = effective_address(m, op);
  const std::uint64_t loaded = loaded_lanes(m, op, address, lanes);
  if (op.broadcast) {
    load_lanes(m, op, address, lane_bytes, loaded != 0 ? 1 : 0, to);
    broadcast_first(to, lane_bytes, lane_bytes * lanes);
  } else {
    if (op.mask != 0) {
      m.cover(address, lane_bytes * lanes, false);
    }
    load_lanes(m, op, address, lane_bytes, loaded, to);
  }
}

namespace {

const Vector& read_from_register(Machine& m, const Operation& op, unsigned operand,
                                 Vector& scratch) {
  if (op.operands[operand].kind == Operand::Kind::vector) {
    return m.vector[op.operands[operand].reg];
  }
  const Scalar value = read_scalar(m, op, operand, 8);
  scratch.bytes.fill(0);
  std::memcpy(scratch.bytes.data(), &value.value, 8);
  scratch.unknown = value.unknown;
  scratch.origin = value.origin;
  return scratch;
}

}  // namespace

const Vector& read_vector(Machine& m, const Operation& op, unsigned operand, Vector& scratch) {
  if (op.mask == 0 || op.operands[operand].kind != Operand::Kind::memory) {
    return read_whole_vector(m, op, operand, scratch);
  }
  const unsigned lane_bytes = std::max<unsigned>(1, op.element_bytes);
  const unsigned bytes = op.broadcast ? op.width_bytes : op.memory_bytes;
  load_operand_lanes(m, op, lane_bytes, bytes / lane_bytes, scratch);
  return scratch;
}

const Vector& read_whole_vector(Machine& m, const Operation& op, unsigned operand,
                                Vector& scratch) {
  if (op.operands[operand].kind != Operand::Kind::memory) {
    return read_from_register(m, op, operand, scratch);
  }
  load_vector(m, op, effective_address(m, op), op.memory_bytes, scratch);
  if (op.broadcast) {
    broadcast_first(scratch, op.memory_bytes, op.width_bytes);
  }
  return scratch;
}

void write_vector(Machine& m, const Operation& op, const Vector& result) {
  Vector& to = m.vector[op.operands[0].reg];
  const unsigned width = op.width_bytes;
  const std::uint64_t range = low_bits(width);
  if (op.mask != 0) {
    ActiveLanes lanes = active_lanes(m, op);
    if (op.masked_lanes != 0) {
      lanes.active |= ~low_bits(op.masked_lanes);
      lanes.unknown &= low_bits(op.masked_lanes);
    }
    for (unsigned i = 0, at = 0; at < width; ++i, at += op.element_bytes) {
      const std::uint64_t bits = low_bits(op.element_bytes) << at;
      if ((lanes.unknown >> i & 1U) != 0) {
        to.unknown |= bits;
        to.origin = m.mask[op.mask].origin;
      } else if ((lanes.active >> i & 1U) != 0) {
        std::memcpy(to.bytes.data() + at, result.bytes.data() + at, op.element_bytes);
        to.unknown = (to.unknown & ~bits) | (result.unknown & bits);
      } else if (op.zeroing) {
        std::memset(to.bytes.data() + at, 0, op.element_bytes);
        to.unknown &= ~bits;
      }
    }
    if ((result.unknown & range) != 0) {
      to.origin = result.origin;
    }
  } else {
    if (&to != &result) {
      std::memcpy(to.bytes.data(), result.bytes.data(), width);
      if ((result.unknown & range) != 0) {
        to.origin = result.origin;
      }
    }
    to.unknown = (to.unknown & ~range) | (result.unknown & range);
  }
  if (op.clears_upper && width < to.bytes.size()) {
    std::memset(to.bytes.data() + width, 0, to.bytes.size() - width);
    to.unknown &= range;
  }
}

void write_lane_mask(Machine& m, const Operation& op, Mask result, unsigned lanes) {
  if (op.mask != 0) {
    const Mask& mask = m.mask[op.mask];
    result.unknown = (result.unknown | mask.unknown) & (mask.value | mask.unknown) &
                     (result.value | result.unknown);
    result.value &= mask.value;
    if ((mask.unknown & low_bits(lanes)) != 0) {
      result.origin = mask.origin;
    }
  }
  result.value &= low_bits(lanes);
  result.unknown &= low_bits(lanes);
  m.mask[op.operands[0].reg] = result;
}

}  // namespace clgauge::lens
