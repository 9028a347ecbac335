#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace clgauge::lens {

// A branch predictor like those of Zen 4 and of Intel's large cores: TAGE (Seznec and Michaud,
// 2006), that is a counter for each branch, and tables of what followed the same last outcomes of
// all branches, of which the longest that knows them answers. A loop whose trips are always as
// many is foreseen as far as its outcomes fit into the history, and no further where data decide
// others in between; random outcomes are foreseen as often as the usual one comes.
class BranchPredictor {
 public:
  BranchPredictor();

  // Whether it foresaw that this branch is taken or not. Learns it.
  bool foresees(std::uint32_t branch, bool taken);

 private:
  static constexpr std::size_t kTables = 6;
  static constexpr std::size_t kHistoryWords = 4;

  struct Entry {
    std::uint16_t tag = 0;
    std::int8_t counter = 0;  // taken: 0 and above
    std::uint8_t useful = 0;
  };
  // Where the entries of a branch after these outcomes lie, and how to know them.
  struct Places {
    std::array<std::uint32_t, kTables> index;
    std::array<std::uint16_t, kTables> tag;
  };

  // The long rounds of a loop: the same again and again, until nothing is learnt from it.
  struct Outcome {
    std::uint32_t branch = 0;
    bool taken = false;
    friend bool operator==(const Outcome&, const Outcome&) = default;
  };

  [[nodiscard]] Places places_of(std::uint32_t branch) const;
  // Whether all outcomes that are remembered are this one.
  [[nodiscard]] bool is_history_of(bool taken) const;
  // `to` becomes this number.
  template <typename Number>
  void learn(Number& to, int number) {
    is_known_ = is_known_ && to == number;
    to = static_cast<Number>(number);
  }
  bool predict(Entry& entry, bool other, bool taken);
  void learn_new(unsigned first_table, const Places& places, bool taken);
  void remember(bool taken);

  std::vector<std::int8_t> usual_;                      // by branch
  std::vector<Entry> entries_;                          // of all tables
  std::array<std::uint64_t, kHistoryWords> history_{};  // bit 0 of the first is the newest
  int trust_in_new_ = 0;   // below 0: entries that are new say less than the next shorter ones
  bool is_known_ = false;  // nothing was learnt from the last outcome
  std::optional<Outcome> settled_;  // foreseen, with all like it: it changes nothing any more
};

}  // namespace clgauge::lens
