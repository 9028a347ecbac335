// Masked moves of AVX, gathers and scatters: only the lanes whose mask says so touch memory, so the
// mask must be known. (Masked moves of AVX-512 are ordinary moves with a mask register.)
#include "lens/evaluate/families/lanes.h"
#include "lens/evaluate/family.h"

namespace clgauge::lens {
namespace {

// Lanes whose sign bit is set, all of which must be known.
std::uint64_t lanes_of_signs(const Machine& m, const Operation& op, const Vector& signs,
                             unsigned lane_bytes, unsigned count) {
  std::uint64_t lanes = 0;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned last = i * lane_bytes + lane_bytes - 1;
    if ((signs.unknown >> last & 1U) != 0) {
      m.refuse_unknown(RefusalKind::data_dependent_mask, op, signs.origin);
    }
    lanes |= static_cast<std::uint64_t>(signs.bytes[last] >> 7U) << i;
  }
  return lanes;
}

// vmaskmov: [destination, mask, memory] or [memory, mask, source].
template <unsigned kLane>
void masked_move(Machine& m, const Operation& op) {
  const std::uint64_t lanes =
      lanes_of_signs(m, op, m.vector[op.operands[1].reg], kLane, op.width_bytes / kLane);
  if (op.operands[0].kind == Operand::Kind::memory) {
    if (lanes != 0) {
      const std::uint64_t address = effective_address(m, op);
      m.record.cover(address, op.width_bytes, true);
      store_lanes(m, op, address, kLane, lanes, m.vector[op.operands[2].reg]);
    }
    return;
  }
  Vector result;
  if (lanes != 0) {
    const std::uint64_t address = effective_address(m, op);
    m.record.cover(address, op.width_bytes, false);
    load_lanes(m, op, address, kLane, lanes, result);
  }
  write_vector(m, op, result);
}

template <typename Index>
std::uint64_t lane_address(const Machine& m, const Operation& op, unsigned lane_index) {
  const Vector& indices = m.vector[op.memory.index];
  const Scalar& base = m.general[op.memory.base];
  constexpr auto kBytes = static_cast<unsigned>(sizeof(Index));
  if ((indices.unknown >> (lane_index * kBytes) & low_bits(kBytes)) != 0) {
    m.refuse_unknown(RefusalKind::data_dependent_address, op, indices.origin);
  }
  if (base.unknown != 0) {
    m.refuse_unknown(RefusalKind::data_dependent_address, op, base.origin);
  }
  const auto index = static_cast<std::int64_t>(lane<Index>(indices, lane_index));
  return base.value + static_cast<std::uint64_t>(index) * op.memory.scale +
         static_cast<std::uint64_t>(op.memory.displacement);
}

// As many lanes as both the indices and the data have. AVX: [destination, mask, destination,
// memory, mask], AVX-512: the mask is a mask register; either is 0 afterwards.
template <typename Data, typename Index>
void gather(Machine& m, const Operation& op) {
  const bool by_register = op.operands[1].kind == Operand::Kind::mask;
  const auto count = static_cast<unsigned>(
      std::min(op.memory.index_bytes / sizeof(Index), op.operands[0].bytes / sizeof(Data)));
  std::uint64_t lanes = 0;
  if (by_register) {
    const Mask& mask = m.mask[op.operands[1].reg];
    if ((mask.unknown & low_bits(count)) != 0) {
      m.refuse_unknown(RefusalKind::data_dependent_mask, op, mask.origin);
    }
    lanes = mask.value & low_bits(count);
  } else {
    lanes = lanes_of_signs(m, op, m.vector[op.operands[1].reg], sizeof(Data), count);
  }
  Vector result = m.vector[op.operands[0].reg];
  for (unsigned i = 0; i < count; ++i) {
    if ((lanes >> i & 1U) != 0) {
      const Scalar value = load_scalar(m, op, lane_address<Index>(m, op, i), sizeof(Data));
      set_lane<Data>(result, i, static_cast<Data>(value.value));
      const std::uint64_t range = low_bits(sizeof(Data)) << (i * sizeof(Data));
      result.unknown = (result.unknown & ~range) | static_cast<std::uint64_t>(value.unknown)
                                                       << (i * sizeof(Data));
      if (value.unknown != 0) {
        result.origin = value.origin;
        result.origin.derive();
      }
    }
  }
  const auto written = static_cast<unsigned>(count * sizeof(Data));
  std::memset(result.bytes.data() + written, 0, result.bytes.size() - written);
  result.unknown &= low_bits(written);
  m.vector[op.operands[0].reg] = result;
  if (by_register) {
    m.mask[op.operands[1].reg] = Mask{};
  } else {
    m.vector[op.operands[1].reg] = Vector{};
  }
}

// [mask (result), memory, mask, source]
template <typename Data, typename Index>
void scatter(Machine& m, const Operation& op) {
  const Operand& source = op.operands[3];
  const auto count = static_cast<unsigned>(
      std::min(op.memory.index_bytes / sizeof(Index), source.bytes / sizeof(Data)));
  Mask& mask = m.mask[op.operands[0].reg];
  if ((mask.unknown & low_bits(count)) != 0) {
    m.refuse_unknown(RefusalKind::data_dependent_mask, op, mask.origin);
  }
  const Vector& from = m.vector[source.reg];
  for (unsigned i = 0; i < count; ++i) {
    if ((mask.value >> i & 1U) != 0) {
      Scalar value;
      value.value = lane<Data>(from, i);
      value.unknown =
          static_cast<std::uint8_t>(from.unknown >> (i * sizeof(Data)) & low_bits(sizeof(Data)));
      store_scalar(m, op, lane_address<Index>(m, op, i), sizeof(Data), value);
    }
  }
  mask = Mask{};
}

template <typename Data>
void add_gathers_of(FamilyTable& table, const char* type, const char* float_type) {
  for (const std::string& name : {std::string("P%") + "D" + type, std::string("%D") + float_type}) {
    std::string gather_name = name;
    gather_name.replace(gather_name.find('%'), 1, "GATHER");
    std::string scatter_name = name;
    scatter_name.replace(scatter_name.find('%'), 1, "SCATTER");
    table.add(gather_name, {.run = gather<Data, std::int32_t>, .lane_bytes = sizeof(Data)});
    table.add(scatter_name, {.run = scatter<Data, std::int32_t>, .lane_bytes = sizeof(Data)});
    // The same with 64-bit indices: the D after GATHER or SCATTER is a Q.
    gather_name[gather_name.find("GATHER") + 6] = 'Q';
    scatter_name[scatter_name.find("SCATTER") + 7] = 'Q';
    table.add(gather_name, {.run = gather<Data, std::int64_t>, .lane_bytes = sizeof(Data)});
    table.add(scatter_name, {.run = scatter<Data, std::int64_t>, .lane_bytes = sizeof(Data)});
  }
}

}  // namespace

void add_masked_memory(FamilyTable& table) {
  for (const char* name : {"MASKMOVPS", "PMASKMOVD"}) {
    table.add(name, {.run = masked_move<4>, .lane_bytes = 4});
  }
  for (const char* name : {"MASKMOVPD", "PMASKMOVQ"}) {
    table.add(name, {.run = masked_move<8>, .lane_bytes = 8});
  }
  add_gathers_of<std::uint32_t>(table, "D", "PS");
  add_gathers_of<std::uint64_t>(table, "Q", "PD");
}

}  // namespace clgauge::lens
