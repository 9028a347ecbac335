#include "agreement.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <set>
#include <tuple>

#include "base/error.h"
#include "collector/analysis/analyse.h"
#include "collector/analysis/op_classes.h"
#include "collector/frontend/memory_operation.h"
#include "collector/frontend/prepare.h"
#include "collector/kernel/counted_names.h"

namespace clgauge::collector {
namespace {

constexpr std::size_t kMostText = 500;  // of a formula in a message

class Comparison {
 public:
  Comparison(const KernelModel& model, const llvm::Function& kernel, std::int64_t step_limit,
             Agreement& agreement)
      : model_(model), kernel_(kernel), step_limit_(step_limit), agreement_(agreement) {}

  void at(const Bindings& values) {
    values_ = &values;
    if (const auto broken = broken_assumption(model_, values)) {
      agreement_.wrong.push_back("assumes " + *broken + place());
      return;
    }
    ConcreteLaunch launch;
    for (std::size_t d = 0; d < model_.global_size.size(); ++d) {
      launch.global[d] = model_.global_size[d].evaluate(values).value();
      launch.local[d] = model_.local_size[d].evaluate(values).value();
    }
    for (const auto& [name, value] : values) launch.arguments[name] = value;
    launch.step_limit = step_limit_;
    Execution execution;
    try {
      execution = execute(kernel_, launch);
    } catch (const Error& error) {
      agreement_.refused = error.what();
      return;
    }
    compare_ops(execution);
    compare_sync(execution);
    compare_accesses(execution);
    compare_arrays(execution);
  }

 private:
  void check(const std::string& what, const Formula& formula, CountFlag flag, std::int64_t truth) {
    std::optional<std::int64_t> value;
    try {
      value = formula.evaluate(*values_);
    } catch (const Error& error) {
      // A bound that divides by zero at these sizes says nothing, and the report shows none.
      const std::string statement =
          what + ": " + error.what() + " in " + formula.text().substr(0, kMostText);
      (flag == CountFlag::upper ? agreement_.inexact : agreement_.wrong).push_back(statement);
      return;
    }
    const std::string statement = what + " = " + formula.text().substr(0, kMostText) + " = " +
                                  (value ? std::to_string(*value) : unbound(formula)) +
                                  ", oracle " + std::to_string(truth) + place();
    if (flag != CountFlag::exact && flag != CountFlag::indirect) {
      agreement_.inexact.push_back(statement + " [" + name_of(flag) + "]");
      // An upper bound is never below the truth; a missing bound says nothing.
      const bool bound_holds = !value || *value >= truth;
      if (flag == CountFlag::upper && !bound_holds) agreement_.wrong.push_back(statement);
      return;
    }
    ++agreement_.compared;
    if (value != truth) agreement_.wrong.push_back(statement);
  }

  // A formula without a value, by the symbols that have none.
  [[nodiscard]] std::string unbound(const Formula& formula) const {
    std::string names = "?";
    for (const std::string& name : formula.symbols()) {
      if (values_->count(name) == 0) names += " " + name;
    }
    return names;
  }

  // What a buffer must hold: a little more than needed is as good.
  void check_extent(const ArrayUse& use, std::int64_t truth) {
    if (use.extent_flag == CountFlag::exact) {
      check("extent of " + use.array, use.extent_bytes, use.extent_flag, truth);
    } else if (use.extent_bytes.evaluate(*values_).value_or(truth) < truth) {
      agreement_.wrong.push_back("extent of " + use.array + " = " + use.extent_bytes.text() +
                                 " is less than " + std::to_string(truth) + place());
    }
  }

  [[nodiscard]] std::string place() const {
    std::string text = " at";
    for (const auto& [name, value] : *values_) text += " " + name + "=" + std::to_string(value);
    return text;
  }

  void compare_ops(const Execution& execution) {
    std::map<std::tuple<std::string, std::string, bool, bool>, std::int64_t> truth;
    for (const llvm::BasicBlock& block : kernel_) {
      for (const llvm::Instruction& instruction : block) {
        if (const auto op = op_class(instruction)) {
          truth[{op->op, op->dtype, op->index, op->in_local}] +=
              execution.block_runs.at(&block) * op->lanes;
        }
      }
    }
    if (truth.size() != model_.ops.size()) agreement_.wrong.emplace_back("number of op kinds");
    for (const OpCount& op : model_.ops) {
      if (!is_operation(op.op)) agreement_.wrong.push_back(op.op + " is in no list of operations");
      check("op " + op.op + " " + op.dtype, op.count.total, op.count.flag,
            truth.at({op.op, op.dtype, op.index, op.in_local}));
    }
  }

  void compare_sync(const Execution& execution) {
    std::map<std::string, std::int64_t> truth;
    for (const llvm::BasicBlock& block : kernel_) {
      for (const llvm::Instruction& instruction : block) {
        if (const auto kind = sync_kind(instruction)) {
          truth[*kind] += execution.block_runs.at(&block);
        }
      }
    }
    if (truth.size() != model_.sync.size()) agreement_.wrong.emplace_back("number of sync kinds");
    for (const SyncCount& sync : model_.sync) {
      if (!is_sync_kind(sync.kind)) agreement_.wrong.push_back(sync.kind + " is in no list");
      check("sync " + sync.kind, sync.count.total, sync.count.flag, truth.at(sync.kind));
    }
  }

  void compare_accesses(const Execution& execution) {
    std::size_t index = 0;
    for (const llvm::BasicBlock& block : kernel_) {
      for (const llvm::Instruction& instruction : block) {
        for (std::size_t i = 0; i < memory_operations(instruction).size(); ++i) {
          const Access& access = model_.accesses.at(index++);
          check(
              access.direction + " of " + access.array + " in line " + std::to_string(access.line),
              access.count.total, access.count.flag, execution.block_runs.at(&block));
        }
      }
    }
  }

  void compare_arrays(const Execution& execution) {
    for (const ArrayUse& use : model_.arrays) {
      for (const TouchedArray& touched : execution.arrays) {
        if (touched.name != use.array || touched.space != use.space) continue;
        const bool known = use.extent_bytes.text() != "0" || use.extent_flag == CountFlag::exact;
        if (known && touched.every_address_known) {
          check_extent(use, std::max<std::int64_t>(touched.bytes.end(), 0));
        }
        check("accesses of " + use.array, use.accesses, use.accesses_flag,
              (touched.bytes_loaded + touched.bytes_stored) / use.element_bytes);
        const bool has_footprint =
            use.footprint.text() != "0" || use.footprint_flag == CountFlag::exact;
        if (!touched.every_address_known && use.footprint_flag == CountFlag::exact) {
          agreement_.unplaced.push_back("footprint of " + use.array + place());
        }
        if (has_footprint && touched.every_address_known) {
          check("footprint of " + use.array, use.footprint, use.footprint_flag,
                touched.bytes.count_units(use.element_bytes));
        }
      }
    }
  }

  const KernelModel& model_;
  const llvm::Function& kernel_;
  std::int64_t step_limit_;
  Agreement& agreement_;
  const Bindings* values_ = nullptr;
};

}  // namespace

Agreement compare(const Source& source, const std::string& kernel, const LaunchDescription& launch,
                  const std::vector<Bindings>& values, std::int64_t step_limit,
                  const AnalysisLimits& limits) {
  Agreement agreement;
  const PreparedKernel prepared(compile(source), kernel);
  const KernelModel model = analyse(prepared, launch, limits);
  agreement.uncounted = model.refusals;
  for (const OpCount& op : model.ops) agreement.flags.insert(op.count.flag);
  for (const SyncCount& sync : model.sync) agreement.flags.insert(sync.count.flag);
  for (const Access& access : model.accesses) agreement.flags.insert(access.count.flag);
  Comparison comparison(model, prepared.function(), step_limit, agreement);
  for (const Bindings& set : values) comparison.at(set);
  return agreement;
}

}  // namespace clgauge::collector
