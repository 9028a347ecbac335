#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/items/item_events.h"
#include "lens/ptx/global_memory.h"
#include "lens/ptx/item_memory.h"
#include "lens/ptx/program.h"
#include "lens/ptx/shared_memory.h"

namespace clgauge::lens::ptx {

using Ids = std::array<std::uint64_t, 3>;

// A launch that work-items are run of, and the memory that those of a group share.
class ItemLaunch {
 public:
  // `program` must outlive it. Throws Error(input) for arguments that the kernel does not take, and
  // for a launch whose local size is 0 or does not divide the global size.
  ItemLaunch(const Program& program, const EvaluatedLaunch& launch, const WalkLimits& limits);
  ItemLaunch(const ItemLaunch&) = delete;
  ItemLaunch& operator=(const ItemLaunch&) = delete;

  [[nodiscard]] const EvaluatedLaunch& launch() const { return launch_; }
  [[nodiscard]] Space seen(std::size_t access) const { return seen_.at(access); }
  void see(std::size_t access, Space space) { seen_[access] = space; }

  // Before a group: its steps are counted from here, and nothing is known of what it stores.
  void begin_group();
  // Throws Refusal(step_limit) beyond the limit.
  void count_steps(std::uint64_t steps) {
    steps_ += steps;
    if (steps_ > limits_.most_steps) {
      refuse_steps();
    }
  }

  // Of all items that `parameters` holds.
  void put_arguments(ItemMemory& parameters) const;
  [[nodiscard]] std::uint64_t special(const SpecialSlot& one, const Ids& group,
                                      const Ids& id) const;

  [[nodiscard]] GlobalMemory& globals() { return globals_; }
  [[nodiscard]] SharedMemory& shared() { return shared_; }

 private:
  [[noreturn]] void refuse_steps() const;

  const Program& program_;
  EvaluatedLaunch launch_;
  WalkLimits limits_;
  GlobalMemory globals_;
  SharedMemory shared_;
  std::vector<Space> seen_;  // of each access, where it went last
  std::uint64_t steps_ = 0;
};

}  // namespace clgauge::lens::ptx
