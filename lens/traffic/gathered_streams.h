#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace clgauge::lens {

// Whether a prefetcher has seen a gather's line coming. A Zen 4, lines from memory, one core, ns a
// line beyond the same from the first cache:
// - Gathers of one line each by turns from 1 to 256 streams, in whatever order these come: 4 to 8,
//   be there none or 2048 micro-operations between two gathers. Of anywhere: 65, and with 256
//   micro-operations between two of them 190.
// - Four lines of a stream at a time, in the order 0123 7, 1032 8 to 12, 2301 17 to 22, 3210 35 to
//   40 (loads of 32 bytes 7 to 12): a pair of lines is followed where the pair before it came
//   first.
// - One line of each stream, and between two gathers 1 to 16 loads of random lines which the second
//   cache has. Of 600 KiB: 8 with up to 8 streams, 65 to 85 with 16 to 256 of them. Of 300 KiB, 10
//   with 16 streams, 70 with 64; of 120 KiB, whose pages the first TLB holds, 3 to 15.
// Not thread-safe.
class GatheredStreams {
 public:
  // The second cache misses this line: whether somebody was ahead of it.
  bool goes_on(std::uint64_t line) {
    const std::uint64_t pair = line / 2;
    const bool is_ahead =
        is_known(pair) || is_known(pair - 1) || (is_known(pair + 1) && is_known(pair + 2));
    places_[pair % kPlaces] = {pair, misses_++, disturbances_};
    return is_ahead;
  }
  // An access of a page that the first TLB did not have, to a line that the second cache has.
  void disturb() { ++disturbances_; }

 private:
  static constexpr std::size_t kPlaces = 4093;   // prime: lines of one set lie apart
  static constexpr std::uint64_t kStreams = 10;  // of which nothing disturbs one
  static constexpr std::uint64_t kDisturbances = 5;
  struct Place {
    std::uint64_t pair = ~std::uint64_t{0} / 2;
    std::uint64_t miss = 0;
    std::uint64_t disturbances = 0;
  };

  [[nodiscard]] bool is_known(std::uint64_t pair) const {
    const Place& place = places_[pair % kPlaces];
    return place.pair == pair &&
           (misses_ - place.miss <= kStreams || disturbances_ - place.disturbances < kDisturbances);
  }

  std::array<Place, kPlaces> places_{};
  std::uint64_t misses_ = 0;
  std::uint64_t disturbances_ = 0;
};

}  // namespace clgauge::lens
