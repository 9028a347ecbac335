#include "model/terms/traffic.h"

#include <algorithm>
#include <array>
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
// A prefetcher follows this many runs at a time.
constexpr double kFollowed = 16;

// The part of a footprint's reuse that a cache keeps.
double held(double lines, double capacity) {
  if (lines <= kFits * capacity) {
    return 1;
  }
  if (lines >= kOverflows * capacity) {
    return 0;
  }
  static const double span = std::log(kOverflows / kFits);
  return std::log(kOverflows * capacity / lines) / span;
}

// Footprint of a stream over its innermost levels, extended level by level. Levels are taken in the
// order of execution; a level either lengthens the current run of bytes or repeats it elsewhere.
class Extent {
 public:
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): jumps_, see there
  Extent(const Stream& stream, const CacheShape& cache)
      : stream_(&stream),
        cache_(&cache),
        run_(stream.element_bytes),
        followed_(run_),
        // Strided elements leave gaps between them: each may have a line of its own.
        limit_(std::max(1.0, std::min(std::ceil(stream.extent_bytes / cache.line_bytes),
                                      stream.footprint_elements))) {
    measure();
  }

  // False when the level adds nothing: the extent is what it was.
  bool extend(const NestLevel& level) {
    const bool is_known = stream_->affine || level.walks;
    if (level.trips <= 1 || (level.stride_bytes == 0 && is_known)) {
      return false;
    }
    const double stride = std::abs(level.stride_bytes);
    if (!is_known) {
      copies_ *= level.trips;
    } else if (stride <= run_ + cache_->line_bytes) {
      run_ = std::max(run_, stride * (level.trips - 1) + std::min(run_, stride));
      if (copies_ <= kFollowed) {
        followed_ = run_;
      }
    } else {
      add_copies(stride, level.trips);
      spread_over_sets(stride, level.trips);
    }
    measure();
    return true;
  }

  // Distinct lines, no more than the whole array has.
  [[nodiscard]] double lines() const { return lines_; }

  // Of the whole array.
  [[nodiscard]] double most_lines() const { return limit_; }

  // Lines that come one after another, in time as in memory.
  [[nodiscard]] double lines_followed() const {
    return std::max(1.0, followed_ / cache_->line_bytes);
  }

  // Lines that meet in the fullest set.
  [[nodiscard]] double set_load() const {
    if (!stream_->affine || cache_->index_bytes <= 0) {
      return 0;
    }
    const double most = std::max(1.0, cache_->index_bytes / cache_->line_bytes);
    const double reached = std::min(most, places_ * lines_per_run_) * cache_->colours;
    return lines_ / reached;
  }

 private:
  void measure() {
    // A run that starts anywhere in a line touches one more, but for its last element.
    const double overhang = aligned_ ? 0 : cache_->line_bytes - stream_->element_bytes;
    lines_per_run_ = std::max(1.0, (run_ + std::max(overhang, 0.0)) / cache_->line_bytes);
    lines_ = std::min(copies_ * lines_per_run_, limit_);
  }

  // Copies of the run at a distance. Where an inner level jumps by the same distance or a divisor
  // of it, the ranges overlap like windows that slide.
  void add_copies(double stride, double trips) {
    aligned_ =
        aligned_ &&
        static_cast<std::int64_t>(stride) % static_cast<std::int64_t>(cache_->line_bytes) == 0;
    for (std::size_t j = 0; j < jump_count_; ++j) {
      Jump& jump = jumps_[j];
      const double ratio = stride / jump.stride;
      if (ratio == std::floor(ratio) && ratio <= jump.trips) {
        const double longer = jump.trips + ratio * (trips - 1);
        copies_ *= longer / jump.trips;
        jump.trips = longer;
        return;
      }
    }
    if (jump_count_ < jumps_.size()) {
      jumps_[jump_count_++] = {stride, trips};
    }
    copies_ *= trips;
  }

  // Copies at a stride reach index_bytes / gcd(stride, index_bytes) places among the sets.
  void spread_over_sets(double stride, double trips) {
    const auto index = static_cast<std::int64_t>(cache_->index_bytes);
    const auto step = static_cast<std::int64_t>(stride);
    if (index > 0 && step > 0) {
      // Indices are powers of two nearly always: the lowest bit is their common divisor, and quick.
      const bool is_power = (index & (index - 1)) == 0;
      const std::int64_t common = is_power ? std::min(step & -step, index) : std::gcd(index, step);
      places_ *= std::min(trips, cache_->index_bytes / static_cast<double>(common));
    }
  }

  // More than loops and dimensions of real kernels; beyond, windows are not recognised.
  static constexpr std::size_t kMostJumps = 12;
  struct Jump {
    double stride;
    double trips;
  };

  const Stream* stream_;
  const CacheShape* cache_;
  double run_;
  double followed_;  // the part of the run that a prefetcher sees
  double limit_;     // lines of the whole array
  double lines_per_run_ = 1;
  double lines_ = 1;
  double copies_ = 1;
  double places_ = 1;
  bool aligned_ = true;  // whether every run starts at the same place of a line
  std::size_t jump_count_ = 0;
  std::array<Jump, kMostJumps> jumps_;  // the first jump_count_: there is no time to clear the rest
};

double volume(const Stream& stream) {
  double product = 1;
  for (const NestLevel& level : stream.levels) {
    product *= level.trips;
  }
  return product;
}

struct Track {
  Track(const Stream& stream, const CacheShape& cache)
      : extent(stream, cache),
        outside(volume(stream)),
        guard(std::min(1.0, stream.accesses / (stream.members * std::max(outside, 1.0)))),
        own(held(extent.set_load(), cache.ways)) {}

  Extent extent;
  double outside;        // repetitions outside the levels that the extent covers
  double guard;          // part of the nest in which the access really happens
  double own;            // of its reuse, what the fullest set of the cache keeps
  double kept = 1;       // of the reuse between repetitions of the level
  double streaming = 0;  // lines moved
  double irregular = 0;
};

// Lines that so many jumps anywhere within an array fetch. No level of the nest comes back to a
// line sooner than another: each jump finds its line if that is one of those that the cache holds
// of all that the launch visits. (A sweep's once for each line, 4,096 pages of 262,144 loads from
// 16 MiB on an Emerald Rapids, made a missed page nine times as expensive as it is.)
double missed_jumps(double jumps, double array_lines, const CacheShape& cache) {
  const double visited =
      std::isfinite(array_lines) ? array_lines * -std::expm1(-jumps / array_lines) : jumps;
  return visited <= kFits * cache.lines ? 0
                                        : jumps * std::max(0.0, 1 - kFits * cache.lines / visited);
}

// How much of a stream's lines come one after another.
double streaming_part(const Stream& stream, const Extent& extent) {
  const double ratio = extent.lines_followed() / kRunLines;
  return stream.affine || stream.walks ? ratio * ratio / (1 + ratio * ratio) : 0.0;
}

}  // namespace

LineTraffic traffic_beyond(std::span<const Stream> streams, const CacheShape& cache) {
  thread_local std::vector<Track> tracks;  // memory is reused from call to call
  tracks.clear();
  for (const Stream& stream : streams) {
    tracks.emplace_back(stream, cache);
  }
  const std::size_t depth = streams.empty() ? 0 : streams.front().levels.size();
  double of_all = 1;
  for (std::size_t level = 0; level < depth; ++level) {
    bool has_grown = level == 0;
    double footprint = 0;
    for (std::size_t s = 0; s < tracks.size(); ++s) {
      Track& track = tracks[s];
      const NestLevel& step = streams[s].levels[level];
      if (track.extent.extend(step)) {
        track.own = held(track.extent.set_load(), cache.ways);
        has_grown = true;
      }
      if (step.trips > 1) {
        track.outside /= step.trips;
      }
      footprint += track.extent.lines() * track.guard;
    }
    if (has_grown) {
      of_all = held(footprint, cache.lines);
    }
    double left = 0;
    for (std::size_t s = 0; s < tracks.size(); ++s) {
      Track& track = tracks[s];
      const double now = track.kept * std::min(of_all, track.own);
      if (now != track.kept) {
        // What is fetched if the cache holds one repetition of this level and not all of them:
        // lines that consecutive repetitions share stay, so each line of the level comes once.
        const double moved = (track.kept - now) * track.extent.lines() * track.outside;
        const double part = streaming_part(streams[s], track.extent);
        track.streaming += moved * part;
        track.irregular += moved * (1 - part);
        track.kept = now;
      }
      left += now;
    }
    if (left == 0) {
      break;  // outer levels find nothing left to lose
    }
  }
  LineTraffic traffic;
  for (std::size_t s = 0; s < tracks.size(); ++s) {
    const double ways = (streams[s].loaded ? 1 : 0) + (streams[s].stored ? 2 : 0);
    if (!streams[s].affine && !streams[s].walks) {
      tracks[s].streaming = 0;
      tracks[s].irregular =
          missed_jumps(volume(streams[s]) * tracks[s].guard, tracks[s].extent.most_lines(), cache) /
          std::max(tracks[s].guard, 1e-30);
    }
    const double each = tracks[s].guard * std::min(ways, 2.0);
    traffic.streaming += tracks[s].streaming * each;
    traffic.irregular += tracks[s].irregular * each;
    if (streams[s].stored && !streams[s].loaded && !streams[s].jumps) {
      const double most = tracks[s].extent.most_lines();
      const double distinct = std::isfinite(most) ? most : tracks[s].extent.lines();
      traffic.stored_again += std::max(0.0, tracks[s].irregular * tracks[s].guard - distinct);
    }
    if (streams[s].jumps) {
      traffic.jumps += tracks[s].irregular * each;
    }
  }
  return traffic;
}

CacheShape shape_of(const CacheLevel& level, double page_bytes) {
  const double ways = std::max(1U, level.ways);
  const double way_bytes = level.capacity_bytes / ways;
  CacheShape shape;
  shape.lines = level.capacity_bytes / level.line_bytes;
  shape.line_bytes = level.line_bytes;
  shape.ways = ways;
  // Beyond a page, physical addresses are as good as random: only the bits within it conflict.
  shape.index_bytes = std::min(way_bytes, page_bytes);
  shape.colours = std::max(1.0, way_bytes / page_bytes);
  return shape;
}

double page_misses(std::span<const Stream> streams, const DeviceTraits& traits) {
  CacheShape shape;
  shape.lines = traits.tlb_pages;
  shape.line_bytes = traits.page_bytes;
  const LineTraffic pages = traffic_beyond(streams, shape);
  return pages.streaming + pages.irregular;
}

}  // namespace clgauge::model
