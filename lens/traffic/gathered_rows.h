#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lens/traffic/steps.h"

namespace clgauge::lens {

// Which gathers take short rows: lanes that lie side by side, as a load would, and no longer than a
// line in a row. Not thread-safe.
class GatheredRows {
 public:
  // A lane of this instruction, the first of its gather or a further one.
  void see(std::uint32_t instruction, std::uint64_t address, bool is_first) {
    if (instruction >= known_.size()) {
      known_.resize(instruction + std::size_t{1});
    }
    Known& known = known_[instruction];
    const bool is_beside = length_of(address - known.address) < kLineBytes;
    if (!is_first) {
      known.is_row = is_beside;
    }
    if (!is_beside) {
      known.row_bytes = known.address - known.began_at;
      known.began_at = address;
    }
    known.address = address;
  }

  // As far as its last rows say, of an instruction of which a lane was seen.
  [[nodiscard]] bool are_short(std::uint32_t instruction) const {
    return known_[instruction].is_row && known_[instruction].row_bytes < kLineBytes;
  }

 private:
  static constexpr std::uint64_t kLineBytes = 64;
  struct Known {
    std::uint64_t address = 0;
    std::uint64_t began_at = 0;   // the row
    std::uint64_t row_bytes = 0;  // of the one before, from its first to its last lane
    bool is_row = false;
  };
  std::vector<Known> known_;  // by instruction
};

}  // namespace clgauge::lens
