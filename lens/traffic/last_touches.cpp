#include "lens/traffic/last_touches.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "lens/traffic/divisor.h"
#include "lens/traffic/line_places.h"

namespace clgauge::lens {
namespace {

// More than the first cache holds, so that it is as they leave it; and what streams, stores on
// their way and lines that were just called for are known from.
constexpr std::size_t kLastOnes = 32768;

// Takes accesses from the last one back.
class Backwards {
 public:
  explicit Backwards(std::uint64_t line_bytes) : line_bytes_(line_bytes) {}

  void add(std::span<const Access> accesses) {
    for (std::size_t i = accesses.size(); i-- > 0;) {
      const Access& access = accesses[i];
      if (access.is_cover) {
        continue;
      }
      const std::uint64_t last =
          line_bytes_.quotient(access.address + std::max<std::uint64_t>(access.bytes, 1) - 1);
      for (std::uint64_t line = line_bytes_.quotient(access.address); line <= last; ++line) {
        touch(line, access);
      }
    }
  }

  // In the order of the traces.
  AccessTrace touches() && {
    std::reverse(touches_.begin(), touches_.end());
    return std::move(touches_);
  }

 private:
  void touch(std::uint64_t line, const Access& access) {
    Recent& recent = recent_[line % kRecent];
    if (recent.line != line) {
      recent = {line, places_.place_of(line, touches_.size())};
      if (recent.place == touches_.size()) {
        has_non_temporal_ = has_non_temporal_ || access.is_non_temporal;
        Access& touch = touches_.emplace_back(access);
        touch.address = line * line_bytes_.value();
        touch.bytes = static_cast<std::uint16_t>(line_bytes_.value());
        return;
      }
    }
    if (access.is_store || (has_non_temporal_ && touches_[recent.place].is_non_temporal)) {
      add(access, touches_[recent.place]);
    }
  }

  // Non-temporal stores leave nothing of a line.
  static void add(const Access& access, Access& touch) {
    if (access.is_store && access.is_non_temporal) {
      return;
    }
    touch.is_store = access.is_store || (touch.is_store && !touch.is_non_temporal);
    touch.is_non_temporal = false;
  }

  // The last line of those with the same low bits: most accesses need no search.
  static constexpr std::size_t kRecent = 1024;
  struct Recent {
    std::uint64_t line = ~std::uint64_t{0};
    std::size_t place = 0;
  };
  std::array<Recent, kRecent> recent_{};
  Divisor line_bytes_;
  LinePlaces places_;
  AccessTrace touches_;            // the last one first
  bool has_non_temporal_ = false;  // among them, or had
};

}  // namespace

AccessTrace last_touches(std::span<const AccessTrace> traces, std::uint64_t line_bytes) {
  std::size_t before = 0;  // accesses of which only the last touches are wanted
  for (const AccessTrace& trace : traces) {
    before += trace.size();
  }
  before -= std::min(before, kLastOnes);
  Backwards touched(line_bytes);
  std::vector<Access> last_ones;
  const auto split = [&](const AccessTrace& trace) {
    const std::size_t first = std::min(before, trace.size());
    before -= first;
    last_ones.insert(last_ones.end(), trace.begin() + static_cast<std::ptrdiff_t>(first),
                     trace.end());
    return first;
  };
  std::vector<std::size_t> firsts;
  for (const AccessTrace& trace : traces) {
    firsts.push_back(split(trace));
  }
  for (std::size_t t = traces.size(); t-- > 0;) {
    touched.add(std::span(traces[t]).first(firsts[t]));
  }
  AccessTrace touches = std::move(touched).touches();
  touches.insert(touches.end(), last_ones.begin(), last_ones.end());
  return touches;
}

}  // namespace clgauge::lens
