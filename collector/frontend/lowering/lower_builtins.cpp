#include <llvm/ADT/StringMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "collector/frontend/lowering/lowering.h"

namespace clgauge::collector {
namespace {

llvm::StringMap<const Lowering*> lowering_table() {
  llvm::StringMap<const Lowering*> table;
  for (const llvm::ArrayRef<Lowering> group :
       {async_copy_lowerings(), integer_lowerings(), math_lowerings(), geometric_lowerings(),
        vector_memory_lowerings()}) {
    for (const Lowering& lowering : group) table[lowering.builtin] = &lowering;
  }
  return table;
}

// "vstore_half4" of "vstore_half4_rtz": how it rounds costs nothing.
llvm::StringRef without_rounding(llvm::StringRef builtin) {
  if (!builtin.startswith("vstore")) return builtin;
  for (const char* mode : {"_rte", "_rtz", "_rtp", "_rtn"}) {
    if (builtin.consume_back(mode)) break;
  }
  return builtin;
}

}  // namespace

void lower_builtins(llvm::Module& module) {
  static const llvm::StringMap<const Lowering*> table = lowering_table();
  for (llvm::Function& function : module) {
    std::vector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) calls.push_back(call);
    }
    for (llvm::CallInst* call : calls) {
      const auto builtin = builtin_call(*call);
      if (!builtin) continue;
      const auto lowering = table.find(without_rounding(builtin->name));
      if (lowering == table.end()) continue;
      llvm::IRBuilder<> builder(call);
      llvm::Value* replacement = lowering->second->expand(builder, *call, *builtin);
      if (replacement == nullptr && !call->getType()->isVoidTy()) continue;
      if (replacement != nullptr && !call->getType()->isVoidTy()) {
        call->replaceAllUsesWith(replacement);
      }
      call->eraseFromParent();
    }
  }
}

}  // namespace clgauge::collector
