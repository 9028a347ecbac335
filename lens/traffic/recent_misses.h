#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clgauge::lens {

// The last lines that were missed, as a prefetcher keeps track of them. Not thread-safe.
class RecentMisses {
 public:
  explicit RecentMisses(std::size_t remembered = 64, bool streams_of_pairs = false);

  // Whether two neighbours (or, of streams of pairs, every other line of a stream), so many lines
  // before this one or after it at most, are among those that were missed until `latest`. The line
  // itself, missed again, shows a conflict and no stream.
  [[nodiscard]] bool continues_a_stream(std::uint64_t line, std::uint64_t latest,
                                        std::uint64_t lines_ahead) const;
  // Whether any line no more than so many before this one or after it is among them.
  [[nodiscard]] bool holds_neighbour(std::uint64_t line, std::uint64_t lines_away) const;
  void add(std::uint64_t line, std::uint64_t now);
  // Whether the line is among those that were missed until `latest`.
  [[nodiscard]] bool holds(std::uint64_t line, std::uint64_t latest) const;

 private:
  static constexpr std::size_t kBuckets = 512;

  std::vector<std::uint64_t> lines_;
  std::vector<std::uint64_t> times_;
  // By their low bits: how many of them, and where the latest one is.
  struct Bucket {
    std::uint8_t lines = 0;
    std::uint8_t latest = 0;
  };
  std::array<Bucket, kBuckets> buckets_{};
  std::size_t oldest_ = 0;
  bool streams_of_pairs_;
};

}  // namespace clgauge::lens
