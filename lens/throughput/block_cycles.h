#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lens/throughput/instruction_class.h"
#include "lens/throughput/sequence_cost.h"

namespace clgauge::lens {

// Cycles of all passes of a work-group's blocks, with what was found to be waited there; and those
// of them that units bind, by the class of the instructions that occupy these. Not thread-safe.
class BlockCycles {
 public:
  explicit BlockCycles(std::size_t blocks) : cycles_(blocks, 0.0), ports_(blocks) {}

  // So many passes of a block at its throughput.
  void pass(std::uint32_t block, const SequenceCost& one, double passes);

  [[nodiscard]] double of(std::uint32_t block) const { return cycles_[block]; }
  [[nodiscard]] double of(std::span<const std::uint32_t> blocks) const;

  // Waiting at a block, or less of it; ports are as busy as before.
  void add(std::uint32_t block, double cycles) { cycles_[block] += cycles; }
  // A block takes so many cycles in all at least: what is more is waiting.
  void prolong(std::uint32_t block, double cycles);
  // Blocks take so large a part of what they took.
  void shorten(std::span<const std::uint32_t> blocks, double part);

  // Units bind less of the blocks' time where that is `cycles`, not the `counted` ones.
  void loosen_ports(std::span<const std::uint32_t> blocks, double counted, double cycles);
  void add_ports(std::uint32_t block, const ByClass& cycles, double times);
  // Said elsewhere, or hidden behind waiting.
  void forget_ports(std::uint32_t block) { ports_[block] = {}; }

  [[nodiscard]] const std::vector<double>& all() const { return cycles_; }
  [[nodiscard]] ByClass ports() const;

 private:
  void scale_ports(std::span<const std::uint32_t> blocks, double part);

  std::vector<double> cycles_;
  std::vector<ByClass> ports_;
};

// Which part of what its ports take binds code that takes `cycles` in all, `ports` of them if
// nothing waited: where both are about as long, slower ports would tell, where it waits several
// times as long as they take, hardly.
[[nodiscard]] inline double binding_part(double ports, double cycles) {
  return cycles > ports ? ports / cycles : 1;
}

}  // namespace clgauge::lens
