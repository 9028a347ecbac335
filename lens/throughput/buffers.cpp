#include "lens/throughput/buffers.h"

#include <llvm/MCA/Instruction.h>
#include <llvm/MCA/Support.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

// While both threads of a core work, each has half of its reorder buffer.
constexpr unsigned kThreadsOfACore = 2;

// LLVM 15 describes Zen 4 by the table of Zen 3, whose buffer holds 256.
unsigned reorder_buffer(const McTarget& target, const llvm::MCExtraProcessorInfo& table) {
  constexpr unsigned kZen4 = 320;
  return target.cpu == "znver4" ? kZen4 : table.ReorderBufferSize;
}

// Schedulers of several parts fill unevenly. Of a Zen 4, in loops of 128 to 512 operations in a
// chain, with and without others beside them, the next entry overlaps with the last 56 to 59 of
// 64 vector operations, and of 96 others with the last 79.
struct Usable {
  std::string_view scheduler;
  int entries;
};
constexpr std::array<Usable, 2> kUsable = {{{"Zn3FP", 57}, {"Zn3Int", 79}}};

}  // namespace

Buffers::Buffers(const McTarget& target) : model_(target.subtarget->getSchedModel()) {
  if (!model_.hasInstrSchedModel()) {
    return;  // no table, no resources: LLVM-MCA's masks want one at least
  }
  units_.assign(model_.ProcResourceTable,
                model_.ProcResourceTable + model_.getNumProcResourceKinds());
  masks_.resize(units_.size());
  llvm::mca::computeProcResourceMasks(model_, masks_);
  for (llvm::MCProcResourceDesc& unit : units_) {
    for (const Usable& usable : kUsable) {
      unit.BufferSize = usable.scheduler == unit.Name ? usable.entries : unit.BufferSize;
    }
  }
  model_.ProcResourceTable = units_.data();
  if (model_.hasExtraProcessorInfo()) {
    queues_ = model_.getExtraProcessorInfo();
    queues_.ReorderBufferSize = reorder_buffer(target, queues_) / kThreadsOfACore;
    model_.ExtraProcessorInfo = &queues_;
  }
}

Lookahead Buffers::lookahead(const std::vector<std::unique_ptr<llvm::mca::Instruction>>& round,
                             const std::vector<bool>& held_up) const {
  double micro_ops = 0;
  std::vector<double> waiting(units_.size(), 0.0);
  for (std::size_t i = 0; i < round.size(); ++i) {
    if (round[i] == nullptr) {
      continue;
    }
    const llvm::mca::InstrDesc& description = round[i]->getDesc();
    micro_ops += description.NumMicroOps;
    for (std::size_t unit = 1; held_up[i] && unit < units_.size(); ++unit) {
      const unsigned bit = llvm::mca::getResourceStateIndex(masks_[unit]);
      waiting[unit] += static_cast<double>((description.UsedBuffers >> bit) & 1U);
    }
  }
  const unsigned reorder_entries =
      model_.hasExtraProcessorInfo() ? queues_.ReorderBufferSize : model_.MicroOpBufferSize;
  Lookahead ahead;
  if (micro_ops > 0) {
    ahead.in_order = reorder_entries / micro_ops;
  }
  for (std::size_t unit = 1; unit < units_.size(); ++unit) {
    if (units_[unit].BufferSize > 0 && waiting[unit] > 0) {
      ahead.waiting = std::min(ahead.waiting, units_[unit].BufferSize / waiting[unit]);
    }
  }
  return ahead;
}

}  // namespace clgauge::lens
