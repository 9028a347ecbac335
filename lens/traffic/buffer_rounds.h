#pragma once

#include <cstdint>
#include <vector>

namespace clgauge::lens {

// Where a buffer of the launch lies.
struct BufferExtent {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

// What a launch's groups ask of a buffer, beside what those around them do.
struct AskedOfBuffer {
  double lines = 0;  // by a group
  // Whether data decide which: in no order. Some are asked for more often than others: how often a
  // line is asked for is distributed by a gamma distribution of this shape.
  bool is_at_random = false;
  double shape = kMostEven;
  // How many groups before it a line was not asked for, of those that come into question.
  double groups_since = 0;

  static constexpr double kMostEven = 1000;
};

// How a launch goes through a buffer whose lines no group shares with those around it: once, or,
// where its groups ask for more lines than there are (a table of twiddle factors, a filter), round
// after round, or at random.
struct BufferRound {
  double share_of_first = 1;  // of the lines that groups ask for: those of the first round
  // Distinct bytes that are touched till a line's turn comes again; each for as many lines.
  std::vector<double> distance_bytes{};
};

// By buffer, of a launch of so many groups; one more than there are buffers: the last is of none.
[[nodiscard]] std::vector<BufferRound> buffer_rounds(const std::vector<BufferExtent>& buffers,
                                                     const std::vector<AskedOfBuffer>& asked,
                                                     double groups, std::uint64_t line_bytes);

// The buffer that holds this address; buffers.size() where none does.
[[nodiscard]] std::size_t buffer_of(const std::vector<BufferExtent>& buffers,
                                    std::uint64_t address);

}  // namespace clgauge::lens
