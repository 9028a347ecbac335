#include "lens/traffic/store_queue.h"

namespace clgauge::lens {
namespace {

bool overlap(std::uint64_t a, std::uint64_t a_bytes, std::uint64_t b, std::uint64_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

}  // namespace

void StoreQueue::store(std::uint64_t address, std::uint32_t bytes, bool forwards) {
  young_.add(address, bytes, {forwards});
}

StoreConflict StoreQueue::meet(std::uint64_t last, std::uint64_t address, std::uint32_t bytes) {
  const auto* const met = young_.met_by(last, [&](const auto& store) {
    return store.overlaps(address, bytes) ||
           overlap(address % kAliasBytes, bytes, store.address % kAliasBytes, store.bytes);
  });
  if (met == nullptr) {
    return StoreConflict::none;
  }
  if (!met->overlaps(address, bytes)) {
    return StoreConflict::aliased;
  }
  if (met->forwards(address, bytes) && met->note.forwards) {
    return StoreConflict::forwarded;
  }
  if (met->time < waiting_since_) {
    return StoreConflict::blocked_together;
  }
  waiting_since_ = young_.time();
  return StoreConflict::blocked;
}

}  // namespace clgauge::lens
