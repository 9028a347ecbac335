// Moves of whole vectors, of their halves and lanes, to and from general registers and memory.
#include "lens/evaluate/family.h"
#include "lens/evaluate/operands.h"

namespace clgauge::lens {
namespace {

// EVEX names do not say that these are 16 bytes.
void prepare_128(const OpcodeName&, Operation& op) { op.width_bytes = 16; }

bool to_memory(const Operation& op) { return op.operands[0].kind == Operand::Kind::memory; }

void move_vector(Machine& m, const Operation& op) {
  if (!to_memory(op)) {
    Vector scratch;
    return write_vector(m, op, read_vector(m, op, 1, scratch));
  }
  const Vector& from = m.vector[op.operands[1].reg];
  const std::uint64_t address = effective_address(m, op);
  if (op.mask != 0) {
    store_vector(m, op, address, op.element_bytes, op.width_bytes / op.element_bytes, from);
  } else {
    m.store(op, address, from.bytes.data(), op.width_bytes, from.unknown);
  }
}

// Forms of VEX without a mask: they write, or store, whole registers or a lowest lane of kBytes.
template <unsigned kBytes>
void load_register_vector(Machine& m, const Operation& op) {
  load_vector<kBytes>(m, op, effective_address(m, op), m.vector[op.operands[0].reg]);
}

template <unsigned kBytes>
void store_register_vector(Machine& m, const Operation& op) {
  const Vector& from = m.vector[op.operands[1].reg];
  const std::uint64_t address = effective_address(m, op);
  m.store<kBytes>(op, address, from.bytes.data(), from.unknown);
}

template <unsigned kBytes>
void load_or_store(const OpcodeName& name, Operation& op) {
  using Kind = Operand::Kind;
  if (!name.vex || op.mask != 0 || op.operand_count != 2) {
    return;
  }
  if (op.operands[0].kind == Kind::vector && op.operands[1].kind == Kind::memory) {
    op.run = load_register_vector<kBytes>;
  } else if (op.operands[0].kind == Kind::memory && op.operands[1].kind == Kind::vector) {
    op.run = store_register_vector<kBytes>;
  }
}

void prepare_move_vector(const OpcodeName& name, Operation& op) {
  switch (op.width_bytes) {
    case 16:
      return load_or_store<16>(name, op);
    case 32:
      return load_or_store<32>(name, op);
    case 64:
      return load_or_store<64>(name, op);
    default:
      return;
  }
}

void copy_bytes(Vector& to, unsigned to_byte, const Vector& from, unsigned from_byte,
                unsigned bytes) noexcept {
  copy_few(to.bytes.data() + to_byte, from.bytes.data() + from_byte, bytes);
  const std::uint64_t range = low_bits(bytes);
  to.unknown =
      (to.unknown & ~(range << to_byte)) | ((from.unknown >> from_byte & range) << to_byte);
  if ((from.unknown >> from_byte & range) != 0) {
    to.origin = from.origin;
  }
}

void store_part(Machine& m, const Operation& op, unsigned from_byte, unsigned bytes) {
  const Vector& from = m.vector[op.operands[1].reg];
  const std::uint64_t address = effective_address(m, op);
  m.store(op, address, from.bytes.data() + from_byte, bytes, from.unknown >> from_byte);
}

// movss and movsd: a load clears the rest, a move between registers keeps the first source's.
template <unsigned kBytes>
void move_lowest(Machine& m, const Operation& op) {
  if (to_memory(op)) {
    if (op.mask == 0) {
      return store_part(m, op, 0, kBytes);
    }
    return store_vector(m, op, effective_address(m, op), kBytes, 1, m.vector[op.operands[1].reg]);
  }
  Vector result;
  if (op.operands[1].kind == Operand::Kind::memory) {
    if (op.mask == 0) {
      load_vector(m, op, effective_address(m, op), kBytes, result);
    } else {
      load_operand_lanes(m, op, kBytes, 1, result);
    }
  } else {
    result = m.vector[op.operands[1].reg];
    copy_bytes(result, 0, m.vector[op.operands[2].reg], 0, kBytes);
  }
  write_vector(m, op, result);
}

// movd and movq: a scalar and a vector's lowest lane. What is not moved becomes 0.
template <unsigned kBytes>
void move_scalar(Machine& m, const Operation& op) {
  const Scalar value = read_scalar(m, op, 1, kBytes);
  if (op.operands[0].kind != Operand::Kind::vector) {
    return write_scalar(m, op, 0, kBytes, value);
  }
  Vector result;
  std::memcpy(result.bytes.data(), &value.value, kBytes);
  result.unknown = value.unknown;
  result.origin = value.origin;
  result.origin.derive();
  write_vector(m, op, result);
}

// From a vector's lowest lane to a whole general register.
template <unsigned kBytes>
void move_lowest_out(Machine& m, const Operation& op) {
  const Vector& from = m.vector[op.operands[1].reg];
  Scalar& to = m.general[op.operands[0].reg];
  to.value = 0;
  std::memcpy(&to.value, from.bytes.data(), kBytes);
  to.unknown = static_cast<std::uint8_t>(from.unknown) & all_bytes(kBytes);
  if (to.unknown != 0) {
    to.origin = from.origin;
  }
}

template <unsigned kBytes>
void prepare_move_scalar(const OpcodeName& name, Operation& op) {
  load_or_store<kBytes>(name, op);
  if (op.operands[0].kind == Operand::Kind::general &&
      op.operands[1].kind == Operand::Kind::vector) {
    op.run = move_lowest_out<kBytes>;
  }
}

// movhps, movlps and their double forms: [destination, kept, memory] or [memory, source].
template <bool kHigh>
void move_half(Machine& m, const Operation& op) {
  if (to_memory(op)) {
    return store_part(m, op, kHigh ? 8 : 0, 8);
  }
  Vector loaded;
  load_vector(m, op, effective_address(m, op), 8, loaded);
  Vector result = m.vector[op.operands[1].reg];
  copy_bytes(result, kHigh ? 8 : 0, loaded, 0, 8);
  write_vector(m, op, result);
}

template <bool kLowToHigh>
void move_between_halves(Machine& m, const Operation& op) {
  Vector result = m.vector[op.operands[1].reg];
  copy_bytes(result, kLowToHigh ? 8 : 0, m.vector[op.operands[2].reg], kLowToHigh ? 0 : 8, 8);
  write_vector(m, op, result);
}

// movmskps, movmskpd, pmovmskb: the sign of each lane.
template <unsigned kLane>
void gather_signs(Machine& m, const Operation& op) {
  const Vector& from = m.vector[op.operands[1].reg];
  Scalar signs;
  for (unsigned i = 0; i < op.width_bytes / kLane; ++i) {
    const unsigned last = i * kLane + kLane - 1;
    signs.value |= static_cast<std::uint64_t>(from.bytes[last] >> 7U) << i;
    if ((from.unknown >> last & 1U) != 0) {
      signs.unknown = 0xFF;
      signs.origin = from.origin;
    }
  }
  write_general(m, op.operands[0], 4, signs);
}

template <unsigned kLane>
void extract_lane(Machine& m, const Operation& op) {
  const Vector& from = m.vector[op.operands[1].reg];
  const auto at = static_cast<unsigned>(op.immediate % (16 / kLane)) * kLane;
  Scalar value;
  std::memcpy(&value.value, from.bytes.data() + at, kLane);
  value.unknown = static_cast<std::uint8_t>(from.unknown >> at & low_bits(kLane));
  value.origin = from.origin;
  value.origin.derive();
  if (to_memory(op)) {
    return store_scalar(m, op, effective_address(m, op), kLane, value);
  }
  write_general(m, op.operands[0], kLane == 8 ? 8 : 4, value);
}

template <unsigned kLane>
void insert_lane(Machine& m, const Operation& op) {
  const Scalar value = read_scalar(m, op, 2, kLane);
  const auto at = static_cast<unsigned>(op.immediate % (16 / kLane)) * kLane;
  Vector inserted;
  std::memcpy(inserted.bytes.data(), &value.value, kLane);
  inserted.unknown = value.unknown;
  inserted.origin = value.origin;
  inserted.origin.derive();
  Vector result = m.vector[op.operands[1].reg];
  copy_bytes(result, at, inserted, 0, kLane);
  write_vector(m, op, result);
}

// insertps: from lane (bits 7-6; memory is one lane), to lane (5-4), lanes to clear (3-0).
void insert_float(Machine& m, const Operation& op) {
  Vector scratch;
  const Vector& from = read_vector(m, op, 2, scratch);
  const bool is_memory = op.operands[2].kind == Operand::Kind::memory;
  const auto source = is_memory ? 0U : static_cast<unsigned>(op.immediate >> 6U & 3U);
  Vector result = m.vector[op.operands[1].reg];
  copy_bytes(result, static_cast<unsigned>(op.immediate >> 4U & 3U) * 4, from, source * 4, 4);
  const Vector zero;
  for (unsigned i = 0; i < 4; ++i) {
    if ((op.immediate >> i & 1U) != 0) {
      copy_bytes(result, i * 4, zero, 0, 4);
    }
  }
  write_vector(m, op, result);
}

// The same of VEX from memory: in place.
void insert_loaded_float(Machine& m, const Operation& op) {
  const std::uint64_t address = effective_address(m, op);
  std::uint32_t value = 0;
  const std::uint64_t unknown = m.load<4>(m.touch(op, address, 4, false), address, &value);
  const Vector& kept = m.vector[op.operands[1].reg];
  Vector& to = m.vector[op.operands[0].reg];
  if (&kept != &to) {
    std::memcpy(to.bytes.data(), kept.bytes.data(), 16);
    to.unknown = kept.unknown;
    if ((to.unknown & low_bits(16)) != 0) {
      to.origin = kept.origin;
    }
  }
  const auto at = static_cast<unsigned>(op.immediate >> 4U & 3U) * 4;
  std::memcpy(to.bytes.data() + at, &value, 4);
  to.unknown = (to.unknown & ~(low_bits(4) << at)) | unknown << at;
  if (unknown != 0) {
    to.origin = {op.instruction, Origin::Kind::loaded, address};
  }
  clear_upper(to, 16);
}

void prepare_insert_float(const OpcodeName& name, Operation& op) {
  prepare_128(name, op);
  const bool clears = (op.immediate & 0xFU) != 0;
  if (name.vex && !clears && op.operands[2].kind == Operand::Kind::memory) {
    op.run = insert_loaded_float;
  }
}

// One lane, or a group of lanes, in all places. memory_bytes says how large it is.
void broadcast(Machine& m, const Operation& op) {
  Vector scratch;
  const unsigned bytes = op.memory_bytes;
  const bool is_memory = op.operands[1].kind == Operand::Kind::memory;
  if (is_memory) {
    const std::uint64_t address = effective_address(m, op);
    if (op.mask != 0) {
      m.record.cover(address, bytes, false);
    }
    const bool any =
        op.mask == 0 || loaded_lanes(m, op, address, op.width_bytes / op.element_bytes) != 0;
    load_lanes(m, op, address, bytes, any ? 1 : 0, scratch);
  }
  const Vector& from = is_memory ? scratch : read_vector(m, op, 1, scratch);
  if (op.mask == 0 && (~from.unknown & low_bits(bytes)) == 0) {
    return forget_result(m, op, from.origin, low_bits(op.width_bytes));
  }
  Vector result;
  result.origin = from.origin;
  for (unsigned at = 0; at < op.width_bytes; at += bytes) {
    copy_few(result.bytes.data() + at, from.bytes.data(), bytes);
    result.unknown |= (from.unknown & low_bits(bytes)) << at;
  }
  write_vector(m, op, result);
}

void insert_part(Machine& m, const Operation& op) {
  const unsigned bytes = op.memory_bytes;
  Vector scratch;
  if (op.operands[2].kind == Operand::Kind::memory) {
    load_vector(m, op, effective_address(m, op), bytes, scratch);
  }
  const Vector& part =
      op.operands[2].kind == Operand::Kind::memory ? scratch : m.vector[op.operands[2].reg];
  const auto at = static_cast<unsigned>(op.immediate % (op.width_bytes / bytes)) * bytes;
  const Vector& kept = m.vector[op.operands[1].reg];
  Vector& to = m.vector[op.operands[0].reg];
  if (op.mask == 0 && op.clears_upper && &part != &to) {  // in place
    if (&kept != &to) {
      copy_few(to.bytes.data(), kept.bytes.data(), op.width_bytes);
      to.unknown = kept.unknown;
      to.origin = kept.origin;
    }
    copy_bytes(to, at, part, 0, bytes);
    return clear_upper(to, op.width_bytes);
  }
  Vector result = kept;
  copy_bytes(result, at, part, 0, bytes);
  write_vector(m, op, result);
}

// The destination is as wide as the part.
void extract_part(Machine& m, const Operation& op) {
  const unsigned bytes = op.memory_bytes;
  const auto at = static_cast<unsigned>(op.immediate % (op.source_bytes / bytes)) * bytes;
  if (to_memory(op)) {
    if (op.mask == 0) {
      return store_part(m, op, at, bytes);
    }
    Vector part;
    copy_bytes(part, 0, m.vector[op.operands[1].reg], at, bytes);
    return store_vector(m, op, effective_address(m, op), op.element_bytes, bytes / op.element_bytes,
                        part);
  }
  Vector result;
  copy_bytes(result, 0, m.vector[op.operands[1].reg], at, bytes);
  write_vector(m, op, result);
}

void prepare_extract(const OpcodeName&, Operation& op) {
  op.source_bytes = op.width_bytes;
  op.width_bytes = op.memory_bytes;
}

// LLVM's name of the 64-byte form carries no length.
void prepare_broadcast_part(const OpcodeName& name, Operation& op) {
  if (name.vector_bytes == 16) {
    op.width_bytes = 64;
  }
}
void prepare_256(const OpcodeName&, Operation& op) { op.width_bytes = 32; }
void prepare_extract_256(const OpcodeName& name, Operation& op) {
  op.width_bytes = 32;
  prepare_extract(name, op);
}

void zero_upper(Machine& m, const Operation&) {
  for (unsigned reg = 0; reg < 16; ++reg) {
    Vector& vector = m.vector[reg];
    std::memset(vector.bytes.data() + 16, 0, 48);
    vector.unknown &= low_bits(16);
  }
}

void zero_all(Machine& m, const Operation&) {
  for (unsigned reg = 0; reg < 16; ++reg) {
    m.vector[reg] = Vector{};
  }
}

void add_parts(FamilyTable& table) {
  struct Part {
    const char* suffix;
    unsigned bytes;
    unsigned lane;
  };
  for (const Part& part : {Part{"32X4", 16, 4}, Part{"64X2", 16, 8}, Part{"32X8", 32, 4},
                           Part{"64X4", 32, 8}, Part{"32X2", 8, 4}}) {
    for (const char* type : {"F", "I"}) {
      const std::string suffix = std::string(type) + part.suffix;
      table.add("INSERT" + suffix,
                {.run = insert_part, .lane_bytes = part.lane, .memory_bytes = part.bytes});
      table.add("EXTRACT" + suffix, {.run = extract_part,
                                     .lane_bytes = part.lane,
                                     .memory_bytes = part.bytes,
                                     .prepare = prepare_extract});
      table.add("BROADCAST" + suffix, {.run = broadcast,
                                       .lane_bytes = part.lane,
                                       .memory_bytes = part.bytes,
                                       .prepare = prepare_broadcast_part});
    }
  }
  for (const char* type : {"F128", "I128"}) {
    table.add(std::string("INSERT") + type,
              {.run = insert_part, .lane_bytes = 16, .memory_bytes = 16, .prepare = prepare_256});
    table.add(std::string("EXTRACT") + type, {.run = extract_part,
                                              .lane_bytes = 16,
                                              .memory_bytes = 16,
                                              .prepare = prepare_extract_256});
    table.add(std::string("BROADCAST") + type,
              {.run = broadcast, .lane_bytes = 16, .memory_bytes = 16, .prepare = prepare_256});
  }
}

}  // namespace

void add_vector_moves(FamilyTable& table) {
  for (const char* name : {"MOVAPS", "MOVUPS", "MOVDQA", "MOVDQU", "LDDQU", "MOVNTPS", "MOVNTDQ",
                           "MOVNTDQA", "MOVDQA32", "MOVDQU32"}) {
    table.add(name, {.run = move_vector, .lane_bytes = 4, .prepare = prepare_move_vector});
  }
  for (const char* name : {"MOVAPD", "MOVUPD", "MOVNTPD", "MOVDQA64", "MOVDQU64"}) {
    table.add(name, {.run = move_vector, .lane_bytes = 8, .prepare = prepare_move_vector});
  }
  table.add("MOVDQU8", {.run = move_vector, .lane_bytes = 1});
  table.add("MOVDQU16", {.run = move_vector, .lane_bytes = 2});
  table.add(
      "MOVSS",
      {.run = move_lowest<4>, .lane_bytes = 4, .memory_bytes = 4, .prepare = load_or_store<4>});
  table.add(
      "MOVSD",
      {.run = move_lowest<8>, .lane_bytes = 8, .memory_bytes = 8, .prepare = load_or_store<8>});
  for (const char* name : {"MOVDI2PDI", "MOVPDI2DI", "MOVDI2SS", "MOVSS2DI"}) {
    table.add(name, {.run = move_scalar<4>,
                     .lane_bytes = 4,
                     .memory_bytes = 4,
                     .prepare = prepare_move_scalar<4>});
  }
  table.add(
      "MOVSH",
      {.run = move_lowest<2>, .lane_bytes = 2, .memory_bytes = 2, .prepare = load_or_store<2>});
  for (const char* name : {"MOVW", "MOVW2SH", "MOVSH2W", "MOVW64TOSH", "MOVSHTOW64"}) {
    table.add(name, {.run = move_scalar<2>,
                     .lane_bytes = 2,
                     .memory_bytes = 2,
                     .prepare = prepare_move_scalar<2>});
  }
  for (const char* name : {"MOV64TOPQI", "MOVPQITO64", "MOVQI2PQI", "MOVPQI2QI", "MOVZPQILO2PQI",
                           "MOV64TOSD", "MOVSDTO64"}) {
    table.add(name, {.run = move_scalar<8>,
                     .lane_bytes = 8,
                     .memory_bytes = 8,
                     .prepare = prepare_move_scalar<8>});
  }
  for (const char* name : {"MOVHPS", "MOVHPD"}) {
    table.add(name, {.run = move_half<true>, .lane_bytes = 8, .memory_bytes = 8});
  }
  for (const char* name : {"MOVLPS", "MOVLPD"}) {
    table.add(name, {.run = move_half<false>, .lane_bytes = 8, .memory_bytes = 8});
  }
  table.add("MOVLHPS", {.run = move_between_halves<true>, .lane_bytes = 8, .prepare = prepare_128});
  table.add("MOVHLPS",
            {.run = move_between_halves<false>, .lane_bytes = 8, .prepare = prepare_128});
  table.add("MOVMSKPS", {gather_signs<4>});
  table.add("MOVMSKPD", {gather_signs<8>});
  table.add("PMOVMSKB", {gather_signs<1>});
  table.add("PEXTRB", {.run = extract_lane<1>, .lane_bytes = 1, .memory_bytes = 1});
  table.add("PEXTRW", {.run = extract_lane<2>, .lane_bytes = 2, .memory_bytes = 2});
  table.add("PEXTRD", {.run = extract_lane<4>, .lane_bytes = 4, .memory_bytes = 4});
  table.add("PEXTRQ", {.run = extract_lane<8>, .lane_bytes = 8, .memory_bytes = 8});
  table.add("EXTRACTPS", {.run = extract_lane<4>, .lane_bytes = 4, .memory_bytes = 4});
  table.add("PINSRB",
            {.run = insert_lane<1>, .lane_bytes = 1, .memory_bytes = 1, .prepare = prepare_128});
  table.add("PINSRW",
            {.run = insert_lane<2>, .lane_bytes = 2, .memory_bytes = 2, .prepare = prepare_128});
  table.add("PINSRD",
            {.run = insert_lane<4>, .lane_bytes = 4, .memory_bytes = 4, .prepare = prepare_128});
  table.add("PINSRQ",
            {.run = insert_lane<8>, .lane_bytes = 8, .memory_bytes = 8, .prepare = prepare_128});
  table.add(
      "INSERTPS",
      {.run = insert_float, .lane_bytes = 4, .memory_bytes = 4, .prepare = prepare_insert_float});
  table.add("BROADCASTSS", {.run = broadcast, .lane_bytes = 4, .memory_bytes = 4});
  table.add("BROADCASTSD", {.run = broadcast, .lane_bytes = 8, .memory_bytes = 8});
  for (const char* general : {"", "G"}) {  // G: from a general register
    table.add(std::string("PBROADCASTB") + general,
              {.run = broadcast, .lane_bytes = 1, .memory_bytes = 1});
    table.add(std::string("PBROADCASTW") + general,
              {.run = broadcast, .lane_bytes = 2, .memory_bytes = 2});
    table.add(std::string("PBROADCASTD") + general,
              {.run = broadcast, .lane_bytes = 4, .memory_bytes = 4});
    table.add(std::string("PBROADCASTQ") + general,
              {.run = broadcast, .lane_bytes = 8, .memory_bytes = 8});
  }
  add_parts(table);
  table.add("ZEROUPPER", {zero_upper});
  table.add("ZEROALL", {zero_all});
}

}  // namespace clgauge::lens
