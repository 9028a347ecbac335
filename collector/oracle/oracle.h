#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "collector/oracle/byte_set.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace clgauge::collector {

// A launch with every number known.
struct ConcreteLaunch {
  std::array<std::int64_t, 3> global{1, 1, 1};
  std::array<std::int64_t, 3> local{1, 1, 1};
  std::array<std::int64_t, 3> offset{0, 0, 0};
  std::map<std::string, std::int64_t> arguments;  // integer arguments by name
  // Instructions that may be executed before the oracle gives up.
  std::int64_t step_limit = 400'000'000;
};

// What one array saw.
struct TouchedArray {
  std::string name;
  std::string space;
  const llvm::Value* value = nullptr;  // the argument or variable
  ByteSet bytes;
  std::int64_t bytes_loaded = 0;
  std::int64_t bytes_stored = 0;
  bool every_address_known = true;
  const llvm::Instruction* unplaced = nullptr;  // the first access whose address was not known
};

struct Execution {
  // How often each block ran, over all work-items.
  std::unordered_map<const llvm::BasicBlock*, std::int64_t> block_runs;
  std::vector<TouchedArray> arrays;  // in the order of first appearance in the kernel
  // False when an access could not be attributed: the arrays then saw more than stands above.
  bool every_array_known = true;
  const llvm::Instruction* unattributed = nullptr;  // the first of those
  // Distinct bytes of each memory instruction's own operand (0: the load, 1: the store of a copy).
  std::unordered_map<const llvm::Instruction*, std::array<ByteSet, 2>> touched_by;
  std::int64_t steps = 0;
};

// One work-item at a memory instruction, its address known.
struct AccessEvent {
  const llvm::Instruction* instruction = nullptr;
  int operand = 0;          // as in Execution::touched_by
  std::size_t array = 0;    // in Execution::arrays
  std::int64_t offset = 0;  // in bytes
  std::int64_t bytes = 0;
  std::array<std::int64_t, 3> global_id{};  // without the launch's offset
};
// Called work-item by work-item, for each in the order of its run.
using AccessObserver = std::function<void(const AccessEvent&)>;

// Walks the kernel's IR for every work-item and counts what happens: no symbols, no algebra,
// nothing shared with the symbolic analysis. The harness of the tests, and the numeric fallback for
// footprints that have no closed form. Memory contents are not simulated: Error(unsupported) names
// the line of a branch that depends on them. Error(timeout) at the step limit, Error(input) for a
// launch that is impossible (local size zero) or an integer argument without a value.
[[nodiscard]] Execution execute(const llvm::Function& kernel, const ConcreteLaunch& launch,
                                bool record_addresses = true,
                                const AccessObserver& observer = nullptr);

// Told what each work-item does, in the order of its run; one work-item after the other.
class GroupObserver {
 public:
  virtual ~GroupObserver() = default;
  virtual void begin_item() = 0;
  virtual void access(const AccessEvent& event) = 0;
  virtual void barrier(const llvm::Instruction& call) = 0;
};

// The same walk, of chosen work-groups of one launch. Not thread-safe; `kernel` must outlive it.
class GroupWalk {
 public:
  // Throws as execute() does for an impossible launch. Its step limit is for each group.
  GroupWalk(const llvm::Function& kernel, const ConcreteLaunch& launch);
  ~GroupWalk();
  GroupWalk(GroupWalk&&) noexcept;
  GroupWalk& operator=(GroupWalk&&) noexcept;

  // What AccessEvent::array counts; their order does not change.
  [[nodiscard]] const std::vector<TouchedArray>& arrays() const;

  // What that group alone does, until the next one is walked; distinct bytes are not recorded.
  // Throws as execute() does.
  [[nodiscard]] const Execution& walk(const std::array<std::int64_t, 3>& group,
                                      GroupObserver& observer);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace clgauge::collector
