#include "lens/evaluate/buffer_writes.h"

#include <algorithm>
#include <cstring>

#include "lens/evaluate/memory.h"

namespace clgauge::lens {

void BufferWrites::store(std::uint64_t address, const void* from, unsigned bytes,
                         std::uint64_t unknown) {
  const auto* const first = static_cast<const std::uint8_t*>(from);
  const unsigned until_next = kPartBytes - address % kPartBytes;
  store_in_part(address, first, std::min(bytes, until_next), unknown);
  if (bytes > until_next) {
    store_in_part(address + until_next, first + until_next, bytes - until_next,
                  unknown >> until_next);
  }
}

void BufferWrites::store_in_part(std::uint64_t address, const std::uint8_t* from, unsigned bytes,
                                 std::uint64_t unknown) {
  if (parts_.size() == kMostParts && !parts_.contains(address / kPartBytes)) {
    return;
  }
  Part& part = parts_[address / kPartBytes];
  const auto at = static_cast<unsigned>(address % kPartBytes);
  std::memcpy(part.bytes.data() + at, from, bytes);
  const std::uint64_t range = low_bits(bytes) << at;
  part.stored |= range;
  part.unknown = (part.unknown & ~range) | (unknown << at & range);
}

std::uint64_t BufferWrites::over(std::uint64_t address, void* to, unsigned bytes,
                                 std::uint64_t unknown) const {
  if (parts_.empty()) {
    return unknown;
  }
  auto* const first = static_cast<std::uint8_t*>(to);
  for (unsigned done = 0; done < bytes;) {
    const auto at = static_cast<unsigned>((address + done) % kPartBytes);
    const unsigned count = std::min(bytes - done, kPartBytes - at);
    const auto found = parts_.find((address + done) / kPartBytes);
    if (found != parts_.end()) {
      const Part& part = found->second;
      for (unsigned i = 0; i < count; ++i) {
        if ((part.stored >> (at + i) & 1U) != 0) {
          const std::uint64_t bit = std::uint64_t{1} << (done + i);
          first[done + i] = part.bytes.at(at + i);
          unknown = (part.unknown >> (at + i) & 1U) != 0 ? unknown | bit : unknown & ~bit;
        }
      }
    }
    done += count;
  }
  return unknown;
}

void BufferWrites::clear() noexcept { parts_.clear(); }

}  // namespace clgauge::lens
