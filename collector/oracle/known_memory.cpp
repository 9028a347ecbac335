#include "collector/oracle/known_memory.h"

#include <algorithm>

namespace clgauge::collector::oracle {
namespace {

constexpr std::int64_t kPointerBytes = 8;

std::int64_t bytes_of(unsigned width) { return (static_cast<std::int64_t>(width) + 7) / 8; }

}  // namespace

bool KnownMemory::holds(std::int64_t offset, std::int64_t length) const {
  return offset >= 0 && length >= 0 && offset + length <= static_cast<std::int64_t>(bytes_.size());
}

Value KnownMemory::fetch(std::int64_t offset, unsigned width) const {
  const std::int64_t length = bytes_of(width);
  if (!holds(offset, length)) return {};
  if (const auto pointer = pointers_.find(offset); pointer != pointers_.end()) {
    return length == kPointerBytes ? pointer->second : Value{};
  }
  std::uint64_t number = 0;
  for (std::int64_t i = length; i-- > 0;) {  // the device is little-endian
    const std::int16_t byte = bytes_[static_cast<std::size_t>(offset + i)];
    if (byte < 0) return {};
    number = (number << 8U) | static_cast<std::uint64_t>(byte);
  }
  const unsigned unused = 64 - width;
  return {static_cast<std::int64_t>(number << unused) >> unused, -1, true};
}

void KnownMemory::put(std::int64_t offset, unsigned width, const Value& value) {
  const std::int64_t length = bytes_of(width);
  if (!holds(offset, length)) return;
  forget(offset, length);
  if (!value.known) return;
  if (value.array >= 0) {
    pointers_[offset] = value;
    return;
  }
  auto number = static_cast<std::uint64_t>(value.number);
  if (width < 8) number &= (std::uint64_t{1} << width) - 1;
  for (std::int64_t i = 0; i < length; ++i, number >>= 8U) {
    bytes_[static_cast<std::size_t>(offset + i)] = static_cast<std::int16_t>(number & 0xffU);
  }
}

void KnownMemory::fill(std::int64_t offset, std::int64_t length, const Value& byte) {
  for (std::int64_t i = 0; i < length; ++i) put(offset + i, 8, byte);
}

void KnownMemory::copy(std::int64_t offset, const KnownMemory& from, std::int64_t from_offset,
                       std::int64_t length) {
  if (!holds(offset, length)) return;
  if (!from.holds(from_offset, length)) {
    forget(offset, length);
    return;
  }
  const KnownMemory source = from;  // may be this very array
  forget(offset, length);
  std::copy_n(source.bytes_.begin() + from_offset, length, bytes_.begin() + offset);
  for (const auto& [at, pointer] : source.pointers_) {
    if (at >= from_offset && at + kPointerBytes <= from_offset + length) {
      pointers_[at - from_offset + offset] = pointer;
    }
  }
}

void KnownMemory::forget() {
  std::fill(bytes_.begin(), bytes_.end(), std::int16_t{-1});
  pointers_.clear();
}

void KnownMemory::forget(std::int64_t offset, std::int64_t length) {
  std::fill_n(bytes_.begin() + offset, length, std::int16_t{-1});
  pointers_.erase(pointers_.lower_bound(offset - kPointerBytes + 1),
                  pointers_.lower_bound(offset + length));
}

}  // namespace clgauge::collector::oracle
