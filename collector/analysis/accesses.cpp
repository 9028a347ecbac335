#include "collector/analysis/accesses.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "collector/analysis/strides.h"
#include "collector/analysis/value_forms.h"
#include "collector/frontend/types.h"
#include "collector/kernel/formula_builder.h"

namespace clgauge::collector {
namespace {

using symbolic::Poly;

// "a", or "a|b" where a pointer may belong to either.
std::string array_names(const PlacedAccess& access, const llvm::Function& kernel) {
  if (access.array != nullptr) return array_name(*access.array, kernel);
  std::string names;
  for (const llvm::Value* array : origins_of(*access.operation.pointer).arrays) {
    if (!names.empty()) names += "|";
    names += array_name(*array, kernel);
  }
  return names.empty() ? "unknown" : names;
}

}  // namespace

std::vector<PlacedAccess> find_accesses(Workspace& workspace) {
  std::vector<PlacedAccess> accesses;
  for (const llvm::BasicBlock& block : workspace.kernel.function()) {
    for (const llvm::Instruction& instruction : block) {
      for (const MemoryOperation& operation : memory_operations(instruction)) {
        const PointerForm form = workspace.values->pointer_at(*operation.pointer, block);
        PlacedAccess access;
        access.operation = operation;
        access.block = &block;
        access.array = form.array;
        access.offset = form.offset;
        access.placed =
            form.array != nullptr && !symbolic::is_opaque(workspace.context, form.offset);
        accesses.push_back(std::move(access));
      }
    }
  }
  return accesses;
}

Access describe(Workspace& workspace, BlockCounts& counts, const PlacedAccess& placed) {
  const MemoryOperation& operation = placed.operation;
  Access access;
  access.array = array_names(placed, workspace.kernel.function());
  access.space = array_space(placed.array != nullptr ? *placed.array : *operation.pointer);
  access.direction = operation.is_store ? "store" : "load";
  access.dtype = operation.type == nullptr ? "int8" : dtype_of(*operation.type);
  access.lanes = operation.type == nullptr ? operation.bytes : lanes_of(*operation.type);
  access.bytes = operation.bytes;
  access.line = line_of(*operation.instruction);
  access.count = count_of(workspace.context, counts.of(*placed.block), 1);
  if (!placed.placed) {
    access.affine = false;
    if (access.count.flag == CountFlag::exact) access.count.flag = CountFlag::indirect;
    return access;
  }
  const AccessStrides strides = strides_of(workspace, placed.offset, *placed.block);
  const auto in_elements = [&](const Poly& bytes) {
    const symbolic::Rational scale(1, operation.bytes > 0 ? operation.bytes : 1);
    return FormulaBuilder::build(workspace.context, bytes * scale);
  };
  for (const Poly& stride : strides.local) access.local_strides.push_back(in_elements(stride));
  for (const Poly& stride : strides.group) access.group_strides.push_back(in_elements(stride));
  for (const auto& [loop, stride] : strides.loops) {
    access.loop_strides.emplace(name_of(workspace, *loop), in_elements(stride));
  }
  access.affine = strides.affine;
  return access;
}

}  // namespace clgauge::collector
