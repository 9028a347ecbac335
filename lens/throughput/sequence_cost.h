#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/throughput/forwarding.h"

namespace clgauge::lens {

// What one pass through a sequence of instructions costs a core, all data in the first cache and
// every branch foreseen. In cycles.
struct SequenceCost {
  double throughput_cycles = 0;  // when nothing waits for a result: the busiest port, or the width
  double chained_cycles = 0;     // when the sequence follows itself, again and again; at least that
  double micro_ops = 0;
  double fused_spills = 0;  // fused multiply-adds that go with a load and a store each
};

// Asks LLVM-MCA, by the scheduling tables of `cpus` (scheduling_cpus()). Calls and returns count
// nothing here. Zeroing a register by itself (xor x,x) waits for nothing. Remembers its answers.
// Not thread-safe.
class SequenceCosts {
 public:
  // Throws Error(usage) for an unknown processor.
  SequenceCosts(MachineCode code, const std::vector<std::string>& cpus);
  ~SequenceCosts();
  SequenceCosts(SequenceCosts&&) noexcept;
  SequenceCosts& operator=(SequenceCosts&&) noexcept;

  // Of the blocks' instructions in this order; memory passes no results on: a load never waits for
  // a store. Without `chained` the simulation, which takes most of the time, is left out, and
  // chained_cycles is throughput_cycles.
  [[nodiscard]] const SequenceCost& of(std::span<const std::uint32_t> blocks, bool chained);

  // Cycles that one round of a loop of these blocks takes at least since its results go through
  // vector stores and the loads that these are forwarded to; 0 if none do.
  [[nodiscard]] double cycles_through_memory(std::span<const std::uint32_t> blocks,
                                             std::span<const Forwarding> forwarded);

  // Instructions that no table knows, by LLVM's name; they cost nothing in the above.
  [[nodiscard]] const std::map<std::string, std::uint32_t>& unknown() const;

  [[nodiscard]] const MachineCode& code() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge::lens
