#include "lens/traffic/buffer_rounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clgauge::lens {
namespace {

constexpr std::size_t kDistancesAtRandom = 8;

// A buffer whose lines are asked for at random: each by a Poisson process, whose rates are
// distributed by a gamma distribution. Times are in groups.
class AtRandom {
 public:
  AtRandom(const AskedOfBuffer& asked, double lines_of_buffer)
      : shape_(asked.shape),
        since_(asked.groups_since),
        rate_(asked.lines / (lines_of_buffer * asked.shape)) {}

  // Of the lines, those that are asked for within such a time.
  [[nodiscard]] double share_touched(double groups) const {
    return 1 - std::pow(1 + rate_ * groups, -shape_);
  }
  // How long ago, at the most, this share of what is asked for now was asked for before.
  [[nodiscard]] double groups_ago(double share) const {
    return ((1 + rate_ * since_) * std::pow(1 - share, -1 / (shape_ + 1)) - 1) / rate_;
  }

 private:
  double shape_;
  double since_;
  double rate_;
};

}  // namespace

std::size_t buffer_of(const std::vector<BufferExtent>& buffers, std::uint64_t address) {
  const auto found = std::find_if(buffers.begin(), buffers.end(), [address](const auto& buffer) {
    return address - buffer.begin < buffer.bytes;
  });
  return static_cast<std::size_t>(found - buffers.begin());
}

std::vector<BufferRound> buffer_rounds(const std::vector<BufferExtent>& buffers,
                                       const std::vector<AskedOfBuffer>& asked, double groups,
                                       std::uint64_t line_bytes) {
  const auto line = static_cast<double>(line_bytes);
  const auto bytes_of = [&](std::size_t buffer) {
    return buffer < buffers.size() ? static_cast<double>(buffers[buffer].bytes)
                                   : std::numeric_limits<double>::infinity();
  };
  const auto touched_within = [&](double some_groups) {
    double bytes = 0;
    for (std::size_t other = 0; other < asked.size(); ++other) {
      bytes += asked[other].is_at_random
                   ? bytes_of(other) *
                         AtRandom(asked[other], bytes_of(other) / line).share_touched(some_groups)
                   : std::min(line * asked[other].lines * some_groups, bytes_of(other));
    }
    return bytes;
  };
  std::vector<BufferRound> rounds(asked.size());
  for (std::size_t buffer = 0; buffer < asked.size(); ++buffer) {
    BufferRound& round = rounds[buffer];
    if (asked[buffer].is_at_random) {
      const AtRandom at_random(asked[buffer], bytes_of(buffer) / line);
      round.share_of_first = 0;  // the launch before asked as this one does
      for (std::size_t i = 0; i < kDistancesAtRandom; ++i) {
        const double share = (static_cast<double>(i) + 0.5) / kDistancesAtRandom;
        round.distance_bytes.push_back(
            touched_within(std::min(at_random.groups_ago(share), groups)));
      }
      continue;
    }
    const double asked_bytes = line * asked[buffer].lines * groups;
    if (asked_bytes > bytes_of(buffer)) {
      round.share_of_first = bytes_of(buffer) / asked_bytes;
      round.distance_bytes = {touched_within(groups * round.share_of_first)};
    }
  }
  return rounds;
}

}  // namespace clgauge::lens
