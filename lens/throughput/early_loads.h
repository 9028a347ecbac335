#pragma once

#include "lens/throughput/load_times.h"

namespace llvm {
class MCInst;
namespace mca {
struct InstrDesc;
}
}  // namespace llvm

namespace clgauge::lens {

struct McTarget;

// Lets what computes with an operand from memory start when its others are there: the load starts
// early, on its own. LLVM says the same by a latency that includes the load's and reads that may
// come so much later; but LLVM-MCA lets no instruction start before what it reads has started, so
// that a chain through a copy or any short operation pays for the load in every link, and some
// tables have lost the reads. Here the latency is the operation's own, and its address is needed so
// much before it starts. Thread-safe.
class EarlyLoads {
 public:
  // `target` outlives this.
  explicit EarlyLoads(const McTarget& target);

  // Once for each description. Whether its latency is the operation's own now.
  bool start(const llvm::MCInst& inst, bool has_long_address,
             llvm::mca::InstrDesc& description) const;

  // Whether it loads from an address that takes the core longer to sum up (LoadTimes).
  [[nodiscard]] bool has_long_address(const llvm::MCInst& inst) const;

 private:
  // Of the table's latency, what is the load's; zero where nothing else is, or it is not known.
  [[nodiscard]] unsigned load_within(const llvm::MCInst& inst,
                                     const llvm::mca::InstrDesc& description) const;

  const McTarget& target_;
  LoadTimes table_;
  LoadTimes timed_;
};

}  // namespace clgauge::lens
