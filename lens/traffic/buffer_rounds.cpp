#include "lens/traffic/buffer_rounds.h"

#include <algorithm>
#include <limits>

namespace clgauge::lens {

std::size_t buffer_of(const std::vector<BufferExtent>& buffers, std::uint64_t address) {
  const auto found = std::find_if(buffers.begin(), buffers.end(), [address](const auto& buffer) {
    return address - buffer.begin < buffer.bytes;
  });
  return static_cast<std::size_t>(found - buffers.begin());
}

std::vector<BufferRound> buffer_rounds(const std::vector<BufferExtent>& buffers,
                                       const std::vector<double>& lines, double groups,
                                       std::uint64_t line_bytes) {
  const auto line = static_cast<double>(line_bytes);
  const auto bytes_of = [&](std::size_t buffer) {
    return buffer < buffers.size() ? static_cast<double>(buffers[buffer].bytes)
                                   : std::numeric_limits<double>::infinity();
  };
  std::vector<BufferRound> rounds(lines.size());
  for (std::size_t buffer = 0; buffer < lines.size(); ++buffer) {
    const double asked = line * lines[buffer] * groups;
    if (asked <= bytes_of(buffer)) {
      continue;
    }
    rounds[buffer].share_of_first = bytes_of(buffer) / asked;
    const double groups_of_round = groups * rounds[buffer].share_of_first;
    for (std::size_t other = 0; other < lines.size(); ++other) {
      rounds[buffer].distance_bytes +=
          std::min(line * lines[other] * groups_of_round, bytes_of(other));
    }
  }
  return rounds;
}

}  // namespace clgauge::lens
