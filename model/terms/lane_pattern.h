#pragma once

#include <array>

namespace clgauge::model {

// How the work-items of one sub-group of a GPU lie: so many along each dimension. The last ones of
// a row that does not end with the sub-group count as the part of a row that they are.
struct LaneGrid {
  std::array<double, 3> lanes{1, 1, 1};

  [[nodiscard]] static LaneGrid of(const std::array<double, 3>& local, double sub_group_size);
  [[nodiscard]] double all() const noexcept { return lanes[0] * lanes[1] * lanes[2]; }
};

// Wider accesses are several.
inline constexpr double kMostBytesOfAccess = 16;

// Pieces of memory of `piece_bytes`, aligned, that the lanes touch when each asks for
// `access_bytes` at distances of `strides` bytes along the dimensions, the first one at
// `first_byte`.
[[nodiscard]] double pieces_touched(const LaneGrid& grid, const std::array<double, 3>& strides,
                                    double access_bytes, double first_byte, double piece_bytes);

// How often local memory, or the first cache, is gone to for them: a word of each of 32 banks at a
// time, whoever asks for it.
[[nodiscard]] double bank_passes(const LaneGrid& grid, const std::array<double, 3>& strides,
                                 double access_bytes);

// The same where nobody knows the addresses: 32 of 32 banks, at random.
[[nodiscard]] double random_bank_passes(const LaneGrid& grid, double access_bytes);

}  // namespace clgauge::model
