#include "lens/traffic/touched_lines.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "lens/traffic/divisor.h"

namespace clgauge::lens {

AccessTrace touched_lines(const AccessTrace& trace, std::uint64_t line_bytes) {
  constexpr std::size_t kRecent = 2048;
  constexpr std::uint64_t kNoLine = std::numeric_limits<std::uint64_t>::max();
  const Divisor line_of(line_bytes);
  AccessTrace touched;
  // The last line of those with the same low bits: most repetitions end here.
  std::vector<std::uint64_t> recent(kRecent);
  trace.each_part([&](std::span<const Access> accesses, std::uint64_t times) {
    const std::size_t begin = touched.size();
    std::fill(recent.begin(), recent.end(), kNoLine);
    for (const Access& access : accesses) {
      if (access.is_cover) {
        continue;
      }
      const std::uint64_t last =
          line_of.quotient(access.address + std::max<std::uint64_t>(access.bytes, 1) - 1);
      for (std::uint64_t line = line_of.quotient(access.address); line <= last; ++line) {
        if (recent[line % kRecent] != line) {
          recent[line % kRecent] = line;
          Access& touch = touched.emplace_back(access);
          touch.address = line * line_bytes;
          touch.bytes = static_cast<std::uint16_t>(line_bytes);
        }
      }
    }
    if (times > 1) {
      touched.repeated.push_back({begin, touched.size(), times - 1});
    }
  });
  return touched;
}

}  // namespace clgauge::lens
