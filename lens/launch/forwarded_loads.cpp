#include "lens/launch/forwarded_loads.h"

namespace clgauge::lens {
namespace {

constexpr double kNearlyAlways = 0.75;

}  // namespace

ForwardedLoads::ForwardedLoads(std::size_t instructions) : passes_(instructions) {}

void ForwardedLoads::see(const MemoryAccess& access) {
  ++time_;
  Passes& passes = passes_.at(access.instruction);
  if (access.is_store) {
    young_[next_] = {access.address, time_, access.bytes, access.instruction, passes.stores++};
    next_ = (next_ + 1) % kStores;
    return;
  }
  if (passes.loads >= kWatched) {
    return;
  }
  const std::uint32_t pass = passes.loads++;
  for (std::size_t back = 1; back <= kStores; ++back) {
    const Store& store = young_[(next_ + kStores - back) % kStores];
    if (store.time + kAccessesInFlight < time_) {
      return;
    }
    if (store.address < access.address + access.bytes &&
        access.address < store.address + store.bytes) {
      const bool holds_all = store.address <= access.address &&
                             access.address + access.bytes <= store.address + store.bytes;
      if (holds_all && store.pass <= pass) {
        ++links_[{access.instruction, store.instruction, pass - store.pass, access.bytes}];
      }
      return;
    }
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
