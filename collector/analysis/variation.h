#pragma once

#include <map>

#include "collector/analysis/workspace.h"

namespace llvm {
class PHINode;
class Value;
}  // namespace llvm

namespace clgauge::collector {

// Whether a value of the kernel, one from memory too, may be another one for the neighbour along
// one way through the launch: the next work-item of a group, the next group, the next iteration.
class Variation {
 public:
  static Variation along_local(const Workspace& workspace, unsigned dimension);
  static Variation along_group(const Workspace& workspace, unsigned dimension);
  static Variation along_loop(const Workspace& workspace, const llvm::Loop& loop);

  [[nodiscard]] bool of(const llvm::Value& value);

 private:
  Variation(const Workspace& workspace, const char* id, unsigned dimension, const llvm::Loop* loop)
      : workspace_(workspace), id_(id), dimension_(dimension), loop_(loop) {}
  [[nodiscard]] bool compute(const llvm::Value& value);
  [[nodiscard]] bool of_phi(const llvm::PHINode& phi);
  [[nodiscard]] bool of_operands(const llvm::Value& value);

  const Workspace& workspace_;
  const char* id_;  // the query that differs beside get_global_id; null along a loop
  unsigned dimension_;
  const llvm::Loop* loop_;
  // What is being computed counts as the same meanwhile: a circle varies if something beside it
  // does.
  std::map<const llvm::Value*, bool> known_;
};

// Whether the value, or one that it is computed from, is read from private memory, of which nobody
// knows what the kernel left there.
[[nodiscard]] bool is_from_private_memory(const llvm::Value& value);

}  // namespace clgauge::collector
