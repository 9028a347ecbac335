#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clgauge::lens {

// Which gathers take lanes that lie side by side, as a load would. Not thread-safe.
class GatheredRows {
 public:
  // A lane of this instruction, the first of its gather or a further one.
  void see(std::uint32_t instruction, std::uint64_t address, bool is_first) {
    if (instruction >= known_.size()) {
      known_.resize(instruction + std::size_t{1});
    }
    Known& known = known_[instruction];
    if (!is_first) {
      const std::uint64_t step = address - known.address;
      known.is_row = std::min(step, std::uint64_t{0} - step) < kLineBytes;
    }
    known.address = address;
  }

  // As far as its last lanes say, of an instruction of which a lane was seen.
  [[nodiscard]] bool is_row(std::uint32_t instruction) const { return known_[instruction].is_row; }

 private:
  static constexpr std::uint64_t kLineBytes = 64;
  struct Known {
    std::uint64_t address = 0;
    bool is_row = false;
  };
  std::vector<Known> known_;  // by instruction
};

}  // namespace clgauge::lens
