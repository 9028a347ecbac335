#include "lens/evaluate/machine_state.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kCell = 8;
constexpr std::uint64_t kMostBytes = 1ULL << 20U;
constexpr std::size_t kVectorCells = 8;
constexpr std::size_t kGeneralRegisters = 16;

// Of the same granules.
bool knows_no_more(const MachineState& state, const MachineState& than) {
  return std::equal(state.known.begin(), state.known.end(), than.known.begin(), than.known.end(),
                    [](unsigned now, unsigned before) { return (now & ~before) == 0; });
}

}  // namespace

// Which bytes of a number go on by steps together is not known: those whose upper half stays are
// one number of eight bytes, others two of four.
std::uint64_t value_further_on(std::uint64_t first, std::uint64_t last, std::uint64_t rounds) {
  constexpr unsigned kHalf = 32;
  constexpr std::uint64_t kLow = 0xFFFFFFFF;
  if ((first ^ last) >> kHalf == 0) {
    return last + rounds * (last - first);
  }
  const std::uint64_t low = (last + rounds * (last - first)) & kLow;
  const std::uint64_t high = (last >> kHalf) + rounds * ((last >> kHalf) - (first >> kHalf));
  return high << kHalf | low;
}

bool is_same_where_known(std::uint64_t a, std::uint64_t b, unsigned known) {
  const std::uint64_t differs = a ^ b;
  for (unsigned byte = 0; byte < kCell; ++byte) {
    if ((known >> byte & 1U) != 0 && (differs >> (8 * byte) & 0xFFU) != 0) {
      return false;
    }
  }
  return true;
}

bool operator==(const MachineState& a, const MachineState& b) noexcept {
  if (a.granules != b.granules || a.masks != b.masks || a.known != b.known) {
    return false;
  }
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    if (a.values[i] != b.values[i] && !is_same_where_known(a.values[i], b.values[i], a.known[i])) {
      return false;
    }
  }
  return true;
}

MachineState registers_of(const Machine& m) {
  MachineState state;
  const std::size_t cells = kGeneralRegisters + kVectorCells * m.vector.size();
  state.values.reserve(cells);
  state.known.reserve(cells);
  for (std::size_t i = 0; i < kGeneralRegisters; ++i) {
    state.values.push_back(m.general.at(i).value);
    state.known.push_back(static_cast<std::uint8_t>(~m.general.at(i).unknown));
  }
  for (const Vector& vector : m.vector) {
    for (std::size_t i = 0; i < kVectorCells; ++i) {
      std::memcpy(&state.values.emplace_back(), vector.bytes.data() + i * kCell, kCell);
      state.known.push_back(static_cast<std::uint8_t>(~vector.unknown >> (i * kCell)));
    }
  }
  for (const Mask& mask : m.mask) {
    state.masks.emplace_back(mask.value & ~mask.unknown, mask.unknown);
  }
  return state;
}

std::optional<MachineState> state_of(const Machine& m) {
  const std::vector<std::uint64_t>& starts = m.stored.starts();
  if (starts.size() * StoredGranules::kBytes > kMostBytes) {
    return std::nullopt;
  }
  MachineState state = registers_of(m);
  state.granules = starts.size();
  const std::size_t cells = state.values.size() + starts.size() * (StoredGranules::kBytes / kCell);
  state.values.reserve(cells);
  state.known.reserve(cells);
  for (const std::uint64_t start : starts) {
    m.memory.append_to(state.values, state.known, start, start + StoredGranules::kBytes);
  }
  return state;
}

std::optional<MachineState> state_further_on(const MachineState& first, const MachineState& last,
                                             std::uint64_t rounds) {
  if (first.granules != last.granules || first.masks != last.masks || !knows_no_more(last, first)) {
    return std::nullopt;
  }
  MachineState state = last;
  for (std::size_t i = 0; i < last.values.size(); ++i) {
    if (first.values[i] != last.values[i] && last.known[i] != 0) {
      state.values[i] = value_further_on(first.values[i], last.values[i], rounds);
    }
  }
  return state;
}

void restore(const MachineState& state, Machine& m) {
  std::size_t cell = 0;
  for (std::size_t i = 0; i < kGeneralRegisters; ++i) {
    m.general.at(i).value = state.values[cell++];
  }
  for (Vector& vector : m.vector) {
    std::memcpy(vector.bytes.data(), state.values.data() + cell, vector.bytes.size());
    cell += kVectorCells;
  }
  for (std::size_t granule = 0; granule < state.granules; ++granule) {
    const std::uint64_t start = m.stored.starts()[granule];
    for (std::uint64_t at = start; at < start + StoredGranules::kBytes; at += kCell, ++cell) {
      if (state.known[cell] != 0) {
        m.memory.store<kCell>(at, &state.values[cell],
                              static_cast<std::uint8_t>(~state.known[cell]));
      }
    }
  }
}

}  // namespace clgauge::lens
