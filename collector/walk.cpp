#include "collector/walk.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "collector/analysis/op_classes.h"
#include "collector/frontend/memory_operation.h"
#include "collector/oracle/oracle.h"

namespace clgauge::collector {
namespace {

// Runs of blocks, added up as the model lists its counts.
class Sums {
 public:
  Sums(const llvm::Function& kernel, const Execution& execution) {
    for (const llvm::BasicBlock& block : kernel) {
      const std::int64_t runs = execution.block_runs.at(&block);
      for (const llvm::Instruction& instruction : block) add(instruction, runs);
    }
    for (const TouchedArray& array : execution.arrays) {
      arrays_[{array.name, array.space}].push_back(&array);
    }
    every_array_known_ = execution.every_array_known;
  }

  WalkedCounts counts(const KernelModel& model) {
    WalkedCounts walked;
    for (const OpCount& op : model.ops)
      walked.ops.push_back(ops_[{op.op, op.dtype, op.index, op.in_local}]);
    for (const SyncCount& sync : model.sync) walked.sync.push_back(sync_[sync.kind]);
    walked.accesses = accesses_;
    for (const ArrayUse& array : model.arrays) walked.arrays.push_back(of(array));
    return walked;
  }

 private:
  void add(const llvm::Instruction& instruction, std::int64_t runs) {
    if (const auto op = op_class(instruction)) {
      ops_[{op->op, op->dtype, op->index, op->in_local}] += runs * op->lanes;
    }
    if (const auto kind = sync_kind(instruction)) sync_[*kind] += runs;
    accesses_.insert(accesses_.end(), memory_operations(instruction).size(), runs);
  }

  WalkedCounts::Array of(const ArrayUse& use) {
    WalkedCounts::Array result;
    const auto& found = arrays_[{use.array, use.space}];
    // Private variables that were taken apart share a name.
    if (!every_array_known_ || found.size() != 1) return result;
    const TouchedArray& touched = *found.front();
    result.accesses = (touched.bytes_loaded + touched.bytes_stored) / use.element_bytes;
    if (touched.every_address_known) {
      result.footprint = touched.bytes.count_units(use.element_bytes);
      result.extent_bytes = std::max<std::int64_t>(touched.bytes.end(), 0);
    }
    return result;
  }

  std::map<std::tuple<std::string, std::string, bool, bool>, std::int64_t> ops_;
  std::map<std::string, std::int64_t> sync_;
  std::vector<std::int64_t> accesses_;
  std::map<std::pair<std::string, std::string>, std::vector<const TouchedArray*>> arrays_;
  bool every_array_known_ = true;
};

}  // namespace

std::optional<ConcreteLaunch> concrete_launch(const KernelModel& model, const Bindings& sizes) {
  ConcreteLaunch launch;
  for (std::size_t d = 0; d < model.global_size.size(); ++d) {
    const auto global = model.global_size[d].evaluate(sizes);
    const auto local = model.local_size[d].evaluate(sizes);
    if (!global || !local) return std::nullopt;
    launch.global[d] = *global;
    launch.local[d] = *local;
  }
  launch.arguments.insert(sizes.begin(), sizes.end());
  return launch;
}

std::optional<WalkedCounts> walk(const PreparedKernel& kernel, const KernelModel& model,
                                 const ConcreteLaunch& launch) {
  try {
    const Execution execution = execute(kernel.function(), launch);
    WalkedCounts walked = Sums(kernel.function(), execution).counts(model);
    if (walked.accesses.size() != model.accesses.size()) return std::nullopt;
    walked.sizes = launch.arguments;
    return walked;
  } catch (const Error&) {
    return std::nullopt;  // the oracle says why; the model's flags do, too
  }
}

}  // namespace clgauge::collector
