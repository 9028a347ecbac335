#include "lens/traffic/lines_about_stores.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "lens/traffic/distinct_lines.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kCountedFor = 8;  // calls

// A queue of stores stays full of those that wait where their lines come again and again, and in
// runs of so many times the ways.
constexpr std::size_t kWaysOfLongRun = 5;

// The part of stores that lose their lines, of n lines, and of more of them where several sets take
// turns, whose lines come and go at a time: where the queue stays full (n - 9) / 33, else all but
// the ways.
constexpr double kPowerOfSets = 0.6;
constexpr double kWaysKept = 0.75;
constexpr double kWaysLost = 2.75;
constexpr double kOwnWay = 0.5;
// Those of several sets by turns wait together; and loads of other sets leave no store's set alone.
constexpr double kPowerOfWait = -0.63;
constexpr double kLessBesideLoads = 0.6;

}  // namespace

void LinesAboutStores::note(std::uint64_t line, std::uint64_t set, std::uint64_t now,
                            bool by_store) {
  Calls& of = sets_[set];
  const Call call{static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(now), by_store};
  if (of.count > 0 && of.calls[(of.count - 1) % kCalls].line == call.line) {
    of.calls[(of.count - 1) % kCalls].by_store |= by_store;
    return;
  }
  of.calls[of.count % kCalls] = call;
  ++of.count;
}

void LinesAboutStores::load(std::uint64_t line, std::uint64_t set, std::uint64_t now) {
  const bool is_elsewhere = lost_ == 0 || lost_sets_[(lost_ - 1) % kLostSeen] != set;
  loads_elsewhere_ += is_elsewhere ? (1 - loads_elsewhere_) / kLostSeen : 0;
  note(line, set, now, false);
}

unsigned LinesAboutStores::lines_about(Calls& of, std::uint32_t then, std::uint64_t now) {
  // Of those about it, a little more than the queue holds.
  const auto about = (static_cast<std::uint32_t>(now) - then) * 5 / 8;
  const auto since = [&](const Call& call) {
    return static_cast<std::int32_t>(call.time - (then - about));
  };
  const std::uint64_t known = std::min<std::uint64_t>(of.count, kCalls);
  if (known <= ways_ || since(of.calls[(of.count - 1 - ways_) % kCalls]) < 0) {
    return ways_;
  }
  if (of.counted_at > 0 && of.count < of.counted_at + kCountedFor) {
    return of.lines;
  }
  DistinctLines distinct;
  unsigned calls = 0;
  unsigned stored = 0;
  for (std::uint64_t back = 1; back <= known; ++back) {
    const Call& call = of.calls[(of.count - back) % kCalls];
    if (since(call) < 0) {
      break;
    }
    if (static_cast<std::int32_t>(call.time - (then + about)) > 0) {
      continue;
    }
    distinct.add(call.line);
    ++calls;
    stored += call.by_store ? 1U : 0U;
  }
  const unsigned lines = distinct.count();
  stays_full_ = 2 * calls > 3 * lines || sets_lost_ * lines >= kWaysOfLongRun * ways_;
  of.counted_at = of.count;
  of.lines = stays_full_ ? lines : std::min(lines, stored);
  return of.lines;
}

double LinesAboutStores::times_of(std::uint64_t set, bool was_missing, std::uint32_t then,
                                  std::uint64_t now) {
  const unsigned lines = lines_about(sets_[set], then, now);
  if (lines <= ways_) {
    return 0;
  }
  lost_sets_[lost_ % kLostSeen] = set;
  ++lost_;
  std::uint64_t seen = 0;  // bits
  for (const std::uint64_t other : lost_sets_) {
    seen |= std::uint64_t{1} << other % 64;
  }
  sets_lost_ = static_cast<std::uint64_t>(std::popcount(seen));
  const auto sets = static_cast<double>(sets_lost_);
  const double more = std::pow(sets, kPowerOfSets);
  const double lost = stays_full_ ? (more * lines - kWaysKept * ways_) / (kWaysLost * ways_)
                                  : more * (1 - (ways_ + kOwnWay) / lines);
  const double part = std::min(lost, 1 - kLessBesideLoads * loads_elsewhere_);
  loads_elsewhere_ -= loads_elsewhere_ / kLostSeen;
  return part * (was_missing ? crowds_.lost_line : crowds_.lost_loaded_line) *
         std::pow(sets, kPowerOfWait);
}

}  // namespace clgauge::lens
