#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>

#include "lens/evaluate/machine.h"

// Reading and writing operands: what the instruction families are written in terms of.
namespace clgauge::lens {

// Whole products of two 64-bit numbers.
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

// Bit i of the result covers lane i of `lane_bytes`: all ones where any of its bytes is unknown.
[[nodiscard]] inline std::uint64_t whole_lanes(std::uint64_t unknown,
                                               unsigned lane_bytes) noexcept {
  if (unknown == 0 || lane_bytes <= 1) {
    return unknown;
  }
  std::uint64_t firsts = 0x5555555555555555ULL;
  std::uint64_t any = unknown | unknown >> 1U;
  std::uint64_t ones = 0x3;
  if (lane_bytes >= 4) {
    any |= any >> 2U;
    firsts = 0x1111111111111111ULL;
    ones = 0xF;
  }
  if (lane_bytes >= 8) {
    any |= any >> 4U;
    firsts = 0x0101010101010101ULL;
    ones = 0xFF;
  }
  if (lane_bytes >= 16) {
    any |= any >> 8U;
    firsts = 0x0001000100010001ULL;
    ones = 0xFFFF;
  }
  return (any & firsts) * ones;
}

[[nodiscard]] inline std::uint64_t value_mask(unsigned bytes) noexcept {
  return low_bits(8 * bytes);
}
[[nodiscard]] inline std::uint8_t all_bytes(unsigned bytes) noexcept {
  return static_cast<std::uint8_t>(low_bits(bytes));
}
// All bits of the bytes whose bit is set.
[[nodiscard]] inline std::uint64_t bits_of_bytes(std::uint64_t bytes) noexcept {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 8; ++i) {
    bits |= (bytes >> i & 1U) * 0xFFULL << (8 * i);
  }
  return bits;
}
[[nodiscard]] inline std::int64_t sign_extend(std::uint64_t value, unsigned bytes) noexcept {
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

[[nodiscard]] inline Origin computed_at(const Operation& op) noexcept {
  return {op.instruction, Origin::Kind::computed, 0};
}

// The lowest unknown byte and all above it, of `bytes`: carries go upwards only.
[[nodiscard]] inline std::uint8_t from_lowest(unsigned unknown, unsigned bytes) noexcept {
  return static_cast<std::uint8_t>((0U - (unknown & (0U - unknown))) & all_bytes(bytes));
}

// base + index * scale + displacement; unknown from the lowest byte on that is so in a part.
[[nodiscard]] inline Scalar address_value(const Machine& m, const Operation& op) noexcept {
  const Scalar& base = m.general[op.memory.base];
  const Scalar& index = m.general[op.memory.index];
  Scalar sum;
  sum.value = base.value + index.value * op.memory.scale +
              static_cast<std::uint64_t>(op.memory.displacement);
  if (const unsigned unknown = base.unknown | index.unknown; unknown != 0) {
    sum.unknown = from_lowest(unknown, 8);
    sum.origin = base.unknown != 0 ? base.origin : index.origin;
  }
  return sum;
}

// The same for an access: an unknown address is refused.
[[nodiscard]] inline std::uint64_t effective_address(const Machine& m, const Operation& op) {
  const Scalar& base = m.general[op.memory.base];
  const Scalar& index = m.general[op.memory.index];
  if ((base.unknown | index.unknown) != 0) [[unlikely]] {
    m.refuse_unknown(RefusalKind::data_dependent_address, op,
                     base.unknown != 0 ? base.origin : index.origin);
  }
  return base.value + index.value * op.memory.scale +
         static_cast<std::uint64_t>(op.memory.displacement);
}

// The stack pointer, to be read and moved. Refuses where its value is not known.
[[nodiscard]] inline Scalar& known_stack(Machine& m, const Operation& op) {
  Scalar& stack = m.general[kRsp];
  if (stack.unknown != 0) {
    m.refuse_unknown(RefusalKind::data_dependent_address, op, stack.origin);
  }
  return stack;
}

[[nodiscard]] inline Scalar load_scalar(Machine& m, const Operation& op, std::uint64_t address,
                                        unsigned bytes) {
  Scalar loaded;
  if (m.touch(op, address, bytes, false)) {
    loaded.unknown = static_cast<std::uint8_t>(m.memory.load(address, &loaded.value, bytes));
  } else {
    loaded.unknown = static_cast<std::uint8_t>(m.load_buffer(address, &loaded.value, bytes));
  }
  if (loaded.unknown != 0) {
    loaded.origin = {op.instruction, Origin::Kind::loaded, address, true};
  }
  return loaded;
}

inline void store_scalar(Machine& m, const Operation& op, std::uint64_t address, unsigned bytes,
                         const Scalar& value) {
  m.store(op, address, &value.value, bytes, value.unknown);
}

enum class Bitwise { conjunction, disjunction, exclusive, and_not };

// A register, immediate or memory operand as `bytes` bytes; higher ones are 0 and known.
[[nodiscard]] inline Scalar read_scalar(Machine& m, const Operation& op, unsigned operand,
                                        unsigned bytes) {
  const Operand& from = op.operands[operand];
  switch (from.kind) {
    case Operand::Kind::general: {
      const Scalar& reg = m.general[from.reg];
      const unsigned shift = from.high ? 1 : 0;
      Scalar read;
      read.value = (reg.value >> (8 * shift)) & value_mask(bytes);
      read.unknown = static_cast<std::uint8_t>(reg.unknown >> shift & all_bytes(bytes));
      if (read.unknown != 0) {
        read.origin = reg.origin;
      }
      return read;
    }
    case Operand::Kind::immediate:
      return {op.immediate & value_mask(bytes), 0, {}};
    case Operand::Kind::memory:
      return load_scalar(m, op, effective_address(m, op), bytes);
    case Operand::Kind::vector: {
      const Vector& vector = m.vector[from.reg];
      Scalar read;
      std::memcpy(&read.value, vector.bytes.data(), bytes);
      read.unknown = static_cast<std::uint8_t>(vector.unknown & low_bits(bytes));
      read.origin = vector.origin;
      return read;
    }
    case Operand::Kind::mask: {
      const Mask& mask = m.mask[from.reg];
      return {mask.value & value_mask(bytes),
              static_cast<std::uint8_t>((mask.unknown & value_mask(bytes)) != 0 ? 0xFF : 0),
              mask.origin};
    }
    case Operand::Kind::x87:
    case Operand::Kind::none:
      break;
  }
  return {};
}

// Writes the way x86 does: 4 bytes clear the upper half, 1 and 2 leave the rest.
// Why a value is unknown is not copied with one that is known: copies that are larger than what was
// written just before make the processor wait.
inline void write_general(Machine& m, const Operand& to, unsigned bytes,
                          const Scalar& value) noexcept {
  Scalar& reg = m.general[to.reg];
  if (bytes >= 4) {
    reg.value = value.value & value_mask(bytes);
    reg.unknown = static_cast<std::uint8_t>(value.unknown & all_bytes(bytes));
    if (reg.unknown != 0) {
      reg.origin = value.origin;
    }
    return;
  }
  const unsigned shift = to.high ? 1 : 0;
  const std::uint64_t range = value_mask(bytes) << (8 * shift);
  reg.value = (reg.value & ~range) | ((value.value << (8 * shift)) & range);
  const auto bits = static_cast<std::uint8_t>(all_bytes(bytes) << shift);
  reg.unknown = static_cast<std::uint8_t>((reg.unknown & ~bits) |
                                          (static_cast<unsigned>(value.unknown << shift) & bits));
  if (value.unknown != 0) {
    reg.origin = value.origin;
  }
  reg.origin.derive();
}

// To a register or memory. `address` is that of an operand already read (read-modify-write).
inline void write_scalar(Machine& m, const Operation& op, unsigned operand, unsigned bytes,
                         const Scalar& value) {
  if (op.operands[operand].kind == Operand::Kind::memory) {
    store_scalar(m, op, effective_address(m, op), bytes, value);
  } else {
    write_general(m, op.operands[operand], bytes, value);
  }
}

// Unknown in all of `bytes` if any input byte is.
[[nodiscard]] inline Scalar derived(std::uint64_t value, unsigned bytes, const Scalar& a,
                                    const Scalar& b) noexcept {
  Scalar result{value & value_mask(bytes), 0, {}};
  if ((a.unknown | b.unknown) != 0) {
    result.unknown = all_bytes(bytes);
    result.origin = a.unknown != 0 ? a.origin : b.origin;
    result.origin.derive();
  }
  return result;
}

// Of a sum, a difference or the low half of a product: the bytes below the lowest unknown one are
// known ("movw $1, %r13w; incl %r13d" leaves r13w known).
[[nodiscard]] inline Scalar derived_upwards(std::uint64_t value, unsigned bytes, const Scalar& a,
                                            const Scalar& b) noexcept {
  Scalar result = derived(value, bytes, a, b);
  if (result.unknown != 0) {
    result.unknown = from_lowest(unsigned{a.unknown} | b.unknown, bytes);
  }
  return result;
}

template <typename T>
[[nodiscard]] T lane(const Vector& vector, unsigned index) noexcept {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, vector.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
void set_lane(Vector& vector, unsigned index, T value) noexcept {
  std::memcpy(vector.bytes.data() + index * sizeof(T), &value, sizeof(T));
}

// The EVEX mask of an operation as known and unknown lanes; all lanes when it has none.
struct ActiveLanes {
  std::uint64_t active = ~std::uint64_t{0};
  std::uint64_t unknown = 0;
};
[[nodiscard]] inline ActiveLanes active_lanes(const Machine& m, const Operation& op) noexcept {
  if (op.mask == 0) {
    return {};
  }
  return {m.mask[op.mask].value, m.mask[op.mask].unknown};
}

// Clears all but the first lane. Sixteen aligned bytes in one store each: a core forwards no load
// of a whole vector, which comes next, from stores that overlap or are smaller.
template <typename T>
void keep_first(Vector& vector) noexcept {
  using Quarter [[gnu::vector_size(16)]] = T;
  const Quarter first = {lane<T>(vector, 0)};
  std::memcpy(vector.bytes.data(), &first, sizeof first);
  constexpr Quarter kZeros = {};
  for (unsigned at = sizeof first; at < vector.bytes.size(); at += sizeof first) {
    std::memcpy(vector.bytes.data() + at, &kZeros, sizeof kZeros);
  }
}

// What an instruction that writes only `width` bytes of a vector register leaves of the others.
inline void clear_upper(Vector& vector, unsigned width) noexcept {
  switch (width) {
    case 64:
      return;
    case 32:
      std::memset(vector.bytes.data() + 32, 0, 32);
      break;
    case 16:
      std::memset(vector.bytes.data() + 16, 0, 48);
      break;
    case 8:
      keep_first<std::uint64_t>(vector);
      break;
    case 4:
      keep_first<std::uint32_t>(vector);
      break;
    default:
      std::memset(vector.bytes.data() + width, 0, vector.bytes.size() - width);
  }
  vector.unknown &= low_bits(width);
}

// Loads kBytes, up to 64; what is not loaded of `to` is known 0.
template <unsigned kBytes>
void load_vector(Machine& m, const Operation& op, std::uint64_t address, Vector& to) {
  to.unknown = m.load<kBytes>(m.touch(op, address, kBytes, false), address, to.bytes.data());
  if (kBytes < to.bytes.size()) {
    std::memset(to.bytes.data() + kBytes, 0, to.bytes.size() - kBytes);
  }
  if (to.unknown != 0) {
    to.origin = {op.instruction, Origin::Kind::loaded, address};
  }
}
void load_vector(Machine& m, const Operation& op, std::uint64_t address, unsigned bytes,
                 Vector& to);

// Loads or stores only the lanes in `lanes`, adjacent ones in one access.
void load_lanes(Machine& m, const Operation& op, std::uint64_t address, unsigned lane_bytes,
                std::uint64_t lanes, Vector& to);
void store_lanes(Machine& m, const Operation& op, std::uint64_t address, unsigned lane_bytes,
                 std::uint64_t lanes, const Vector& from);
// Stores `count` lanes, or those of them that the operation's mask says.
void store_vector(Machine& m, const Operation& op, std::uint64_t address, unsigned lane_bytes,
                  unsigned count, const Vector& from);

// The lanes of a mask that must be known, or the operation is refused.
[[nodiscard]] inline std::uint64_t known_lanes(const Machine& m, const Operation& op,
                                               unsigned count) {
  const ActiveLanes lanes = active_lanes(m, op);
  if ((lanes.unknown & low_bits(count)) != 0) {
    m.refuse_unknown(RefusalKind::data_dependent_mask, op, m.mask[op.mask].origin);
  }
  return lanes.active & low_bits(count);
}

// Those of a load. Of the object's own constants all lanes count as loaded: compilers make masked
// loads of a choice between two constants, and data decides which it is. So do they of a choice
// between what they spilled.
[[nodiscard]] inline std::uint64_t loaded_lanes(const Machine& m, const Operation& op,
                                                std::uint64_t address, unsigned count) {
  const MemoryRegion region = op.mask == 0 ? MemoryRegion::buffer : m.region_of(address);
  if (region == MemoryRegion::image ||
      (region == MemoryRegion::stack && (m.mask[op.mask].unknown & low_bits(count)) != 0)) {
    return low_bits(count);
  }
  return known_lanes(m, op, count);
}

// Copies the first lane to the others of so many bytes.
void broadcast_first(Vector& vector, unsigned lane_bytes, unsigned bytes) noexcept;

// A vector operand: the register itself, or `scratch` filled from memory (honouring broadcast and
// mask, as the processor does).
[[nodiscard]] const Vector& read_vector(Machine& m, const Operation& op, unsigned operand,
                                        Vector& scratch);
// The same where a mask keeps no lane from being loaded, since any may end up anywhere.
[[nodiscard]] const Vector& read_whole_vector(Machine& m, const Operation& op, unsigned operand,
                                              Vector& scratch);
// The operand loaded as `lanes` lanes of `lane_bytes`, each for the mask's lane of that number.
void load_operand_lanes(Machine& m, const Operation& op, unsigned lane_bytes, unsigned lanes,
                        Vector& to);

// Why nothing of the low `range` bytes of a result is known, if sources that are registers alone
// say so, each byte of a result being unknown where that of any source is. As where sources are
// read: of those that are unknown in `decisive` the first. Null if they do not say so.
[[nodiscard]] const Origin* nothing_known(const Machine& m, const Operation& op,
                                          std::initializer_list<unsigned> sources,
                                          std::uint64_t range, std::uint64_t decisive) noexcept;
// Forgets those bytes of the destination, as an operation without a mask writes it.
void forget_result(Machine& m, const Operation& op, const Origin& why, std::uint64_t bytes);
// The same, once the source that is memory is touched: all that an operation does of which
// nothing_known() says why.
void write_unknown(Machine& m, const Operation& op, const Origin& why, std::uint64_t bytes);

// Writes the low op.width_bytes of `result` to the destination (operand 0), under the mask.
void write_vector(Machine& m, const Operation& op, const Vector& result);
// A comparison's result of so many lanes, under the operation's own mask, into its mask register.
void write_lane_mask(Machine& m, const Operation& op, Mask result, unsigned lanes);

}  // namespace clgauge::lens
