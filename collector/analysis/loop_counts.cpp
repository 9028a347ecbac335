#include "collector/analysis/loop_counts.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "collector/analysis/chains.h"
#include "collector/analysis/loop_trips.h"
#include "collector/analysis/op_classes.h"
#include "collector/frontend/builtin_call.h"
#include "collector/frontend/memory_operation.h"

namespace clgauge::collector {
namespace {

constexpr std::int64_t kMostTries = 2;

bool has_barrier(const llvm::Loop& loop) {
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const auto kind = sync_kind(instruction);
      if (kind && kind->rfind("barrier", 0) == 0) return true;
    }
  }
  return false;
}

// Whether neither the work-item nor an iteration of a loop around it changes how often it runs.
bool is_uniform(Workspace& workspace, const llvm::Loop& loop) {
  const LoopSummary& summary = workspace.loops->of(loop);
  if (!summary.exact) return false;
  const auto varies_with = [&](symbolic::AtomId variable) {
    return symbolic::depends_on(workspace.context, summary.trips, variable);
  };
  for (const LaunchSpace::Dimension& dimension : workspace.launch.dimensions()) {
    if (varies_with(dimension.global_id) || varies_with(dimension.local_id) ||
        varies_with(dimension.group_id)) {
      return false;
    }
  }
  for (const llvm::Loop* outer = loop.getParentLoop(); outer != nullptr;
       outer = outer->getParentLoop()) {
    if (varies_with(workspace.loops->iteration_of(*outer))) return false;
  }
  return true;
}

// Bytes of an array that the kernel declares; zero of others.
std::int64_t declared_bytes(const Workspace& workspace, const llvm::Value& array) {
  const llvm::Type* type = nullptr;
  if (const auto* own = llvm::dyn_cast<llvm::AllocaInst>(&array)) type = own->getAllocatedType();
  if (const auto* shared = llvm::dyn_cast<llvm::GlobalVariable>(&array)) {
    type = shared->getValueType();
  }
  if (type == nullptr || !type->isSized()) return 0;
  const llvm::DataLayout& layout = workspace.kernel.function().getParent()->getDataLayout();
  return static_cast<std::int64_t>(
      layout.getTypeAllocSize(const_cast<llvm::Type*>(type)).getFixedSize());
}

// A loop whose every iteration accesses the next place of an array that the kernel declares ends
// before the array does.
std::int64_t most_trips(Workspace& workspace, const std::vector<PlacedAccess>& accesses,
                        const llvm::Loop& loop) {
  const symbolic::AtomId iteration = workspace.loops->iteration_of(loop);
  std::int64_t most = 0;
  for (const PlacedAccess& access : accesses) {
    const bool in_every_iteration =
        workspace.kernel.loops().getLoopFor(access.block) == &loop &&
        loop.getLoopLatch() != nullptr &&
        workspace.kernel.dominators().dominates(access.block, loop.getLoopLatch());
    if (!in_every_iteration || access.places.size() != 1) continue;
    const PlacedAccess::Place& place = access.places.front();
    if (place.array == nullptr || place.offset_in_block.degree(iteration) != 1) continue;
    // own[i % 16] and own[min(i, 15)] come back or stay: no end that the loop could run into.
    if (symbolic::is_compound_in(workspace.context, place.offset_in_block, iteration)) continue;
    const symbolic::Poly step = place.offset_in_block.coefficient(iteration, 1);
    const symbolic::Poly start = place.offset_in_block.coefficient(iteration, 0);
    if (!step.is_constant()) continue;
    const auto step_bytes = static_cast<std::int64_t>(step.constant_term().floor());
    if (step_bytes < 1) continue;
    std::int64_t bytes = declared_bytes(workspace, *place.array) - access.operation.bytes;
    if (start.is_constant()) bytes -= static_cast<std::int64_t>(start.constant_term().floor());
    if (bytes < 0) continue;
    const std::int64_t trips = bytes / step_bytes + 1;
    most = most == 0 ? trips : std::min(most, trips);
  }
  return most;
}

bool exchanges(const llvm::Value& value) {
  const llvm::Value* result = &value;
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(result)) result = cast->getOperand(0);
  const auto* call = llvm::dyn_cast<llvm::CallInst>(result);
  const auto builtin = call == nullptr ? std::nullopt : builtin_call(*call);
  return builtin && is_atomic_builtin(builtin->name) &&
         (builtin->name.find("cmpxchg") != std::string::npos ||
          builtin->name.find("compare_exchange") != std::string::npos);
}

// Whether it goes on until a compare-and-exchange succeeds, as nearly every first one does.
bool retries(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*, 4> exits;
  loop.getExitingBlocks(exits);
  return std::any_of(exits.begin(), exits.end(), [](const llvm::BasicBlock* block) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (branch == nullptr || !branch->isConditional()) return false;
    const auto* test = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    return exchanges(test == nullptr ? *branch->getCondition() : *test->getOperand(0)) ||
           (test != nullptr && exchanges(*test->getOperand(1)));
  });
}

// `#pragma unroll`, or the attribute, without a number: the front end notes it down at the loop.
bool asks_unrolling(const llvm::Loop& loop) {
  return llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.enable") ||
         llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.full");
}

void add_carried(const llvm::Loop& loop, LoopCount& count) {
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    if (phi.getType()->isFPOrFPVectorTy()) {
      ++count.carried_values;
      count.carried_bytes +=
          static_cast<int>(phi.getType()->getPrimitiveSizeInBits().getFixedSize() / 8);
    }
  }
}

}  // namespace

std::int64_t constant_trips(Workspace& workspace, const llvm::Loop& loop) {
  const LoopSummary& summary = workspace.loops->of(loop);
  return summary.exact && summary.trips.is_constant()
             ? static_cast<std::int64_t>(summary.trips.constant_term().floor())
             : 0;
}

std::vector<LoopCount> loop_counts(Workspace& workspace, BlockCounts& counts,
                                   const std::vector<PlacedAccess>& accesses,
                                   const Chains& chains) {
  std::vector<LoopCount> result;
  for (const llvm::Loop* loop : workspace.kernel.loops().getLoopsInPreorder()) {
    LoopCount count;
    count.name = name_of(workspace, *loop);
    if (const llvm::Loop* parent = loop->getParentLoop()) {
      count.parent = name_of(workspace, *parent);
    }
    count.has_barrier = has_barrier(*loop);
    count.uniform = is_uniform(workspace, *loop);
    count.constant_trips = constant_trips(workspace, *loop);
    count.asks_unrolling = asks_unrolling(*loop);
    const LoopSummary& summary = workspace.loops->of(*loop);
    count.left_on_data = !summary.exact && summary.data_dependent;
    if (symbolic::is_opaque(workspace.context, summary.trips)) {
      count.most_trips = retries(*loop) ? kMostTries : most_trips(workspace, accesses, *loop);
    }
    add_carried(*loop, count);
    count.chain = chains.of(*loop);
    // loop-simplify has given every loop one latch, which a complete iteration ends with.
    if (const llvm::BasicBlock* latch = loop->getLoopLatch()) {
      count.iterations = count_of(workspace.context, counts.of(*latch), 1);
    } else {
      count.iterations.flag = CountFlag::data_dependent;
    }
    result.push_back(std::move(count));
  }
  return result;
}

}  // namespace clgauge::collector
