#include "lens/launch/trace_storage.h"

#include <algorithm>
#include <utility>

namespace clgauge::lens {

AccessTrace TraceStorage::take(std::size_t accesses) {
  AccessTrace trace = take_best(accesses);
  trace.reserve(accesses);
  return trace;
}

AccessTrace TraceStorage::take_any(std::size_t accesses_if_none) {
  AccessTrace trace = take_best(accesses_if_none);
  if (trace.capacity() == 0) {
    trace.reserve(accesses_if_none);
  }
  return trace;
}

AccessTrace TraceStorage::take_best(std::size_t accesses) {
  const std::lock_guard lock(mutex_);
  // The least that will do, or the most.
  const auto rank = [accesses](const AccessTrace& one) {
    const bool will_do = one.capacity() >= accesses;
    return std::pair(!will_do, will_do ? one.capacity() : ~one.capacity());
  };
  const auto best = std::ranges::min_element(kept_, {}, rank);
  if (best == kept_.end()) {
    return {};
  }
  AccessTrace trace = std::move(*best);
  kept_.erase(best);
  trace.clear();
  return trace;
}

void TraceStorage::give_back(AccessTrace trace) {
  const std::lock_guard lock(mutex_);
  if (kept_.size() < kMostTraces && trace.capacity() != 0 && trace.capacity() <= kMostAccesses) {
    kept_.push_back(std::move(trace));
  }
}

}  // namespace clgauge::lens
