#include "lens/traffic/store_queue.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kAliasBytes = 4096;

bool overlap(std::uint64_t a, std::uint64_t a_bytes, std::uint64_t b, std::uint64_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

}  // namespace

void StoreQueue::store(std::uint64_t address, std::uint32_t bytes, bool forwards) {
  ++time_;
  entries_.at(next_) = {address, bytes, forwards, time_};
  next_ = (next_ + 1) % kStores;
}

StoreConflict StoreQueue::load(std::uint64_t address, std::uint32_t bytes) {
  ++time_;
  for (std::size_t back = 1; back <= kStores; ++back) {
    const Entry& entry = entries_.at((next_ + kStores - back) % kStores);
    if (entry.time + kAccessesInFlight < time_) {
      break;
    }
    if (overlap(address, bytes, entry.address, entry.bytes)) {
      const bool holds_all =
          entry.address <= address && address + bytes <= entry.address + entry.bytes;
      return holds_all && entry.forwards ? StoreConflict::forwarded : StoreConflict::blocked;
    }
    if (overlap(address % kAliasBytes, bytes, entry.address % kAliasBytes, entry.bytes)) {
      return StoreConflict::aliased;
    }
  }
  return StoreConflict::none;
}

}  // namespace clgauge::lens
