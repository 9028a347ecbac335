#include "lens/evaluate/stretch_memory.h"

#include <utility>

#include "lens/evaluate/machine_state.h"

namespace clgauge::lens {

StretchMemory::Cells StretchMemory::cells_at(std::uint64_t address, unsigned bytes,
                                             const Machine& machine) {
  Cells cells;
  cells.unknown = machine.memory.load(address, cells.values.data(), bytes);
  return cells;
}

StretchMemory::Cells StretchMemory::further_on(const Cells& first, const Cells& second,
                                               unsigned bytes, std::uint64_t stretches) {
  Cells cells = second;
  for (std::size_t i = 0; 8 * i < bytes; ++i) {
    if (first.values[i] != second.values[i]) {
      cells.values[i] = value_further_on(first.values[i], second.values[i], stretches);
    }
  }
  return cells;
}

bool StretchMemory::are_same(const Cells& a, const Cells& b, unsigned bytes) {
  if (a.unknown != b.unknown) {
    return false;
  }
  for (std::size_t i = 0; 8 * i < bytes; ++i) {
    const auto known = static_cast<std::uint8_t>(~a.unknown >> (8 * i));
    if (a.values[i] != b.values[i] && !is_same_where_known(a.values[i], b.values[i], known)) {
      return false;
    }
  }
  return true;
}

// Whether they go on by their steps, known or not, from the one before this to so many after it.
bool StretchMemory::loads_go_on(const MemoryAccess& access, std::uint64_t step,
                                std::uint64_t stretches, const Machine& machine) {
  const Cells now = cells_at(access.address, access.bytes, machine);
  const Cells before = cells_at(access.address - step, access.bytes, machine);
  if (before.unknown != now.unknown) {
    return false;
  }
  for (std::uint64_t k = 1; k <= stretches; ++k) {
    const Cells then = cells_at(access.address + k * step, access.bytes, machine);
    if (!are_same(then, further_on(before, now, access.bytes, k), access.bytes)) {
      return false;
    }
  }
  return true;
}

void StretchMemory::begin(std::span<const MemoryAccess> first, const Machine& machine) {
  first_.clear();
  for (const MemoryAccess& access : first) {
    if (is_own(access) && access.is_store && access.bytes <= kMostBytes) {
      first_.push_back(cells_at(access.address, access.bytes, machine));
    }
  }
}

bool StretchMemory::goes_on(std::span<const MemoryAccess> second,
                            std::span<const std::uint64_t> steps, std::uint64_t stretches,
                            const Machine& machine) {
  stores_.clear();
  for (std::size_t i = 0; i < second.size(); ++i) {
    const MemoryAccess& access = second[i];
    if (!is_own(access)) {
      continue;
    }
    const std::uint64_t last = access.address + stretches * steps[i];
    if (access.bytes > kMostBytes || !machine.memory.holds(last, access.bytes) ||
        machine.region_of(last) != access.region) {
      return false;
    }
    if (access.is_store) {
      const Cells& before = first_[stores_.size()];
      const Cells now = cells_at(access.address, access.bytes, machine);
      if (before.unknown != now.unknown) {
        return false;
      }
      stores_.push_back({access.address, steps[i], access.bytes, before, now});
    } else if (steps[i] != 0 &&  // else it stays, or was stored and goes on as that does
               !loads_go_on(access, steps[i], stretches, machine)) {
      return false;
    }
  }
  return true;
}

void StretchMemory::store(std::uint64_t stretches, Machine& machine) const {
  for (std::uint64_t k = 1; k <= stretches; ++k) {
    for (const Store& one : stores_) {
      const std::uint64_t address = one.address + k * one.step;
      const Cells cells = further_on(one.first, one.second, one.bytes, k);
      machine.memory.store(address, cells.values.data(), one.bytes, cells.unknown);
      machine.stored.add(address, one.bytes);
    }
  }
}

bool StretchMemory::is_stored(std::uint64_t stretches, const Machine& machine) const {
  for (const Store& one : stores_) {
    const Cells cells = cells_at(one.address + stretches * one.step, one.bytes, machine);
    if (!are_same(cells, further_on(one.first, one.second, one.bytes, stretches), one.bytes)) {
      return false;
    }
  }
  return true;
}

}  // namespace clgauge::lens
