#include "collector/extent_bounds.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "collector/frontend/builtin_call.h"
#include "collector/frontend/memory_operation.h"

namespace clgauge::collector {
namespace {

// From here on a range says that nothing is known: an index that was loaded may be any number, the
// least range of which is that of an `int` that counts bytes.
constexpr std::int64_t kMostBytes = (std::int64_t{1} << 31) - 1;

// How many values a work-item function has, from 0 on; a constant where there is but one answer.
struct Answer {
  std::int64_t values = 1;
  std::int64_t constant = 0;
};

Answer answer_to(const WorkItemQuery& query, const ConcreteLaunch& launch) {
  const std::int64_t global = launch.global[query.dimension];
  const std::int64_t local = launch.local[query.dimension];
  if (query.name == "get_global_id") return {global, 0};
  if (query.name == "get_local_id") return {local, 0};
  if (query.name == "get_group_id") return {global / local, 0};
  if (query.name == "get_global_size") return {1, global};
  if (query.name == "get_num_groups") return {1, global / local};
  if (query.name == "get_global_offset") return {1, 0};
  return {1, local};
}

// Makes numbers of the arguments, and of the ids values with a known range.
void fix_launch(llvm::Function& kernel, const ConcreteLaunch& launch) {
  for (llvm::Argument& argument : kernel.args()) {
    const auto value = launch.arguments.find(argument.getName().str());
    if (argument.getType()->isIntegerTy() && value != launch.arguments.end()) {
      argument.replaceAllUsesWith(llvm::ConstantInt::getSigned(argument.getType(), value->second));
    }
  }
  llvm::MDBuilder metadata(kernel.getContext());
  for (llvm::BasicBlock& block : kernel) {
    for (llvm::Instruction& instruction : block) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const auto query = call == nullptr ? std::nullopt : work_item_query(*call);
      if (!query || !call->getType()->isIntegerTy()) continue;
      const Answer answer = answer_to(*query, launch);
      const unsigned bits = call->getType()->getIntegerBitWidth();
      if (answer.values > 1) {
        call->setMetadata(
            llvm::LLVMContext::MD_range,
            metadata.createRange(llvm::APInt(bits, 0),
                                 llvm::APInt(bits, static_cast<std::uint64_t>(answer.values))));
      } else {
        call->replaceAllUsesWith(llvm::ConstantInt::getSigned(call->getType(), answer.constant));
      }
    }
  }
}

class Bounds {
 public:
  explicit Bounds(llvm::Function& kernel)
      : library_(library_functions_),
        assumptions_(kernel),
        dominators_(kernel),
        loops_(dominators_),
        evolution_(kernel, library_, assumptions_, dominators_, loops_) {}

  // One past the last byte that the operation touches, counted from its array's first; nothing
  // where the array is one of several.
  std::optional<std::int64_t> end_of(const MemoryOperation& operation,
                                     const PointerOrigins& origins) {
    if (origins.arrays.size() != 1) return std::nullopt;
    auto* pointer = const_cast<llvm::Value*>(operation.pointer);
    const llvm::SCEV* address = evolution_.getSCEV(pointer);
    const llvm::SCEV* base = evolution_.getPointerBase(address);
    const llvm::SCEV* offset = evolution_.getMinusSCEV(address, base);
    const auto* array = llvm::dyn_cast<llvm::SCEVUnknown>(base);
    if (array == nullptr || array->getValue() != origins.arrays.front() ||
        llvm::isa<llvm::SCEVCouldNotCompute>(offset)) {
      return std::nullopt;
    }
    const llvm::APInt last = evolution_.getSignedRange(offset).getSignedMax();
    if (last.sge(kMostBytes)) return std::nullopt;
    return std::max<std::int64_t>(last.getSExtValue(), 0) + operation.bytes;
  }

 private:
  llvm::TargetLibraryInfoImpl library_functions_;
  llvm::TargetLibraryInfo library_;
  llvm::AssumptionCache assumptions_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::ScalarEvolution evolution_;
};

}  // namespace

ExtentBounds extent_bounds(PreparedKernel& kernel, const KernelModel& model,
                           const ConcreteLaunch& launch) {
  llvm::Function& function = kernel.function();
  fix_launch(function, launch);
  Bounds bounds(function);
  std::map<std::pair<std::string, std::string>, std::optional<std::int64_t>> ends;
  bool every_array_known = true;
  for (const llvm::BasicBlock& block : function) {
    for (const llvm::Instruction& instruction : block) {
      for (const MemoryOperation& operation : memory_operations(instruction)) {
        const PointerOrigins origins = origins_of(*operation.pointer);
        every_array_known = every_array_known && origins.complete;
        const auto end = bounds.end_of(operation, origins);
        for (const llvm::Value* array : origins.arrays) {
          const auto [known, is_first] =
              ends.try_emplace({array_name(*array, function), array_space(*array)}, end);
          auto& highest = known->second;
          if (is_first || !highest) continue;
          highest = end ? std::optional(std::max(*highest, *end)) : std::nullopt;
        }
      }
    }
  }
  ExtentBounds result{launch.arguments, {}, {}};
  for (const ArrayUse& array : model.arrays) {
    const auto found = ends.find({array.array, array.space});
    result.bytes.push_back(found == ends.end() || !every_array_known ? std::nullopt
                                                                     : found->second);
  }
  return result;
}

}  // namespace clgauge::collector
