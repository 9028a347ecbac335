#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "collector/kernel/kernel_model.h"

namespace clgauge::model {

// How often loops run whose end values in memory decide, for all that a source says. Whoever
// wrote such a loop expects it to run: no time is further off than that of a kernel without it.
//
// - Where nothing bounds it, an entry runs it 10 times, 3 to 40 within one standard deviation (nine
//   in ten loops run 1 to 100 times).
// - Where it walks through an array of known length, or has an upper bound (`i < n && !found`),
//   half as often as it could (one that tries a compare-and-exchange again, once): the mean of all
//   numbers of trips. A standard deviation below is a fifth; above it is all of them, for
//   work-items that a compiler packs together run as often as the one of them that runs most. In a
//   kernel with such a bounded loop all that data decide is taken for a part of it: what branches
//   elsewhere guard is halved as well, for no count says whose decision it rests on.
class DataGuess {
 public:
  enum class Case : std::uint8_t { usual, fewest, most };

  DataGuess() = default;
  explicit DataGuess(const collector::KernelModel& model);

  // Nothing is guessed: all cases are one.
  [[nodiscard]] bool empty() const { return trips_.empty() && !halves_; }

  // The value of a formula's symbol that no launch determines; nothing of other symbols.
  [[nodiscard]] std::optional<std::int64_t> value(const std::string& symbol, Case which) const;

  // The part of a count that is taken where it depends on data and stands at an upper bound.
  [[nodiscard]] double part(Case which) const;

 private:
  static constexpr std::size_t kCases = 3;
  std::map<std::string, std::array<std::int64_t, kCases>> trips_;
  bool halves_ = false;  // some loop with an upper bound may end before
};

}  // namespace clgauge::model
