#include "lens/simt/update_slices.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clgauge::lens::simt {
namespace {

// An H200's second cache: 50 MiB in slices of 640 KiB, which are chosen by a hash of the address.
// Updates of 256 bytes to 32 KiB by all lanes take as long as if pieces of 256 bytes fell on 80
// slices by chance, and each slice made one in 0.75 ns.
constexpr std::size_t kSlices = 80;
constexpr std::uint64_t kPieceBytes = 256;
constexpr double kWordBytes = 4;
constexpr double kMostPieces = 16384;  // more are spread evenly

std::size_t slice_of(std::uint64_t piece) {
  std::uint64_t mixed = piece * 0x9e3779b97f4a7c15ULL;
  mixed = (mixed ^ (mixed >> 32U)) * 0xd6e8feb86659fd93ULL;
  return (mixed ^ (mixed >> 32U)) % kSlices;
}

}  // namespace

void UpdateSlices::add(const GroupRecord& group) {
  for (const auto& [sector, one] : group.updates()) {
    Updates& updates = updates_[sector];
    updates.of_groups.times += one.times;
    updates.of_groups.words = std::max(updates.of_groups.words, one.words);
    updates.groups += 1;
  }
  walked_ += 1;
}

double UpdateSlices::of_busiest(double groups) const {
  std::array<double, kSlices> slices{};
  const double all_of_walked = groups / std::max(walked_, 1.0);
  double own = 0;
  double own_bytes = 0;
  for (const auto& [sector, one] : updates_) {
    const double times = one.of_groups.times * all_of_walked;
    // What several of those that were walked update, all do; the others have places of their own.
    if (one.groups > 1 || walked_ == 1) {
      slices.at(slice_of(sector * kSectorBytes / kPieceBytes)) += times;
    } else {
      own += times;
      own_bytes += kWordBytes * one.of_groups.words * all_of_walked;
    }
  }
  const double pieces =
      std::clamp(std::ceil(own_bytes / static_cast<double>(kPieceBytes)), 1.0, kMostPieces);
  for (std::uint64_t piece = 0; piece < static_cast<std::uint64_t>(pieces); ++piece) {
    slices.at(slice_of(piece)) += own / pieces;
  }
  return *std::max_element(slices.begin(), slices.end());
}

}  // namespace clgauge::lens::simt
