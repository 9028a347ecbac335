#include "lens/traffic/stores_in_flight.h"

#include <algorithm>

#include "lens/traffic/distinct_lines.h"

namespace clgauge::lens {
namespace {

// Wider loads are not held up.
constexpr std::uint32_t kNarrowBytes = 16;

}  // namespace

void StoresInFlight::call(std::uint64_t address, std::uint32_t bytes, std::uint64_t line,
                          std::uint64_t set, std::uint64_t now) {
  if (about_.are_timed()) {
    return about_.load(line, set, now);
  }
  LastCalls& last = called_[set];
  last.calls[last.count % kCalls] = {static_cast<std::uint32_t>(line),
                                     static_cast<std::uint32_t>(now)};
  ++last.count;
  const std::uint64_t behind = behind_last_to_[word_of(address)];
  if (behind > first_ && bytes <= kNarrowBytes) {
    stores_[(behind - 1) % kLines].is_waited_for = true;
  }
}

double StoresInFlight::times_to_come_back(const Store& store, std::uint64_t set) const {
  const double lines = lines_called_since(store, set);
  if (store.was_missing) {
    return std::min(crowds_.least_back + crowds_.for_line_of_store * lines, crowds_.most_of_store);
  }
  return std::min(crowds_.least_back + crowds_.for_line_of_load * lines,
                  store.is_waited_for ? crowds_.most_waited_for : crowds_.most_of_load);
}

unsigned StoresInFlight::lines_called_since(const Store& store, std::uint64_t set) const {
  const LastCalls& last = called_[set];
  DistinctLines lines;
  const std::uint64_t known = std::min<std::uint64_t>(last.count, kCalls);
  for (std::uint64_t back = 1; back <= known; ++back) {
    const Call& call = last.calls[(last.count - back) % kCalls];
    if (static_cast<std::int32_t>(call.time - store.time) < 0) {
      break;
    }
    lines.add(call.line);
  }
  return lines.count();
}

}  // namespace clgauge::lens
