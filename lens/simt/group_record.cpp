#include "lens/simt/group_record.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clgauge::lens::simt {
namespace {

constexpr std::uint64_t kBankBytes = 4;
constexpr std::size_t kBanks = 32;
constexpr double kLinesLookedUp = 4;
// Passes that an access takes whose lanes go anywhere: the fullest of 32 banks that 32 random words
// fall into holds 3.5 of them on average.
constexpr double kRandomPasses = 3.5;

// Into numbers in order, each once: neighbours mostly come one after the other.
void insert(std::uint64_t number, std::vector<std::uint64_t>& numbers) {
  std::size_t at = numbers.size();
  while (at > 0 && numbers[at - 1] > number) {
    --at;
  }
  if (at == 0 || numbers[at - 1] != number) {
    numbers.insert(numbers.begin() + static_cast<std::ptrdiff_t>(at), number);
  }
}

// The words that the fullest bank is asked for.
class BankWords {
 public:
  void ask(std::uint64_t word) {
    const std::size_t bank = word % kBanks;
    if (counts_[bank] == 0) {
      words_[bank] = word;
    } else if (words_[bank] == word || std::ranges::find(others_, word) != others_.end()) {
      return;
    } else {
      others_.push_back(word);
    }
    most_ = std::max(most_, ++counts_[bank]);
  }
  [[nodiscard]] unsigned most() const { return most_; }

 private:
  std::array<unsigned, kBanks> counts_{};
  std::array<std::uint64_t, kBanks> words_;  // the first of each bank
  std::vector<std::uint64_t> others_;
  unsigned most_ = 0;
};

}  // namespace

double bank_passes(std::span<const std::uint64_t> addresses, unsigned bytes, unsigned lanes) {
  const std::size_t words = std::max<std::size_t>(1, bytes / kBankBytes);
  double passes = 0;
  for (std::size_t first = 0; first < addresses.size(); first += lanes) {
    BankWords asked;
    for (const std::uint64_t address :
         addresses.subspan(first, std::min<std::size_t>(lanes, addresses.size() - first))) {
      for (std::size_t word = 0; word < words; ++word) {
        asked.ask(address / kBankBytes + word);
      }
    }
    passes += asked.most();
  }
  return passes;
}

double local_passes(std::span<const std::uint64_t> addresses, unsigned bytes) {
  constexpr unsigned kHalf = kBanks / 2;
  const double passes = bank_passes(addresses, bytes, bytes > kBankBytes ? kHalf : kBanks);
  const bool is_shared = std::all_of(addresses.begin(), addresses.end(),
                                     [&](std::uint64_t one) { return one == addresses[0]; });
  return is_shared ? passes / 2 : passes;
}

bool PassesOfAccess::lie_as_last(std::span<const std::uint64_t> addresses) const {
  if (addresses.size() != last_.size() || addresses.empty()) {
    return false;
  }
  const std::uint64_t distance = addresses[0] - last_[0];
  std::uint64_t differing = distance % kBankBytes;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    differing |= addresses[i] - last_[i] - distance;
  }
  return differing == 0;
}

Requested requested(std::span<const std::uint64_t> sectors) {
  constexpr std::uint64_t kSectorsOfLine = kLineBytes / kSectorBytes;
  Requested sum{0, static_cast<double>(sectors.size())};
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    const bool begins = i == 0 || sectors[i] / kSectorsOfLine != sectors[i - 1] / kSectorsOfLine;
    sum.lines += begins ? 1 : 0;
  }
  return sum;
}

void GroupRecord::begin_sub_group(unsigned /*items*/) {
  first_run_.push_back(runs_.size());
  trying_lanes_ = 0;
}

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
      counts_.barriers += 1;
      continue;
    }
    const ptx::Access& access = program_.accesses[one.access];
    if (one.space == ptx::Space::shared) {
      add_local(one, access);
    } else if (one.space == ptx::Space::constant) {
      add_constant(one, access);
    } else {
      add_global(one, access);
    }
  }
  run.accesses = static_cast<std::uint32_t>(accesses_.size()) - run.first_access;
  runs_.push_back(run);
}

void GroupRecord::add_local(const ptx::WarpAccess& one, const ptx::Access& access) {
  const auto bytes =
      static_cast<unsigned>(access.bytes * std::max<std::size_t>(1, access.slots.size()));
  if (access.is_atomic) {
    counts_.local_updates += static_cast<double>(one.addresses.size()) + one.unknown_lanes;
  }
  if (!one.addresses.empty()) {
    const double passes =
        passes_[one.access].of(one.addresses, [&] { return local_passes(one.addresses, bytes); });
    counts_.local_passes += passes;
    // A link through 32 words of one bank takes an H200 95 cycles, through others 33.
    constexpr double kCyclesOfPass = 2;
    if (passes > 1 && !access.is_store) {
      accesses_.push_back({.access = one.access, .more_cycles = kCyclesOfPass * (passes - 1)});
    }
  }
  counts_.local_passes += kRandomPasses * one.unknown_lanes / kBanks;
}

void GroupRecord::add_constant(const ptx::WarpAccess& one, const ptx::Access& access) {
  const std::uint64_t bytes =
      std::uint64_t{access.bytes} * std::max<std::size_t>(1, access.slots.size());
  scratch_.clear();
  for (const std::uint64_t address : one.addresses) {
    insert(address / bytes, scratch_);
  }
  const ConstantMemory::Taken taken = constant_.load(scratch_, bytes);
  counts_.lines += taken.passes;
  accesses_.push_back({.access = one.access, .more_cycles = taken.more_cycles});
}

void GroupRecord::add_global(const ptx::WarpAccess& one, const ptx::Access& access) {
  const std::uint64_t bytes =
      std::uint64_t{access.bytes} * std::max<std::size_t>(1, access.slots.size());
  scratch_.clear();
  ptx::each_piece(one.addresses, bytes, [&](std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t sector = first / kSectorBytes; sector <= (end - 1) / kSectorBytes;
         ++sector) {
      insert(sector, scratch_);
    }
  });
  const Requested asked = requested(scratch_);
  // The first cache gives a word of each of 32 banks at a time, as local memory does, of lines that
  // it looks up four at a time.
  const auto lanes =
      static_cast<unsigned>(kBanks / std::clamp<std::uint64_t>(bytes / kBankBytes, 1, kBanks));
  if (!access.is_store || access.is_atomic) {
    const double passes = passes_[one.access].of(one.addresses, [&] {
      return bank_passes(one.addresses, static_cast<unsigned>(bytes), lanes);
    });
    counts_.lines += std::max(passes, asked.lines / kLinesLookedUp);
  }
  accesses_.push_back({one.access, static_cast<std::uint32_t>(sectors_.size()),
                       static_cast<std::uint32_t>(scratch_.size())});
  sectors_.insert(sectors_.end(), scratch_.begin(), scratch_.end());
  if (access.is_atomic) {
    add_updates(one);
  } else if (access.is_store) {
    accesses_.back().is_whole = one.addresses.size() * bytes >= scratch_.size() * kSectorBytes;
    counts_.stored += asked;
    add_stored(one, bytes);
  }
}

void GroupRecord::add_stored(const ptx::WarpAccess& one, std::uint64_t bytes) {
  for (const std::uint64_t address : one.addresses) {
    for (std::uint64_t at = address; at < address + bytes;) {
      const std::uint64_t first = at % kSectorBytes;
      const std::uint64_t count = std::min(kSectorBytes - first, address + bytes - at);
      const std::uint64_t bits = (std::uint64_t{1} << count) - 1;
      stored_[at / kSectorBytes] |= static_cast<std::uint32_t>(bits << first);
      at += count;
    }
  }
}

GroupRecord::Written GroupRecord::written() const {
  const auto is_whole = [&](std::uint64_t sector) {
    const auto found = stored_.find(sector);
    return found != stored_.end() && found->second == ~std::uint32_t{0};
  };
  Written written;
  for (const auto& [sector, bytes] : stored_) {
    const bool is_first = sector % 2 == 0 || stored_.count(sector - 1) == 0;
    written.pieces += is_first ? 1 : 0;
    // At the end of a row the next group stores the rest.
    const bool is_partial = !is_whole(sector) && !is_whole(sector - 1) && !is_whole(sector + 1);
    written.partial_sectors += is_partial ? 1 : 0;
  }
  return written;
}

// A sector's lanes are done together, 32 bytes of their operands at a time, those of one address
// one after the other. Compare-and-exchange has two operands: an H200 takes twice as long for it as
// for additions where each lane has a word of its own.
void GroupRecord::add_updates(const ptx::WarpAccess& one) {
  const AccessCode& code = codes_[one.access];
  const ptx::Access& access = program_.accesses[one.access];
  const double operand_bytes =
      access.bytes * (access.update == ptx::Update::compare_and_swap ? 2.0 : 1.0);
  scratch_.assign(one.addresses.begin(), one.addresses.end());
  std::sort(scratch_.begin(), scratch_.end());
  if (code.is_combined) {
    scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  }
  double most = 0;
  double times = 0;
  double words = 0;
  double most_of_all = 1;
  for (std::size_t i = 0; i < scratch_.size(); ++i) {
    const bool is_again = i > 0 && scratch_[i] == scratch_[i - 1];
    times = is_again ? times + 1 : 1;
    words += is_again ? 0 : 1;
    most = std::max(most, times);
    const std::uint64_t sector = scratch_[i] / kSectorBytes;
    if (i + 1 == scratch_.size() || scratch_[i + 1] / kSectorBytes != sector) {
      UpdatesOfSector& updates = updates_[sector];
      most_of_all = std::max(most_of_all, most);
      most = std::max(most, std::ceil(words * operand_bytes / static_cast<double>(kSectorBytes)));
      updates.times += most;
      updates.words = std::max(updates.words, words);
      updates.successes += code.is_tried_again ? words : 0;
      counts_.updates += most;
      most = 0;
      words = 0;
    }
  }
  if (code.is_tried_again) {
    add_tries(one, most_of_all);
  }
}

// One of the lanes that meet at a word succeeds, and the others try again.
void GroupRecord::add_tries(const ptx::WarpAccess& one, double lanes_of_word) {
  accesses_.back().trying_lanes = static_cast<std::uint32_t>(lanes_of_word);
  const auto lanes = static_cast<double>(one.addresses.size());
  counts_.trying_lanes += std::max(0.0, lanes - trying_lanes_);
  trying_lanes_ = std::max(trying_lanes_, lanes);
  scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  const auto successes = static_cast<double>(scratch_.size());
  counts_.successes += successes;
  counts_.loaded_successes += codes_[one.access].loads_again ? successes : 0;
  for (const std::uint64_t address : scratch_) {
    constexpr std::uint64_t kWordBytes = 4;
    updates_[address / kSectorBytes].tried_words |= 1U << (address % kSectorBytes / kWordBytes);
  }
}

}  // namespace clgauge::lens::simt
