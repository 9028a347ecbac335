#include "lens/launch/forwarded_loads.h"

#include <algorithm>

namespace clgauge::lens {
namespace {

constexpr double kNearlyAlways = 0.75;

}  // namespace

ForwardedLoads::ForwardedLoads(std::size_t instructions) : passes_(instructions) {}

void ForwardedLoads::watch(const MemoryAccess& access, Passes& passes) {
  if (access.is_store) {
    return young_.add(access.address, access.bytes, {access.instruction, passes.stores++});
  }
  last_watched_ = young_.time();
  const std::uint32_t pass = passes.loads++;
  const auto* const store = young_.load(access.address, access.bytes, [&](const auto& one) {
    return one.overlaps(access.address, access.bytes);
  });
  if (store != nullptr && store->holds(access.address, access.bytes) && store->note.pass <= pass) {
    // Where the store has been ahead from the start (items that take turns at a barrier), as many
    // rounds as it has stored since.
    const std::uint32_t since = passes_[store->note.instruction].stores - store->note.pass - 1;
    const Link link{access.instruction, store->note.instruction,
                    std::max(pass - store->note.pass, since), access.bytes};
    if (passes.last == nullptr || passes.last->first != link) {
      passes.last = &*links_.try_emplace(link).first;
    }
    ++passes.last->second;
  }
}

std::vector<Forwarding> ForwardedLoads::regular() const {
  std::vector<Forwarding> found;
  for (const auto& [link, times] : links_) {
    if (times >= kNearlyAlways * passes_[link.load].loads) {
      found.push_back({link.store, link.load, link.rounds, link.bytes});
    }
  }
  return found;
}

}  // namespace clgauge::lens
