#pragma once

#include <cstdint>
#include <vector>

namespace clgauge::lens {

// Where a buffer of the launch lies.
struct BufferExtent {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
};

// How a launch goes through a buffer whose lines no group shares with those around it: once, or,
// where its groups ask for more lines than there are (a table of twiddle factors, a filter), round
// after round.
struct BufferRound {
  double share_of_first = 1;  // of the lines that groups ask for: those of the first round
  double distance_bytes = 0;  // distinct bytes that are touched between two rounds
};

// `lines` a group, by buffer, that no group around it touches, of a launch of so many groups; one
// more than there are buffers: the last is of none.
[[nodiscard]] std::vector<BufferRound> buffer_rounds(const std::vector<BufferExtent>& buffers,
                                                     const std::vector<double>& lines,
                                                     double groups, std::uint64_t line_bytes);

// The buffer that holds this address; buffers.size() where none does.
[[nodiscard]] std::size_t buffer_of(const std::vector<BufferExtent>& buffers,
                                    std::uint64_t address);

}  // namespace clgauge::lens
