#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/items/item_events.h"
#include "lens/ptx/global_memory.h"
#include "lens/ptx/item_memory.h"
#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

using Ids = std::array<std::uint64_t, 3>;

// What a work-item does to global, constant and shared memory in a block, or a barrier.
struct ItemAccess {
  static constexpr std::uint32_t kBarrier = ~std::uint32_t{0};

  std::uint64_t address = 0;  // of shared memory from its beginning; of a barrier its place
  std::uint32_t access = 0;   // in Program::accesses, or kBarrier
  Space space = Space::global;
  bool is_known = true;  // the address: of shared memory it may depend on data
};

// A launch that work-items are run of.
class ItemLaunch {
 public:
  // `program` must outlive it. Throws Error(input) for arguments that the kernel does not take, and
  // for a launch whose local size is 0 or does not divide the global size.
  ItemLaunch(const Program& program, const EvaluatedLaunch& launch, const WalkLimits& limits);

  [[nodiscard]] const EvaluatedLaunch& launch() const { return launch_; }
  [[nodiscard]] Space seen(std::size_t access) const { return seen_.at(access); }
  // Before a group: its steps are counted from here.
  void begin_group() { steps_ = 0; }

 private:
  friend class ItemRunner;

  void put_arguments(ItemMemory& parameters) const;
  [[nodiscard]] std::uint64_t special(const SpecialSlot& one, const Ids& group,
                                      const Ids& id) const;

  const Program& program_;
  EvaluatedLaunch launch_;
  WalkLimits limits_;
  GlobalMemory globals_;
  std::vector<Space> seen_;  // of each access, where it went last
  std::uint64_t steps_ = 0;
};

// One work-item: integers exactly, with the launch's arguments; what memory holds is unknown but
// for private memory and tables, and so is floating-point arithmetic. Not thread-safe.
class ItemRunner {
 public:
  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

  // `launch` must outlive it.
  explicit ItemRunner(ItemLaunch& launch);

  void begin(const Ids& group, const Ids& id);
  // Returns the next block, kEnd behind the last. Throws Refusal that names the line of the PTX.
  std::uint32_t run_block(std::uint32_t number, std::vector<ItemAccess>& accesses);

 private:
  Value& slot(std::int32_t number) { return slots_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] std::uint32_t chosen(const Step& step);
  [[nodiscard]] Value operate(const Step& step);
  [[nodiscard]] bool decided(const Step& step);
  void access(const Step& step, const Access& one, std::vector<ItemAccess>& accesses);
  void load(const Access& one, std::size_t element, const Value& value);
  void load_unknown(const Access& one, std::uint32_t cause);
  void touch(ItemMemory& memory, const Step& step, const Access& one, std::uint64_t address);
  void touch_private(const Step& step, const Access& one, const Value& base, std::uint64_t address);
  void touch_global(const Step& step, const Access& one, std::uint64_t address);

  ItemLaunch& launch_;
  const Program& program_;
  ItemMemory parameters_;
  ItemMemory privates_;
  std::vector<Value> slots_;
};

}  // namespace clgauge::lens::ptx
