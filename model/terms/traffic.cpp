#include "model/terms/traffic.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace clgauge::model {

namespace {

// A cache keeps all reuse of footprints up to the first part of its capacity and none beyond the
// second; between them it falls off with the logarithm of the footprint.
constexpr double kFits = 0.75;
constexpr double kOverflows = 1.5;
// A run of this many lines, one after another, is where prefetching starts to pay.
constexpr double kRunLines = 4;

// The part of a footprint's reuse that a cache keeps.
double held(double lines, double capacity) {
  const double fill = std::max(lines, 1e-300) / capacity;
  return std::clamp(std::log(kOverflows / fill) / std::log(kOverflows / kFits), 0.0, 1.0);
}

// Footprint of a stream over its innermost levels, extended level by level. Levels are taken in the
// order of execution; a level either lengthens the current run of bytes or repeats it elsewhere.
class Extent {
 public:
  Extent(const Stream& stream, double line_bytes, double index_bytes)
      : stream_(stream), line_(line_bytes), index_(index_bytes), run_(stream.element_bytes) {}

  void extend(const NestLevel& level) {
    if (level.trips <= 1 || (level.stride_bytes == 0 && stream_.affine)) {
      return;
    }
    if (!stream_.affine) {
      copies_ *= level.trips;
      return;
    }
    const double stride = std::abs(level.stride_bytes);
    if (stride <= run_ + line_) {
      run_ = std::max(run_, stride * (level.trips - 1) + std::min(run_, stride));
    } else {
      add_copies(stride, level.trips);
      add_conflicts(stride, level.trips);
    }
  }

  // Distinct lines, no more than the whole array has.
  [[nodiscard]] double lines() const { return std::min(copies_ * lines_per_run(), limit()); }
  // The same as seen by the sets of a cache: lines that share sets count for those they displace.
  [[nodiscard]] double occupied_lines() const { return lines() * crowding_; }
  [[nodiscard]] double lines_per_run() const { return std::max(1.0, run_ / line_); }

 private:
  [[nodiscard]] double limit() const {
    return std::max(1.0, std::ceil(stream_.footprint_bytes / line_));
  }

  // Copies of the run at a distance. Where an inner level jumps by the same distance or a divisor
  // of it, the ranges overlap like windows that slide.
  void add_copies(double stride, double trips) {
    for (Jump& jump : jumps_) {
      const double ratio = stride / jump.stride;
      if (ratio == std::floor(ratio) && ratio <= jump.trips) {
        const double longer = jump.trips + ratio * (trips - 1);
        copies_ *= longer / jump.trips;
        jump.trips = longer;
        return;
      }
    }
    jumps_.push_back({stride, trips});
    copies_ *= trips;
  }

  // Copies at a stride reach index_ / gcd(stride, index_) places among the sets.
  void add_conflicts(double stride, double trips) {
    const auto index = static_cast<std::int64_t>(index_);
    const auto step = static_cast<std::int64_t>(stride);
    if (index <= 0 || step <= 0) {
      return;
    }
    const double spacing = static_cast<double>(std::gcd(index, step));
    const double places = std::min(trips, index_ / spacing);
    const double covered = std::min(index_, places * std::max(run_, line_));
    const double wanted = std::min(index_, trips * std::max(run_, line_));
    crowding_ = std::max(crowding_, wanted / covered);
  }

  struct Jump {
    double stride = 0;
    double trips = 1;
  };

  const Stream& stream_;
  double line_;
  double index_;
  double run_;
  double copies_ = 1;
  double crowding_ = 1;
  std::vector<Jump> jumps_;
};

struct Track {
  Extent extent;
  double outside = 1;  // repetitions outside the levels that the extent covers
  double guard = 1;    // part of the nest in which the access really happens
  double moved = 0;
};

double volume(const Stream& stream) {
  double product = 1;
  for (const NestLevel& level : stream.levels) {
    product *= level.trips;
  }
  return product;
}

Track track_of(const Stream& stream, double line_bytes, double index_bytes) {
  Track track{Extent(stream, line_bytes, index_bytes)};
  track.outside = volume(stream);
  track.guard = std::min(1.0, stream.accesses / (stream.members * std::max(track.outside, 1.0)));
  return track;
}

// How much of a stream's lines come one after another.
double streaming_part(const Stream& stream, const Extent& extent) {
  const double ratio = extent.lines_per_run() / kRunLines;
  return stream.affine ? ratio * ratio / (1 + ratio * ratio) : 0.0;
}

}  // namespace

LineTraffic traffic_beyond(std::span<const Stream> streams, double lines_held, double line_bytes,
                           double index_bytes) {
  std::vector<Track> tracks;
  for (const Stream& stream : streams) {
    tracks.push_back(track_of(stream, line_bytes, index_bytes));
  }
  const std::size_t depth = streams.empty() ? 0 : streams.front().levels.size();
  double kept = 1;  // of the reuse between repetitions of the level
  std::vector<double> repeated(tracks.size());
  for (std::size_t level = 0; level < depth; ++level) {
    double footprint = 0;
    for (std::size_t s = 0; s < tracks.size(); ++s) {
      Track& track = tracks[s];
      const NestLevel& step = streams[s].levels[level];
      track.extent.extend(step);
      track.outside /= std::max(step.trips, 1.0);
      // What is fetched if the cache holds one repetition of this level and not all of them: lines
      // that consecutive repetitions share stay, so each line of the level comes once.
      repeated[s] = track.extent.lines() * track.outside;
      footprint += track.extent.occupied_lines() * track.guard;
    }
    const double now = kept * held(footprint, lines_held);
    for (std::size_t s = 0; s < tracks.size(); ++s) {
      tracks[s].moved += (kept - now) * repeated[s];
    }
    kept = now;
  }
  LineTraffic traffic;
  for (std::size_t s = 0; s < tracks.size(); ++s) {
    const double ways = (streams[s].loaded ? 1 : 0) + (streams[s].stored ? 2 : 0);
    const double lines = tracks[s].moved * tracks[s].guard * std::min(ways, 2.0);
    const double part = streaming_part(streams[s], tracks[s].extent);
    traffic.streaming += lines * part;
    traffic.irregular += lines * (1 - part);
  }
  return traffic;
}

LineTraffic traffic_beyond(std::span<const Stream> streams, const CacheLevel& level,
                           double page_bytes) {
  // Beyond a page, physical addresses are as good as random: only the bits within it conflict.
  const double way_bytes = level.capacity_bytes / std::max(1U, level.ways);
  return traffic_beyond(streams, level.capacity_bytes / level.line_bytes, level.line_bytes,
                        std::min(way_bytes, page_bytes));
}

double page_misses(std::span<const Stream> streams, const DeviceTraits& traits) {
  const LineTraffic pages = traffic_beyond(streams, traits.tlb_pages, traits.page_bytes, 0);
  return pages.streaming + pages.irregular;
}

}  // namespace clgauge::model
