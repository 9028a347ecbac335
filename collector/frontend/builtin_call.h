#pragma once

#include <optional>
#include <string>

namespace llvm {
class CallBase;
class Function;
class Instruction;
}  // namespace llvm

namespace clgauge::collector {

// A call of an OpenCL C builtin, read from its Itanium-mangled name ("_Z3maxjj").
struct BuiltinCall {
  std::string name;                // "max"
  bool unsigned_operands = false;  // the first parameter is of an unsigned integer type
};

// Nothing for an indirect call, an LLVM intrinsic or a function with a body.
[[nodiscard]] std::optional<BuiltinCall> builtin_call(const llvm::CallBase& call);

// The name before mangling: "max" of "_Z3maxjj"; a name that is not mangled comes back unchanged.
[[nodiscard]] std::string source_name(const llvm::Function& function);

// For get_global_id(1) and its kin: the function's name and the dimension; nothing for other calls
// and for a dimension that is not a constant of 0 to 2.
struct WorkItemQuery {
  std::string name;
  unsigned dimension = 0;
};
[[nodiscard]] std::optional<WorkItemQuery> work_item_query(const llvm::CallBase& call);

// Whether all of a work-group waits there for each other.
[[nodiscard]] bool is_group_barrier(const llvm::Instruction& instruction);

}  // namespace clgauge::collector
