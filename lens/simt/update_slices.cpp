#include "lens/simt/update_slices.h"

#include <algorithm>
#include <array>
#include <bit>
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
constexpr double kLeastChance = 1e-9;

std::size_t slice_of(std::uint64_t piece) {
  std::uint64_t mixed = piece * 0x9e3779b97f4a7c15ULL;
  mixed = (mixed ^ (mixed >> 32U)) * 0xd6e8feb86659fd93ULL;
  return (mixed ^ (mixed >> 32U)) % kSlices;
}

// The most that one of so many has by chance, if they have `mean` each.
double most_by_chance(double mean, double count) {
  constexpr double kMany = 50;
  if (mean > kMany) {
    const double rare = std::log(std::max(count, 1.0));
    return mean + std::sqrt(2 * mean * rare) + rare / 3;
  }
  double most = 0;
  double equal = std::exp(-mean);  // chance of k
  double more = 1 - equal;         // and of more than k
  for (double k = 1; more > kLeastChance; ++k) {
    most += 1 - std::pow(1 - more, count);
    equal *= mean / k;
    more -= equal;
  }
  return most;
}

}  // namespace

UpdateSlices::UpdateSlices(const EvaluatedLaunch& launch)
    : buffers_(kept_buffers(launch, ~std::uint64_t{0})) {}

void UpdateSlices::add(const GroupRecord& group) {
  for (const auto& [sector, one] : group.updates()) {
    Updates& updates = updates_[sector];
    updates.of_groups.times += one.times;
    updates.of_groups.words = std::max(updates.of_groups.words, one.words);
    updates.of_groups.successes += one.successes;
    updates.of_groups.tried_words |= one.tried_words;
    updates.groups += 1;
  }
  walked_ += 1;
  sub_groups_ += static_cast<double>(group.sub_groups());
  tried_.successes += group.counts().successes;
  tried_.loaded_successes += group.counts().loaded_successes;
  tried_.trying_lanes += group.counts().trying_lanes;
}

// Of the buffer that it lies in.
double UpdateSlices::words_around(std::uint64_t sector) const {
  const std::uint64_t address = sector * kSectorBytes;
  for (const Extent& buffer : buffers_) {
    if (buffer.begin < address + kSectorBytes && address < buffer.begin + buffer.bytes) {
      return static_cast<double>(buffer.bytes) / kWordBytes;
    }
  }
  return 0;
}

UpdateSlices::Busiest UpdateSlices::of_launch(double groups, double resident_part) const {
  Busiest busiest;
  std::array<double, kSlices> slices{};
  const double all_of_walked = groups / std::max(walked_, 1.0);
  // A lane tries at so many words, one after the other.
  const double steps = tried_.successes / std::max(tried_.trying_lanes, 1.0);
  const double lanes = std::max(1.0, tried_.trying_lanes / std::max(1.0, sub_groups_));
  const double at_once = std::max(1.0, sub_groups_ * all_of_walked * resident_part);  // sub-groups
  // What several of those that were walked update, all do; the others have places of their own.
  // Of words that are tried at that may be chance, unless every group has its own at each.
  const auto is_of_all = [&](const Updates& one) {
    const double words = std::popcount(one.of_groups.tried_words);
    const bool is_tried_by_chance =
        one.of_groups.successes > 0 && one.of_groups.successes < walked_ * words;
    return (one.groups > 1 || walked_ == 1) && !is_tried_by_chance;
  };
  const double others = 1 - 1 / std::max(1.0, sub_groups_ * all_of_walked);
  std::map<double, double> own_successes;  // by words of the buffer
  for (const auto& [sector, one] : updates_) {
    if (one.of_groups.successes > 0 && !is_of_all(one)) {
      own_successes[words_around(sector)] += one.of_groups.successes * all_of_walked;
    }
  }
  double own = 0;
  double own_bytes = 0;
  for (const auto& [sector, one] : updates_) {
    double times = one.of_groups.times * all_of_walked;
    if (one.of_groups.successes > 0) {
      const double words = std::popcount(one.of_groups.tried_words);
      const double in_walked = one.of_groups.successes / words;
      const double around = is_of_all(one) ? 0 : words_around(sector);
      const double successes = is_of_all(one) || around <= 0 ? in_walked * all_of_walked
                                                             : own_successes[around] / around;
      const double rivals = others * resident_part * successes / std::max(steps, 1.0);
      // They become fewer in the end.
      times *= 1 + rivals * (1 - resident_part / 2);
      const double in_way = std::min(most_by_chance(rivals, lanes), at_once - 1);
      busiest.tries_of_rivals += steps * in_way * one.of_groups.successes / tried_.successes;
      busiest.successes =
          std::max(busiest.successes, around > 0 ? most_by_chance(successes, around) : successes);
    }
    if (is_of_all(one)) {
      slices.at(slice_of(sector * kSectorBytes / kPieceBytes)) += times;
    } else {
      own += times;
      own_bytes += kWordBytes * one.of_groups.words * all_of_walked;
    }
  }
  busiest.loads_of_try = tried_.successes > 0 ? tried_.loaded_successes / tried_.successes : 0;
  const double pieces =
      std::clamp(std::ceil(own_bytes / static_cast<double>(kPieceBytes)), 1.0, kMostPieces);
  for (std::uint64_t piece = 0; piece < static_cast<std::uint64_t>(pieces); ++piece) {
    slices.at(slice_of(piece)) += own / pieces;
  }
  busiest.updates = *std::max_element(slices.begin(), slices.end());
  return busiest;
}

}  // namespace clgauge::lens::simt
