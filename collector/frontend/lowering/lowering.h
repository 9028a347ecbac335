#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "collector/frontend/builtin_call.h"

namespace llvm {
class Module;
}

namespace clgauge::collector {

// How calls of one builtin become plain IR, so that scalar evolution sees through them and the
// counters need not know them. `expand` builds at the call and returns the value that replaces it;
// a null value leaves the call as it is, unless the call returns nothing: then it is dropped. It
// may split the block of the call.
struct Lowering {
  const char* builtin;
  llvm::Value* (*expand)(llvm::IRBuilder<>&, const llvm::CallInst&, const BuiltinCall&);
};

// One table a group of builtins; to add a builtin, add a line to its group.
[[nodiscard]] llvm::ArrayRef<Lowering> async_copy_lowerings();
[[nodiscard]] llvm::ArrayRef<Lowering> integer_lowerings();
[[nodiscard]] llvm::ArrayRef<Lowering> math_lowerings();
[[nodiscard]] llvm::ArrayRef<Lowering> geometric_lowerings();
[[nodiscard]] llvm::ArrayRef<Lowering> vector_memory_lowerings();

void lower_builtins(llvm::Module& module);

}  // namespace clgauge::collector
