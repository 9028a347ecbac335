#include "lens/throughput/branch_predictor.h"

#include <algorithm>
#include <bit>

namespace clgauge::lens {
namespace {

constexpr unsigned kBaseBits = 12;
constexpr unsigned kTableBits = 12;
constexpr int kMostUsual = 1;  // counters of two bits: -2 to 1
constexpr int kMostCounter = 3;
constexpr int kMostUseful = 3;
constexpr int kMostTrust = 7;

std::uint64_t mixed(std::uint64_t bits) {
  bits *= 0x9E3779B97F4A7C15U;
  return bits ^ (bits >> 32U);
}

int moved(int counter, bool up, int most) {
  return std::clamp(counter + (up ? 1 : -1), -most - 1, most);
}

}  // namespace

BranchPredictor::BranchPredictor() : usual_(1U << kBaseBits, -1), entries_(kTables << kTableBits) {}

// Of the last 6, 14, 32, 64, 128 and 256 outcomes.
BranchPredictor::Places BranchPredictor::places_of(std::uint32_t branch) const {
  const auto& h = history_;
  const std::uint64_t own = mixed(branch + 1);
  const std::uint64_t two = mixed(h[0]) + h[1];
  const std::uint64_t four = mixed(mixed(two) + h[2]) + h[3];
  const std::array<std::uint64_t, kTables> pasts = {h[0] << 58U, h[0] << 50U, h[0] << 32U,
                                                    h[0],        two,         four};
  Places places;
  for (std::uint32_t t = 0; t < kTables; ++t) {
    const std::uint64_t hash = mixed(mixed(pasts[t] ^ own) + t);
    places.index[t] = (t << kTableBits) + static_cast<std::uint32_t>(hash >> (64U - kTableBits));
    places.tag[t] = static_cast<std::uint16_t>(hash | 1U);
  }
  return places;
}

bool BranchPredictor::foresees(std::uint32_t branch, bool taken) {
  if (settled_ == Outcome{branch, taken}) {
    return true;
  }
  is_known_ = true;
  const Places places = places_of(branch);
  unsigned known = 0;  // bit t: the entry of table t is this one's
  for (unsigned t = 0; t < kTables; ++t) {
    known |= entries_[places.index[t]].tag == places.tag[t] ? 1U << t : 0U;
  }
  std::int8_t& usual = usual_[branch & ((1U << kBaseBits) - 1)];
  bool predicted = usual >= 0;
  unsigned longer = 0;
  if (known == 0) {
    learn(usual, moved(usual, taken, kMostUsual));
  } else {
    const auto longest = static_cast<unsigned>(std::bit_width(known)) - 1;
    const unsigned others = known ^ (1U << longest);
    if (others != 0) {
      predicted =
          entries_[places.index[static_cast<unsigned>(std::bit_width(others)) - 1]].counter >= 0;
    }
    predicted = predict(entries_[places.index[longest]], predicted, taken);
    longer = longest + 1;
  }
  if (predicted != taken) {
    learn_new(longer, places, taken);
  }
  settled_.reset();
  if (is_known_ && predicted == taken && is_history_of(taken)) {
    settled_ = {branch, taken};
  }
  remember(taken);
  return predicted == taken;
}

bool BranchPredictor::is_history_of(bool taken) const {
  return std::ranges::all_of(
      history_, [all = taken ? ~std::uint64_t{0} : 0](std::uint64_t word) { return word == all; });
}

// What the entry of the longest known history says, or, as long as such are seldom right while they
// are new, the next shorter one.
bool BranchPredictor::predict(Entry& entry, bool other, bool taken) {
  const bool own = entry.counter >= 0;
  const bool is_new = (entry.counter == 0 || entry.counter == -1) && entry.useful == 0;
  const bool predicted = is_new && trust_in_new_ < 0 ? other : own;
  if (own != other) {
    const int step = own == taken ? 1 : -1;
    if (is_new) {
      learn(trust_in_new_, std::clamp(trust_in_new_ + step, -kMostTrust, kMostTrust));
    }
    learn(entry.useful, std::clamp(entry.useful + step, 0, kMostUseful));
  }
  learn(entry.counter, moved(entry.counter, taken, kMostCounter));
  return predicted;
}

// In the first of the longer histories that has room; those that have none get it in time.
void BranchPredictor::learn_new(unsigned first_table, const Places& places, bool taken) {
  for (unsigned t = first_table; t < kTables; ++t) {
    Entry& entry = entries_[places.index[t]];
    if (entry.useful == 0) {
      entry = {places.tag[t], static_cast<std::int8_t>(taken ? 0 : -1), 0};
      return;
    }
    --entry.useful;
  }
}

void BranchPredictor::remember(bool taken) {
  for (std::size_t w = kHistoryWords; w-- > 1;) {
    history_[w] = (history_[w] << 1U) | (history_[w - 1] >> 63U);
  }
  history_[0] = (history_[0] << 1U) | (taken ? 1U : 0U);
}

}  // namespace clgauge::lens
