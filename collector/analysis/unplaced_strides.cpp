#include "collector/analysis/unplaced_strides.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

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
    for (const symbolic::AtomId symbol : unknown_in(offset_)) {
      unknown_.push_back(symbol);
      values_.push_back(workspace.values->behind(symbol));
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
    if (has_periods() && stay_within_periods()) return describe_periods(access);
    AccessStrides strides = strides_of(workspace_, offset_, block_);
    const bool in_rows = strides.affine_in_rows && !varies(Variation::along_local(workspace_, 0));
    Access result = access;
    if (in_rows ? describe_rows(strides, result) : describe_walks(strides, result)) {
      result.affine_in_rows = in_rows;
      access = std::move(result);
    }
  }

 private:
  // Another row may be any: neither the next one nor one that shares more with it than all do.
  static constexpr int kRowsApart = 3;
  // Of divisions within divisions.
  static constexpr int kMostNested = 8;

  [[nodiscard]] std::vector<symbolic::AtomId> unknown_in(const Poly& poly) const {
    std::vector<symbolic::AtomId> unknown;
    for (const symbolic::AtomId atom : poly.atoms()) {
      for (const symbolic::AtomId symbol : workspace_.context.atom(atom).free_symbols) {
        if (workspace_.context.atom(symbol).opaque) unknown.push_back(symbol);
      }
    }
    return unknown;
  }

  static bool is_remainder(const llvm::Value& value) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
    return operation != nullptr && (operation->getOpcode() == llvm::Instruction::URem ||
                                    operation->getOpcode() == llvm::Instruction::SRem);
  }

  static bool is_quotient(const llvm::Value& value) {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
    return operation != nullptr && (operation->getOpcode() == llvm::Instruction::UDiv ||
                                    operation->getOpcode() == llvm::Instruction::SDiv ||
                                    operation->getOpcode() == llvm::Instruction::LShr ||
                                    operation->getOpcode() == llvm::Instruction::AShr);
  }

  // Of values that differ along a row.
  [[nodiscard]] bool has_periods() const {
    Variation along_row = Variation::along_local(workspace_, 0);
    return std::any_of(values_.begin(), values_.end(), [&](const llvm::Value* value) {
      return along_row.of(*value) &&
             (is_remainder(*value) || is_quotient(*value) || llvm::isa<llvm::CastInst>(value));
    });
  }

  [[nodiscard]] Poly dividend_of(const llvm::Value& value) const {
    return workspace_.values->at(*llvm::cast<llvm::Instruction>(value).getOperand(0), block_);
  }

  // Whether it is what a division leaves of what differs by a stride between neighbours, rather
  // than of a hash or of what memory says: within a period the quotient is the same, and the
  // remainder steps as the dividend does.
  bool is_orderly(const llvm::Value* value, int depth) {
    if (value == nullptr || depth == 0) return false;
    Variation along_row = Variation::along_local(workspace_, 0);
    if (!along_row.of(*value)) return true;
    if (!is_remainder(*value) && !is_quotient(*value) && !llvm::isa<llvm::CastInst>(value)) {
      return false;
    }
    if (!llvm::isa<llvm::CastInst>(value) &&
        along_row.of(*llvm::cast<llvm::Instruction>(value)->getOperand(1))) {
      return false;
    }
    const auto inner = unknown_in(dividend_of(*value));
    return std::all_of(inner.begin(), inner.end(), [&](symbolic::AtomId symbol) {
      return is_orderly(workspace_.values->behind(symbol), depth - 1);
    });
  }

  // Puts dividends in the place of remainders. False, and nothing done, where something else is
  // unknown that differs between neighbours.
  bool stay_within_periods() {
    Poly offset = offset_;
    std::vector<symbolic::AtomId> rows;
    for (int round = 0; round < kMostNested; ++round) {
      rows.clear();
      bool is_done = true;
      for (const symbolic::AtomId symbol : unknown_in(offset)) {
        const llvm::Value* value = workspace_.values->behind(symbol);
        if (!is_orderly(value, kMostNested)) return false;
        if (is_quotient(*value)) continue;
        if (is_remainder(*value) || llvm::isa<llvm::CastInst>(value)) {
          offset = symbolic::substitute(workspace_.context, offset, symbol, dividend_of(*value));
          is_done = false;
        } else {
          rows.push_back(symbol);
        }
      }
      if (is_done) break;
    }
    offset_ = std::move(offset);
    unknown_ = std::move(rows);
    values_.clear();
    for (const symbolic::AtomId symbol : unknown_) {
      values_.push_back(workspace_.values->behind(symbol));
    }
    return true;
  }

  void describe_periods(Access& access) {
    AccessStrides strides = strides_of(workspace_, offset_, block_);
    Access result = access;
    if (describe_rows(strides, result)) access = std::move(result);
  }

  bool describe_rows(AccessStrides& strides, Access& access) {
    const Poly elsewhere =
        unknown_.empty() ? Poly(0) : offset_.coefficient(unknown_.front(), 1) * Poly(kRowsApart);
    if (elsewhere.is_zero() && !unknown_.empty()) return false;
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
