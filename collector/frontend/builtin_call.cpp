#include "collector/frontend/builtin_call.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace clgauge::collector {
namespace {

constexpr std::array<std::string_view, 8> kWorkItemFunctions{
    "get_global_id",  "get_local_id",   "get_group_id",      "get_global_size",
    "get_local_size", "get_num_groups", "get_global_offset", "get_enqueued_local_size"};

struct MangledName {
  std::string name;
  llvm::StringRef parameters;
};

MangledName demangle(llvm::StringRef mangled) {
  llvm::StringRef rest = mangled;
  std::size_t length = 0;
  if (rest.consume_front("_Z") && !rest.consumeInteger(10, length) && length <= rest.size()) {
    return {rest.take_front(length).str(), rest.drop_front(length)};
  }
  return {mangled.str(), {}};
}

bool first_is_unsigned(llvm::StringRef parameters) {
  if (parameters.consume_front("Dv")) {
    std::size_t lanes = 0;
    if (parameters.consumeInteger(10, lanes)) return false;
    parameters.consume_front("_");
  }
  // Itanium codes of uchar, ushort, uint, ulong.
  return !parameters.empty() && llvm::StringRef("htjm").contains(parameters.front());
}

}  // namespace

std::string source_name(const llvm::Function& function) {
  return demangle(function.getName()).name;
}

std::optional<BuiltinCall> builtin_call(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || callee->isIntrinsic() || !callee->isDeclaration()) return std::nullopt;
  const MangledName mangled = demangle(callee->getName());
  return BuiltinCall{mangled.name, first_is_unsigned(mangled.parameters)};
}

std::optional<WorkItemQuery> work_item_query(const llvm::CallBase& call) {
  const auto builtin = builtin_call(call);
  if (!builtin || call.arg_size() != 1) return std::nullopt;
  if (std::find(kWorkItemFunctions.begin(), kWorkItemFunctions.end(), builtin->name) ==
      kWorkItemFunctions.end()) {
    return std::nullopt;
  }
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (dimension == nullptr || dimension->getZExtValue() > 2) return std::nullopt;
  return WorkItemQuery{builtin->name, static_cast<unsigned>(dimension->getZExtValue())};
}

bool is_group_barrier(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const auto builtin = call == nullptr ? std::nullopt : builtin_call(*call);
  return builtin && (builtin->name == "barrier" || builtin->name == "work_group_barrier");
}

}  // namespace clgauge::collector
