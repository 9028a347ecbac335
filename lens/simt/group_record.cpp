#include "lens/simt/group_record.h"

#include <algorithm>
#include <array>

namespace clgauge::lens::simt {
namespace {

constexpr std::uint64_t kBankBytes = 4;
constexpr std::size_t kBanks = 32;
constexpr double kLinesLookedUp = 4;
constexpr unsigned kMostTogether = 16;  // bytes that a lane loads at once
// Passes that an access takes whose lanes go anywhere: the fullest of 32 banks that 32 random words
// fall into holds 3.5 of them on average.
constexpr double kRandomPasses = 3.5;

void sort_unique(std::vector<std::uint64_t>& numbers) {
  if (!std::is_sorted(numbers.begin(), numbers.end())) {  // neighbours mostly are
    std::sort(numbers.begin(), numbers.end());
  }
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

double local_passes(std::span<const std::uint64_t> addresses, unsigned bytes) {
  const std::size_t words = std::max<std::size_t>(1, bytes / kBankBytes);
  const std::size_t together = std::max<std::size_t>(1, kBanks / words);
  double passes = 0;
  std::vector<std::uint64_t> asked;
  for (std::size_t first = 0; first < addresses.size(); first += together) {
    asked.clear();
    for (const std::uint64_t address :
         addresses.subspan(first, std::min(together, addresses.size() - first))) {
      for (std::size_t word = 0; word < words; ++word) {
        asked.push_back(address / kBankBytes + word);
      }
    }
    sort_unique(asked);
    std::array<double, kBanks> by_bank{};
    for (const std::uint64_t word : asked) {
      by_bank.at(word % kBanks) += 1;
    }
    passes += *std::max_element(by_bank.begin(), by_bank.end());
  }
  return passes;
}

void GroupRecord::begin_sub_group(unsigned /*items*/) { first_run_.push_back(runs_.size()); }

std::span<const RecordedRun> GroupRecord::runs_of(std::size_t sub_group) const {
  const std::size_t first = first_run_.at(sub_group);
  const std::size_t end =
      sub_group + 1 < first_run_.size() ? first_run_[sub_group + 1] : runs_.size();
  return std::span(runs_).subspan(first, end - first);
}

void GroupRecord::run_block(std::uint32_t block, unsigned lanes,
                            std::span<const ptx::WarpAccess> accesses) {
  counts_.lane_runs += static_cast<double>(program_.blocks[block].instructions) * lanes;
  RecordedRun run{block, static_cast<std::uint16_t>(lanes),
                  static_cast<std::uint32_t>(accesses_.size()), 0};
  for (const ptx::WarpAccess& one : accesses) {
    if (one.access == ptx::ItemAccess::kBarrier) {
      end_together();
      counts_.barriers += 1;
      continue;
    }
    const ptx::Access& access = program_.accesses[one.access];
    if (one.space == ptx::Space::shared) {
      add_local(one, access);
    } else {
      add_global(one, access);
    }
  }
  end_together();
  run.accesses = static_cast<std::uint32_t>(accesses_.size()) - run.first_access;
  runs_.push_back(run);
}

void GroupRecord::add_local(const ptx::WarpAccess& one, const ptx::Access& access) {
  const auto bytes =
      static_cast<unsigned>(access.bytes * std::max<std::size_t>(1, access.slots.size()));
  if (access.is_atomic) {
    counts_.local_updates += static_cast<double>(one.addresses.size()) + one.unknown_lanes;
  }
  if (access.is_store || access.is_atomic) {
    end_together();
  } else if (one.unknown_lanes == 0 && joins(one, bytes)) {
    return;
  }
  counts_.local_passes += one.addresses.empty() ? 0 : local_passes(one.addresses, bytes);
  counts_.local_passes += kRandomPasses * one.unknown_lanes / kBanks;
}

bool GroupRecord::joins(const ptx::WarpAccess& one, unsigned bytes) {
  for (Together& other : together_) {
    const bool is_next =
        other.bytes + bytes <= kMostTogether &&
        std::equal(one.addresses.begin(), one.addresses.end(), other.addresses.begin(),
                   other.addresses.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return a == b + other.bytes; });
    if (is_next) {
      other.bytes += bytes;
      counts_.merged_loads += 1;
      return true;
    }
  }
  const bool may_begin =
      std::all_of(one.addresses.begin(), one.addresses.end(),
                  [](std::uint64_t address) { return address % kMostTogether == 0; });
  if (may_begin) {
    together_.push_back({{one.addresses.begin(), one.addresses.end()}, bytes});
  }
  return may_begin;
}

void GroupRecord::end_together() {
  for (const Together& one : together_) {
    // Loads of 16 bytes by all lanes take 2.4 cycles where all ask for the same, and 64 where
    // loads of 4 bytes would take 16 each.
    const double passes = local_passes(one.addresses, kBankBytes) * one.bytes / kBankBytes;
    const bool is_shared = passes * kBankBytes <= one.bytes;
    counts_.local_passes += is_shared && one.bytes == kMostTogether ? passes / 2 : passes;
  }
  together_.clear();
}

void GroupRecord::add_global(const ptx::WarpAccess& one, const ptx::Access& access) {
  const std::uint64_t bytes =
      std::uint64_t{access.bytes} * std::max<std::size_t>(1, access.slots.size());
  scratch_.clear();
  for (const std::uint64_t address : one.addresses) {
    for (std::uint64_t sector = address / kSectorBytes;
         sector <= (address + bytes - 1) / kSectorBytes; ++sector) {
      scratch_.push_back(sector);
    }
  }
  sort_unique(scratch_);
  constexpr std::uint64_t kSectorsOfLine = kLineBytes / kSectorBytes;
  double lines = 0;
  for (std::size_t i = 0; i < scratch_.size(); ++i) {
    lines += i == 0 || scratch_[i] / kSectorsOfLine != scratch_[i - 1] / kSectorsOfLine ? 1 : 0;
  }
  // The first cache gives a word of each of 32 banks at a time, as local memory does, of lines that
  // it looks up four at a time.
  counts_.lines +=
      std::max(local_passes(one.addresses, static_cast<unsigned>(bytes)), lines / kLinesLookedUp);
  accesses_.push_back({one.access, static_cast<std::uint32_t>(sectors_.size()),
                       static_cast<std::uint32_t>(scratch_.size())});
  sectors_.insert(sectors_.end(), scratch_.begin(), scratch_.end());
  if (access.is_atomic) {
    counts_.updates += static_cast<double>(one.addresses.size());
    // Lanes that update the same address do so together.
    scratch_.assign(one.addresses.begin(), one.addresses.end());
    sort_unique(scratch_);
    for (const std::uint64_t address : scratch_) {
      updates_[address] += 1;
    }
  } else if (access.is_store) {
    counts_.stored_sectors += static_cast<double>(scratch_.size());
  }
}

}  // namespace clgauge::lens::simt
