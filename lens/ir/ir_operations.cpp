#include "lens/ir/ir_operations.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "collector/analysis/op_classes.h"
#include "collector/frontend/builtin_call.h"
#include "collector/frontend/memory_operation.h"
#include "lens/evaluate/refusal.h"
#include "lens/ir/ir_kernel.h"

namespace clgauge::lens {
namespace {

constexpr std::array<std::string_view, 10> kPlain{"add", "mul", "madd",   "neg",    "cmp",
                                                  "bit", "cvt", "select", "minmax", "abs"};

// Where a texel lies is the driver's secret.
std::optional<std::string> image_access(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  auto builtin = call == nullptr ? std::nullopt : collector::builtin_call(*call);
  const bool is_access = builtin && (builtin->name.starts_with("read_image") ||
                                     builtin->name.starts_with("write_image"));
  return is_access ? std::optional(std::move(builtin->name)) : std::nullopt;
}

void refuse_unknown_call(const llvm::Instruction& instruction) {
  auto name = collector::uncounted(instruction);
  if (!name) {
    name = image_access(instruction);
  }
  if (name) {
    throw Refusal(RefusalKind::unknown_call, std::string(name_of(RefusalKind::unknown_call)) +
                                                 ": what memory " + *name + " accesses in " +
                                                 line_of(instruction) + " is not known");
  }
}

void add_arithmetic(const collector::OpClass& op, double runs, ItemOperations& sums) {
  const double count = runs * op.lanes;
  if (op.op == "div" || op.op == "rem") {
    sums.divisions += count;
  } else if (op.op == "atomic") {
    sums.atomics += count;
  } else if (std::find(kPlain.begin(), kPlain.end(), op.op) == kPlain.end()) {
    sums.calls[op.op] += count;
  } else if (op.index) {
    sums.index += count;
  } else if (op.dtype.starts_with("float")) {
    (op.dtype == "float64" ? sums.float64 : sums.float32) += count;
  } else {
    sums.integer += count;
  }
}

// A generic pointer points where its first origin lies.
std::string space_of(const llvm::Value& pointer) {
  const auto origins = collector::origins_of(pointer);
  return collector::array_space(origins.arrays.empty() ? pointer : *origins.arrays.front());
}

void add_accesses(const llvm::Instruction& instruction, double runs, ItemOperations& sums) {
  for (const collector::MemoryOperation& operation : collector::memory_operations(instruction)) {
    const std::string space = space_of(*operation.pointer);
    if (space == "local") {
      sums.local_accesses += runs;
    } else if (space == "private") {
      sums.private_accesses += runs;
    } else {
      (operation.is_store ? sums.global_bytes_stored : sums.global_bytes_loaded) +=
          runs * operation.bytes;
    }
  }
}

}  // namespace

ItemOperations operations_of(const llvm::Function& kernel, const std::vector<double>& block_runs) {
  ItemOperations sums;
  std::size_t number = 0;
  for (const llvm::BasicBlock& block : kernel) {
    const double runs = block_runs.at(number++);
    if (runs <= 0) {
      continue;
    }
    for (const llvm::Instruction& instruction : block) {
      refuse_unknown_call(instruction);
      if (const auto op = collector::op_class(instruction)) {
        add_arithmetic(*op, runs, sums);
      }
      const auto sync = collector::sync_kind(instruction);
      sums.barriers += sync && sync->starts_with("barrier") ? runs : 0;
      add_accesses(instruction, runs, sums);
    }
  }
  return sums;
}

}  // namespace clgauge::lens
