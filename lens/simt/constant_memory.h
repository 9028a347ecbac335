#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace clgauge::lens::simt {

// Loads of constant memory: of one place for all lanes of a sub-group at a time, by a cache of 2
// KiB of a multiprocessor (64 bytes a line; Jia et al., arXiv:1804.06826, for a V100).
//
// An H200 takes 0.8 cycles for each place that a lone sub-group asks for, an eighth where many
// sub-groups do, and 18 for a line that is not near, one after the other: 303 us for 300 rounds of
// two sub-groups through four tables of 1 KiB (a CRC), 2.3 ms where sixteen do that, 18 cycles a
// load where all lanes ask for a word that lies in another line each time.
class ConstantMemory {
 public:
  struct Taken {
    double passes = 0;       // of the multiprocessor, as many as others through the first cache
    double more_cycles = 0;  // than of a word that is near and that all lanes ask for
  };
  // Places in order, each once: of so many bytes, by their number.
  [[nodiscard]] Taken load(std::span<const std::uint64_t> places, std::uint64_t bytes);

 private:
  // Whether the line is near; it is from then on.
  [[nodiscard]] bool access(std::uint64_t line);

  std::vector<std::uint64_t> lines_;  // the one that was asked for last first
};

}  // namespace clgauge::lens::simt
