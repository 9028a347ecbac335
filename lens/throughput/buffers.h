#pragma once

#include <llvm/MC/MCSchedule.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "lens/throughput/lookahead.h"

namespace llvm::mca {
class Instruction;
}

namespace clgauge::lens {

struct McTarget;

// What a core holds operations in until they start, or until they are done: LLVM's table, with as
// many entries as one of two threads finds. Thread-safe once made; neither copied nor moved.
class Buffers {
 public:
  explicit Buffers(const McTarget& target);
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;

  [[nodiscard]] const llvm::MCSchedModel& model() const { return model_; }
  // LLVM-MCA's bit masks, by resource of the model.
  [[nodiscard]] const std::vector<std::uint64_t>& masks() const { return masks_; }

  // How many rounds of a loop the buffers hold at a time while the instructions that are `held_up`
  // wait for a result of rounds before. Null instructions take no room.
  [[nodiscard]] Lookahead lookahead(
      const std::vector<std::unique_ptr<llvm::mca::Instruction>>& round,
      const std::vector<bool>& held_up) const;

 private:
  std::vector<llvm::MCProcResourceDesc> units_;
  std::vector<std::uint64_t> masks_;
  llvm::MCExtraProcessorInfo queues_{};
  llvm::MCSchedModel model_;
};

}  // namespace clgauge::lens
