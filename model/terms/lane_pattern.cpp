#include "model/terms/lane_pattern.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace clgauge::model {

namespace {

constexpr std::size_t kBanks = 32;
constexpr double kBankBytes = 4;
constexpr double kPassBytes = kBanks * kBankBytes;
// The fullest of 32 banks when 32 words fall anywhere.
constexpr double kRandomLoad = 3.5;

}  // namespace

LaneGrid LaneGrid::of(const std::array<double, 3>& local, double sub_group_size) {
  LaneGrid grid;
  double left = sub_group_size;
  for (std::size_t d = 0; d < 3 && left > 1; ++d) {
    grid.lanes[d] = std::min(local[d], left);
    left /= grid.lanes[d];
  }
  return grid;
}

double pieces_touched(const LaneGrid& grid, const std::array<double, 3>& strides,
                      double access_bytes, double first_byte, double piece_bytes) {
  double run = access_bytes;  // bytes without a gap that no other lane fills
  double copies = 1;
  bool is_aligned = true;  // whether each copy starts at the same place of a piece
  for (std::size_t d = 0; d < 3; ++d) {
    const double stride = std::abs(strides[d]);
    const double lanes = grid.lanes[d];
    if (stride == 0 || lanes <= 1) {
      continue;
    }
    if (copies == 1 && stride < std::max(run + 1, piece_bytes)) {
      run += stride * (lanes - 1);
    } else {
      copies *= lanes;
      is_aligned = is_aligned && std::fmod(stride, piece_bytes) == 0;
    }
  }
  const double place = std::fmod(std::fmod(first_byte, piece_bytes) + piece_bytes, piece_bytes);
  const double each = is_aligned ? std::ceil((place + run) / piece_bytes)
                                 : (run + std::max(piece_bytes - access_bytes, 0.0)) / piece_bytes;
  return copies * std::max(1.0, each);
}

double bank_passes(const LaneGrid& grid, const std::array<double, 3>& strides,
                   double access_bytes) {
  std::array<std::uint8_t, kBanks> words{};
  std::int64_t last = -1;
  const auto count = [](double lanes) { return static_cast<std::int64_t>(std::ceil(lanes)); };
  const auto along = [&](std::size_t d) { return strides[d] == 0 ? 1 : count(grid.lanes[d]); };
  for (std::int64_t z = 0; z < along(2); ++z) {
    for (std::int64_t y = 0; y < along(1); ++y) {
      for (std::int64_t x = 0; x < along(0); ++x) {
        const double offset = static_cast<double>(x) * strides[0] +
                              static_cast<double>(y) * strides[1] +
                              static_cast<double>(z) * strides[2];
        // Wherever the first one lies, so that no word is negative.
        const auto word = static_cast<std::int64_t>(std::floor(offset / kBankBytes)) + (1LL << 40);
        if (word != last) {
          ++words[static_cast<std::size_t>(word) % kBanks];
        }
        last = word;
      }
    }
  }
  // Of wider accesses parts of the lanes are served together that ask for no more than all banks
  // hold.
  const double most = *std::max_element(words.begin(), words.end());
  const double lanes = static_cast<double>(along(0) * along(1) * along(2));
  return std::max(1.0, access_bytes / kMostBytesOfAccess) *
         std::max({1.0, most, lanes * std::min(access_bytes, kMostBytesOfAccess) / kPassBytes});
}

double random_bank_passes(const LaneGrid& grid, double access_bytes) {
  const double part = grid.all() / kBanks;
  return std::max(1.0, (1 + (kRandomLoad - 1) * part) * access_bytes / kBankBytes);
}

}  // namespace clgauge::model
