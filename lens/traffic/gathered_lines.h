#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace clgauge::lens {

// How much of the wait for their line is left to lanes of a gather that are loaded again: from one
// line to the next a prefetcher of the first cache goes ahead, the less the farther apart these
// are.
//
// Gathers of the 16 lanes of one line, all lines in the second cache, cycles each on an Emerald
// Rapids (a C program, a core alone; from the first cache 7.0 to 7.3, a load of the whole
// line 1.3):
//
//   bytes from line to line  +-64   128   256   512  1024  1280  1472  1728  1984  4160
//   two gathers of 8           9.6  10.0  10.7  11.1  11.4  12.6  13.0  13.5  14.2  15.5
//   one of 16                  9.7   9.9  10.3  11.1  11.4  12.5  13.0  13.5  14.2  15.4
class GatheredLines {
 public:
  explicit GatheredLines(std::uint64_t line_bytes)
      : lines_apart_(static_cast<double>(kBytesApart) / static_cast<double>(line_bytes)) {}

  // Asked for each lane in turn: what is left where this instruction's lane lies in this line.
  double part_left(std::uint32_t instruction, std::uint64_t line) {
    if (instruction >= by_instruction_.size()) {
      by_instruction_.resize(instruction + std::size_t{1});
    }
    Latest& latest = by_instruction_[instruction];
    if (latest.line != line) {
      const std::uint64_t apart = std::max(latest.line, line) - std::min(latest.line, line);
      latest = {line, std::min(1.0, static_cast<double>(apart) / lines_apart_)};
    }
    return latest.part_left;
  }

 private:
  static constexpr std::uint64_t kBytesApart = 2048;  // where nothing goes ahead
  struct Latest {
    std::uint64_t line = ~std::uint64_t{0};
    double part_left = 1;
  };
  double lines_apart_;
  std::vector<Latest> by_instruction_;
};

}  // namespace clgauge::lens
