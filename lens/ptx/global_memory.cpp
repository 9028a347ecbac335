#include "lens/ptx/global_memory.h"

#include <algorithm>
#include <string>

#include "lens/ptx/blame.h"

namespace clgauge::lens::ptx {

GlobalMemory::GlobalMemory(const Program& program, const EvaluatedLaunch& launch)
    : program_(program) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const EvaluatedArgument& argument = launch.arguments[i];
    if (argument.kind == EvaluatedArgument::Kind::buffer) {
      ranges_.push_back({argument.address, argument.size_bytes, nullptr, i});
    }
  }
  for (const Placed& table : program.tables) {
    ranges_.push_back({table.address, table.variable->bytes, table.variable, 0});
  }
  std::stable_sort(ranges_.begin(), ranges_.end(),
                   [](const Range& a, const Range& b) { return a.first < b.first; });
}

const GlobalMemory::Range* GlobalMemory::range_before(std::uint64_t address) const {
  const auto after =
      std::upper_bound(ranges_.begin(), ranges_.end(), address,
                       [](std::uint64_t at, const Range& range) { return at < range.first; });
  return after == ranges_.begin() ? nullptr : &*std::prev(after);
}

void GlobalMemory::check(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin) const {
  const Range* const range = range_before(address);
  if (range != nullptr && address - range->first <= range->bytes &&
      bytes <= range->bytes - (address - range->first)) {
    return;
  }
  const std::string place = place_of(*program_.origins.at(origin));
  if (range == nullptr) {
    refuse(RefusalKind::outside_memory, place + " accesses address " + std::to_string(address));
  }
  const std::string name = range->variable != nullptr
                               ? range->variable->name
                               : "kernel argument " + std::to_string(range->argument);
  refuse(RefusalKind::outside_memory, place + " accesses byte " +
                                          std::to_string(address - range->first) + " of " + name +
                                          ", which has " + std::to_string(range->bytes));
}

std::optional<std::uint64_t> GlobalMemory::constant_at(std::uint64_t address,
                                                       unsigned bytes) const {
  const Range* const range = range_before(address);
  if (range == nullptr || range->variable == nullptr || bytes > sizeof(std::uint64_t) ||
      range->variable->space != Space::constant) {
    return std::nullopt;
  }
  const std::vector<std::int16_t>& initial = range->variable->initial;
  const std::uint64_t offset = address - range->first;
  if (offset + bytes > initial.size()) {
    return std::nullopt;
  }
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    const std::int16_t byte = initial[offset + i];
    if (byte < 0) {
      return std::nullopt;
    }
    value |= static_cast<std::uint64_t>(byte) << (8 * i);
  }
  return value;
}

}  // namespace clgauge::lens::ptx
