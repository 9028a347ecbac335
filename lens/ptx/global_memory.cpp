#include "lens/ptx/global_memory.h"

#include <algorithm>
#include <array>
#include <string>

#include "lens/evaluate/memory.h"
#include "lens/ptx/blame.h"

namespace clgauge::lens::ptx {

GlobalMemory::GlobalMemory(const Program& program, const EvaluatedLaunch& launch)
    : program_(program) {
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const EvaluatedArgument& argument = launch.arguments[i];
    if (argument.kind == EvaluatedArgument::Kind::buffer) {
      const bool is_known = !argument.content.empty();
      knows_contents_ = knows_contents_ || is_known;
      ranges_.push_back({argument.address, argument.size_bytes, nullptr, i,
                         is_known ? &argument.content : nullptr});
    }
  }
  for (const Placed& table : program.tables) {
    ranges_.push_back({table.address, table.variable->bytes, table.variable, 0, nullptr});
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

GlobalMemory::Blank GlobalMemory::blank_at(std::uint64_t address) const {
  const Range* const range = knows_contents_ ? nullptr : range_before(address);
  return range != nullptr && range->variable == nullptr ? Blank{range->first, range->bytes}
                                                        : Blank{};
}

std::optional<std::uint64_t> GlobalMemory::load(std::uint64_t address, unsigned bytes) const {
  const Range* const range = range_before(address);
  if (range == nullptr || bytes > sizeof(std::uint64_t)) {
    return std::nullopt;
  }
  if (range->variable != nullptr && range->variable->space == Space::constant) {
    return constant_at(*range, address - range->first, bytes);
  }
  if (!knows_contents_) {
    return std::nullopt;
  }
  std::uint64_t number = 0;
  std::uint64_t unknown = low_bits(bytes);
  if (range->content != nullptr) {
    const std::string& content = *range->content;
    auto* const out = reinterpret_cast<std::uint8_t*>(&number);
    std::size_t at = (address - range->first) % content.size();
    for (unsigned i = 0; i < bytes; ++i) {
      out[i] = static_cast<std::uint8_t>(content[at]);
      at = at + 1 == content.size() ? 0 : at + 1;
    }
    unknown = 0;
  }
  return written_.over(address, &number, bytes, unknown) == 0 ? std::optional(number)
                                                              : std::nullopt;
}

void GlobalMemory::store(std::uint64_t address, unsigned bytes,
                         std::optional<std::uint64_t> number) {
  const std::array<std::uint64_t, 2> from{number.value_or(0),
                                          0};  // an element has 16 bytes at most
  written_.store(address, from.data(), bytes, number ? 0 : low_bits(bytes));
}

std::optional<std::uint64_t> GlobalMemory::constant_at(const Range& range, std::uint64_t offset,
                                                       unsigned bytes) {
  const std::vector<std::int16_t>& initial = range.variable->initial;
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
