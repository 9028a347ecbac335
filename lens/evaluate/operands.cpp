#include "lens/evaluate/operands.h"

#include <bit>
#include <optional>

namespace clgauge::lens {
namespace {

template <typename Access>
void for_runs(std::uint64_t lanes, Access access) {
  for (unsigned first = 0; lanes != 0;) {
    const auto skipped = static_cast<unsigned>(std::countr_zero(lanes));
    lanes >>= skipped;
    first += skipped;
    const auto count = static_cast<unsigned>(std::countr_one(lanes));
    access(first, count);
    lanes = count == 64 ? 0 : lanes >> count;
    first += count;
  }
}

}  // namespace

void broadcast_first(Vector& vector, unsigned lane_bytes, unsigned bytes) noexcept {
  for (unsigned at = lane_bytes; at < bytes; at += lane_bytes) {
    std::memcpy(vector.bytes.data() + at, vector.bytes.data(), lane_bytes);
  }
  vector.unknown = (vector.unknown & low_bits(lane_bytes)) != 0 ? low_bits(bytes) : 0;
}

void load_vector(Machine& m, const Operation& op, std::uint64_t address, unsigned bytes,
                 Vector& to) {
  switch (bytes) {
    case 4:
      return load_vector<4>(m, op, address, to);
    case 8:
      return load_vector<8>(m, op, address, to);
    case 16:
      return load_vector<16>(m, op, address, to);
    case 32:
      return load_vector<32>(m, op, address, to);
    case 64:
      return load_vector<64>(m, op, address, to);
    default:
      break;
  }
  to.unknown = m.touch(op, address, bytes, false) ? m.memory.load(address, to.bytes.data(), bytes)
                                                  : m.load_buffer(address, to.bytes.data(), bytes);
  std::memset(to.bytes.data() + bytes, 0, to.bytes.size() - bytes);
  if (to.unknown != 0) {
    to.origin = {op.instruction, Origin::Kind::loaded, address};
  }
}

const Origin* nothing_known(const Machine& m, const Operation& op,
                            std::initializer_list<unsigned> sources, std::uint64_t range,
                            std::uint64_t decisive) noexcept {
  bool is_decided = false;
  const Origin* why = nullptr;
  for (const unsigned source : sources) {
    const Operand& operand = op.operands[source];
    if (operand.kind == Operand::Kind::vector) {
      const Vector& vector = m.vector[operand.reg];
      is_decided = is_decided || (~vector.unknown & range) == 0;
      if (why == nullptr && (vector.unknown & decisive) != 0) {
        why = &vector.origin;
      }
    } else if (why == nullptr) {
      return nullptr;  // what it holds has a say in why
    }
  }
  return is_decided ? why : nullptr;
}

void forget_result(Machine& m, const Operation& op, const Origin& why, std::uint64_t bytes) {
  Vector& to = m.vector[op.operands[0].reg];
  to.unknown |= bytes;
  to.origin = why;
  if (op.clears_upper) {
    clear_upper(to, op.width_bytes);
  }
}

void write_unknown(Machine& m, const Operation& op, const Origin& why, std::uint64_t bytes) {
  for (unsigned k = 1; k < op.operand_count; ++k) {
    if (op.operands[k].kind == Operand::Kind::memory) {
      m.touch(op, effective_address(m, op), op.memory_bytes, false);
    }
  }
  Origin made = why;
  made.derive();
  forget_result(m, op, made, bytes);
}

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
    m.store(op, address + at, from.bytes.data() + at, bytes, from.unknown >> at);
  });
}

void store_vector(Machine& m, const Operation& op, std::uint64_t address, unsigned lane_bytes,
                  unsigned count, const Vector& from) {
  if (op.mask != 0) {
    m.record.cover(address, lane_bytes * count, true);
  }
  store_lanes(m, op, address, lane_bytes, known_lanes(m, op, count), from);
}

void load_operand_lanes(Machine& m, const Operation& op, unsigned lane_bytes, unsigned lanes,
                        Vector& to) {
  const std::uint64_t address = effective_address(m, op);
  const std::uint64_t loaded = loaded_lanes(m, op, address, lanes);
  if (op.mask != 0) {
    m.record.cover(address, op.broadcast ? lane_bytes : lane_bytes * lanes, false);
  }
  if (op.broadcast) {
    load_lanes(m, op, address, lane_bytes, loaded != 0 ? 1 : 0, to);
    broadcast_first(to, lane_bytes, lane_bytes * lanes);
  } else {
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

namespace {

void write_all_lanes(Vector& to, const Vector& result, unsigned width) {
  const std::uint64_t range = low_bits(width);
  if (&to != &result) {
    if ((~result.unknown & range) != 0) {
      copy_few(to.bytes.data(), result.bytes.data(), width);
    }
    if ((result.unknown & range) != 0) {
      to.origin = result.origin;
    }
  }
  to.unknown = (to.unknown & ~range) | (result.unknown & range);
}

void write_lanes_of(const Machine& m, const Operation& op, const ActiveLanes& lanes,
                    const Vector& result, Vector& to) {
  for (unsigned i = 0, at = 0; at < op.width_bytes; ++i, at += op.element_bytes) {
    const std::uint64_t bits = low_bits(op.element_bytes) << at;
    if ((lanes.unknown >> i & 1U) != 0) {
      to.unknown |= bits;
      to.origin = m.mask[op.mask].origin;
    } else if ((lanes.active >> i & 1U) != 0) {
      copy_few(to.bytes.data() + at, result.bytes.data() + at, op.element_bytes);
      to.unknown = (to.unknown & ~bits) | (result.unknown & bits);
    } else if (op.zeroing) {
      std::memset(to.bytes.data() + at, 0, op.element_bytes);
      to.unknown &= ~bits;
    }
  }
  if ((result.unknown & low_bits(op.width_bytes)) != 0) {
    to.origin = result.origin;
  }
}

// Where some lane is not plainly written; nothing otherwise.
std::optional<ActiveLanes> lanes_left_out(const Machine& m, const Operation& op) {
  ActiveLanes lanes = active_lanes(m, op);
  if (op.masked_lanes != 0) {
    lanes.active |= ~low_bits(op.masked_lanes);
    lanes.unknown &= low_bits(op.masked_lanes);
  }
  const std::uint64_t all = low_bits(op.width_bytes / op.element_bytes);
  return ((lanes.unknown | ~lanes.active) & all) != 0 ? std::optional(lanes) : std::nullopt;
}

}  // namespace

void write_vector(Machine& m, const Operation& op, const Vector& result) {
  Vector& to = m.vector[op.operands[0].reg];
  if (const auto lanes = op.mask == 0 ? std::nullopt : lanes_left_out(m, op)) {
    write_lanes_of(m, op, *lanes, result, to);
  } else {
    write_all_lanes(to, result, op.width_bytes);
  }
  if (op.clears_upper) {
    clear_upper(to, op.width_bytes);
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
