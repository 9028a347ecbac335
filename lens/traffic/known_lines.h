#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clgauge::lens {

// Lines that were missed at any time before, as far as it remembers. A Zen 5 waits for the first
// lines of rows that go on where a group before has left them, a few lines at a time and more of
// them than prefetchers keep track of, a part of what it waits for lines of anywhere: rows in any
// order, 64 to 256 of them, multiply-adds beside each line as many as `w`, ns a line (a wait of
// 150):
//
//   w                          0   16   64
//   one line of each         2-8 2-20  1-6   (33 of 256 rows 192 KiB apart)
//   two, side by side        5-9 15-40 2-70
//   four                     3-5 5-20  5-25
//   eight                    2-3 5-10  5-19
//
// and for new tiles of 16 rows at a stride 8 ns a row of one line, 25 to 40, 40 to 60, of four 12,
// 60 to 72, 112 to 161. Not thread-safe.
class KnownLines {
 public:
  void add(std::uint64_t line) { lines_[line % kLines] = line; }
  [[nodiscard]] bool holds(std::uint64_t line) const { return lines_[line % kLines] == line; }
  // Whether one goes on from lines before this one, or from the one behind.
  [[nodiscard]] bool goes_on_at(std::uint64_t line) const {
    return holds(line - 1) || holds(line - 2) || holds(line + 1);
  }

 private:
  static constexpr std::size_t kLines = 16381;  // prime: lines of one set lie apart
  std::vector<std::uint64_t> lines_ = std::vector<std::uint64_t>(kLines, ~std::uint64_t{0});
};

}  // namespace clgauge::lens
