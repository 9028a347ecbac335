#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

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
// - Rows by turns, n of them, as tiles of a matrix take them: one line of each 8, however many rows
//   (beside 32 additions a row 16). Two lines of each, as one gather: n = 16 5 (10), 20 8 to 11
//   (18), 24 12 (39), 32 and more 20 (40); as two gathers 9 (16), 15 (23), 26 (26), 36 (31). Four
//   lines as one gather: 4 to 6 (9), 8 to 9 (17), 13 (23). So what follows streams follows some
//   twenty; what fetches the next line of each is not ahead of a second one that is called for with
//   it.
// - Rows at a stride, 1 to 16 lines of each by turns, 150 multiplications one after the other
//   between two lines: rows of 512 bytes 23 to 45, 1024 15 to 30, 2048 7 to 20, 4096 and more 0 to
//   10. Sixteen lists one behind the other, a place of each in one gather (a line of one list or
//   another a round): lists of 160 to 480 bytes 19 to 28, 512 and 600 11 to 14, 1000 9, 2000 7,
//   4000 and more 3 to 6. So a page has a few streams.
// A Zen 5, one line of each of 256 rows by turns, as two gathers: rows 131136 or 65600 bytes apart
// 7, 131072 33 to 50 (loads 3 to 5 either way), for what was brought along is lost before its turn:
// of lines a multiple of 64 KiB apart the second cache holds some 64, chains of loads say, be it
// 64, 128 or 1024. Rows of two lines that take turns, as two gathers, beside 192 sums of floats:
// parts of a wait by how many lines were taken of a row 512 bytes long 1, 0.3, 0.65, 0.7, of 1024 1
// and then 0.8, of 2048 1, 1, 0.9, 0.7, 0.5 to 0, of 4096 and more 1 up to four times, then 0.
// Not thread-safe.
class GatheredStreams {
 public:
  GatheredStreams() = default;
  // Of lines of that many sets of one number the second cache holds so many.
  GatheredStreams(std::uint64_t sets, std::uint64_t held, std::size_t streams_of_page)
      : brought_(std::max<std::uint64_t>(sets / 2, 1)),
        held_(held),
        streams_of_page_(std::min(streams_of_page, kStreamsOfPage)) {}

  // The second cache misses this line: whether somebody was ahead of it. `comes_with_neighbour`: a
  // line beside it was called for within a core's window.
  bool goes_on(std::uint64_t line, bool comes_with_neighbour) {
    visit(line / kLinesOfPage);
    const std::uint64_t pair = line / 2;
    const bool goes_on_in_page =
        pages_[line / kLinesOfPage % kPages].goes_on(pair, streams_of_page_);
    is_crowded_ = !goes_on_in_page;
    was_lost_ = is_lost(pair) || is_lost(pair - 1);
    const bool is_ahead =
        goes_on_in_page && !was_lost_ &&
        (!comes_with_neighbour || visits_ - visited_before_ <= kFollowed) &&
        (is_known(pair) || is_known(pair - 1) || (is_known(pair + 1) && is_known(pair + 2)));
    places_[pair % kPlaces] = {pair, misses_++, disturbances_, brought_[pair % brought_.size()]++};
    return is_ahead;
  }
  // The line that was asked for last: whether others have taken its place meanwhile.
  [[nodiscard]] bool was_lost() const { return was_lost_; }
  // Whether its page has more streams than are followed.
  [[nodiscard]] bool is_crowded() const { return is_crowded_; }
  // An access of a page that the first TLB did not have, to a line that the second cache has.
  void disturb() { ++disturbances_; }

 private:
  static constexpr std::size_t kPlaces = 4093;   // prime: lines of one set lie apart
  static constexpr std::uint64_t kStreams = 10;  // of which nothing disturbs one
  static constexpr std::uint64_t kDisturbances = 5;
  static constexpr std::uint64_t kLinesOfPage = 64;
  static constexpr std::uint64_t kPages = 1021;
  static constexpr std::uint64_t kFollowed = 20;  // visits of pages
  static constexpr std::size_t kStreamsOfPage = 5;
  static constexpr std::uint64_t kPairsNear = 2;
  struct Place {
    std::uint64_t pair = ~std::uint64_t{0} / 2;
    std::uint64_t miss = 0;
    std::uint64_t disturbances = 0;
    std::uint64_t brought = 0;  // into its sets, until then
  };

  struct Page {
    std::uint64_t number = ~std::uint64_t{0};
    std::uint64_t visit = 0;
    std::array<std::uint64_t, kStreamsOfPage> streams{};  // latest pairs, the latest first

    // Whether a stream goes on there, or there is room for one more; notes the miss.
    bool goes_on(std::uint64_t pair, std::size_t followed) {
      const auto end = streams.begin() + static_cast<std::ptrdiff_t>(followed);
      const auto found = std::find_if(streams.begin(), end, [&](std::uint64_t latest) {
        return latest == 0 || std::max(latest, pair) - std::min(latest, pair) <= kPairsNear;
      });
      const auto last = found == end ? found - 1 : found;
      std::move_backward(streams.begin(), last, last + 1);
      streams.front() = pair;
      return found != end;
    }
  };

  void visit(std::uint64_t page) {
    if (page == page_) {
      return;
    }
    page_ = page;
    visited_before_ = 0;
    for (const std::uint64_t one :
         {page - 1, page, page + 1}) {  // a stream goes on beyond its page
      const Page& place = pages_[one % kPages];
      if (place.number == one) {
        visited_before_ = std::max(visited_before_, place.visit);
      }
    }
    Page& here = pages_[page % kPages];
    if (here.number != page) {
      here = {.number = page};
    }
    here.visit = ++visits_;
  }
  [[nodiscard]] bool is_lost(std::uint64_t pair) const {
    const Place& place = places_[pair % kPlaces];
    return place.pair == pair && brought_[pair % brought_.size()] - place.brought > held_;
  }
  [[nodiscard]] bool is_known(std::uint64_t pair) const {
    const Place& place = places_[pair % kPlaces];
    return place.pair == pair &&
           (misses_ - place.miss <= kStreams || disturbances_ - place.disturbances < kDisturbances);
  }

  std::vector<std::uint64_t> brought_{0};  // by two neighbouring sets
  std::uint64_t held_ = ~std::uint64_t{0};
  std::size_t streams_of_page_ = kStreamsOfPage;
  bool was_lost_ = false;
  bool is_crowded_ = false;
  std::array<Place, kPlaces> places_{};
  std::uint64_t misses_ = 0;
  std::uint64_t disturbances_ = 0;
  std::array<Page, kPages> pages_{};
  std::uint64_t page_ = ~std::uint64_t{0};  // of the last line
  std::uint64_t visits_ = 0;                // of pages, from one to another
  std::uint64_t visited_before_ = 0;        // its stream, the time before this one
};

}  // namespace clgauge::lens
