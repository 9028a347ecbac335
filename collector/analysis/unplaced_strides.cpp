#include "collector/analysis/unplaced_strides.h"

#include <llvm/Analysis/LoopInfo.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "collector/analysis/loop_trips.h"
#include "collector/analysis/strides.h"
#include "collector/analysis/value_forms.h"
#include "collector/analysis/variation.h"
#include "collector/analysis/written_formula.h"

namespace clgauge::collector {
namespace {

using symbolic::Poly;

class UnplacedStrides {
 public:
  UnplacedStrides(Workspace& workspace, Poly offset, const llvm::BasicBlock& block)
      : workspace_(workspace), block_(block), offset_(std::move(offset)) {
    for (const symbolic::AtomId atom : offset_.atoms()) {
      for (const symbolic::AtomId symbol : workspace.context.atom(atom).free_symbols) {
        if (!workspace.context.atom(symbol).opaque) continue;
        unknown_.push_back(symbol);
        values_.push_back(workspace.values->behind(symbol));
      }
    }
  }

  void describe(Access& access) {
    const bool can_tell =
        !unknown_.empty() && std::find(values_.begin(), values_.end(), nullptr) == values_.end();
    if (!can_tell) return;
    if (std::any_of(values_.begin(), values_.end(),
                    [](const llvm::Value* value) { return is_from_private_memory(*value); })) {
      return describe_private(access);
    }
    AccessStrides strides = strides_of(workspace_, offset_, block_);
    const bool in_rows = strides.affine_in_rows && !varies(Variation::along_local(workspace_, 0));
    Access result = access;
    if (in_rows ? describe_rows(strides, result) : describe_walks(strides, result)) {
      access = std::move(result);
    }
  }

 private:
  // Another row may be any: neither the next one nor one that shares more with it than all do.
  static constexpr int kRowsApart = 3;

  bool describe_rows(AccessStrides& strides, Access& access) {
    const Poly elsewhere = offset_.coefficient(unknown_.front(), 1) * Poly(kRowsApart);
    if (elsewhere.is_zero()) return false;
    for (unsigned d = 0; d < strides.local.size(); ++d) {
      if (varies(Variation::along_local(workspace_, d))) strides.local[d] = elsewhere;
      if (varies(Variation::along_group(workspace_, d))) strides.group[d] = elsewhere;
    }
    for (auto& [loop, stride] : strides.loops) {
      if (varies(Variation::along_loop(workspace_, *loop))) stride = elsewhere;
    }
    for (const auto* list : {&strides.local, &strides.group}) {
      if (std::any_of(list->begin(), list->end(),
                      [&](const Poly& stride) { return depends(stride); })) {
        return false;
      }
    }
    access.stride_unit_bytes = unit_of(strides, access);
    for (const Poly& stride : strides.local)
      access.local_strides.push_back(in_units(access, stride));
    for (const Poly& stride : strides.group)
      access.group_strides.push_back(in_units(access, stride));
    access.affine_in_rows = true;
    return write_loops(strides, access) && flag_ == CountFlag::exact;
  }

  // Lists of neighbours that a work-item keeps: no loop through one leads far.
  void describe_private(Access& access) {
    for (const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(&block_); loop != nullptr;
         loop = loop->getParentLoop()) {
      access.loop_strides.emplace(name_of(workspace_, *loop), Formula());
    }
  }

  // Along loops alone.
  bool describe_walks(AccessStrides& strides, Access& access) {
    std::erase_if(strides.loops, [&](const auto& each) {
      return varies(Variation::along_loop(workspace_, *each.first)) || depends(each.second);
    });
    const bool moves = std::any_of(strides.loops.begin(), strides.loops.end(),
                                   [](const auto& each) { return !each.second.is_zero(); });
    strides.local.clear();
    strides.group.clear();
    access.stride_unit_bytes = unit_of(strides, access);
    return moves && write_loops(strides, access) && flag_ == CountFlag::exact;
  }

  bool write_loops(const AccessStrides& strides, Access& access) {
    for (const auto& [loop, stride] : strides.loops) {
      if (depends(stride)) return false;
      access.loop_strides.emplace(name_of(workspace_, *loop), in_units(access, stride));
    }
    return true;
  }

  Formula in_units(const Access& access, const Poly& bytes) {
    return written(workspace_.context, bytes * symbolic::Rational(1, access.stride_unit_bytes),
                   flag_);
  }

  bool varies(Variation variation) const {
    return std::any_of(values_.begin(), values_.end(),
                       [&](const llvm::Value* value) { return variation.of(*value); });
  }

  // Whether the stride is another one elsewhere, or is none that a launch determines.
  [[nodiscard]] bool depends(const Poly& stride) const {
    if (symbolic::is_opaque(workspace_.context, stride)) return true;
    const auto depends_on = [&](symbolic::AtomId variable) {
      return symbolic::depends_on(workspace_.context, stride, variable);
    };
    for (const LaunchSpace::Dimension& dimension : workspace_.launch.dimensions()) {
      if (depends_on(dimension.local_id) || depends_on(dimension.group_id) ||
          depends_on(dimension.global_id)) {
        return true;
      }
    }
    for (const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(&block_); loop != nullptr;
         loop = loop->getParentLoop()) {
      if (depends_on(workspace_.loops->iteration_of(*loop))) return true;
    }
    return false;
  }

  Workspace& workspace_;
  const llvm::BasicBlock& block_;
  Poly offset_;
  std::vector<symbolic::AtomId> unknown_;
  std::vector<const llvm::Value*> values_;  // behind them
  CountFlag flag_ = CountFlag::exact;
};

}  // namespace

void describe_unplaced(Workspace& workspace, const Poly& offset, const llvm::BasicBlock& block,
                       Access& access) {
  UnplacedStrides(workspace, offset, block).describe(access);
}

}  // namespace clgauge::collector
