#pragma once

#include <cstdint>
#include <vector>

#include "lens/ptx/item_launch.h"
#include "lens/ptx/lanes.h"

namespace clgauge::lens::ptx {

// Up to 32 work-items in step: integers and floats exactly, with the launch's arguments, as far as
// they do not depend on memory whose content nobody knows. Lanes that are at the same block run it
// together, and of several blocks the first in the code's order comes first, so that lanes which
// took different ways meet again where the ways do. Not thread-safe.
class LaneRunner {
 public:
  // `launch` and `program` must outlive it.
  LaneRunner(const Program& program, ItemLaunch& launch);

  void begin(const Ids& group, std::uint64_t first_item, unsigned items);
  // To the end or, where `stops`, to barriers that all lanes wait at which have not ended; calls
  // `ran(const BlockRun&)` for each block that lanes came to the end of. Throws Refusal that names
  // the line of the PTX.
  template <typename Ran>
  void run(bool stops, const Ran& ran) {
    const std::size_t continued = waiting_;
    waiting_ = 0;
    for (std::size_t i = 0; i < continued; ++i) {
      go_on(i, stops, ran);
    }
    while (gather(waiting_)) {
      go_on(waiting_, stops, ran);
    }
  }
  [[nodiscard]] bool waits() const noexcept { return waiting_ != 0; }
  [[nodiscard]] unsigned items() const noexcept { return items_; }

  // That one takes.
  [[nodiscard]] static std::uint64_t memory_bytes(const Program& program);

 private:
  // Number `from` becomes one that waits, or comes to its end. Those before it may wait already.
  template <typename Ran>
  void go_on(std::size_t from, bool stops, const Ran& ran) {
    if (run_block(runs_[from], stops)) {
      std::swap(runs_[waiting_], runs_[from]);
      ++waiting_;
    } else {
      ran(static_cast<const BlockRun&>(runs_[from]));
    }
  }
  // Those who come next, as number `at`. False if all have ended or wait.
  [[nodiscard]] bool gather(std::size_t at);
  // Whether they stand at a barrier, else they are through.
  [[nodiscard]] bool run_block(BlockRun& run, bool stops);
  void branch(const Step& step, const Lanes& lanes);
  void go_to(const Lanes& lanes, std::uint32_t block);

  void access(const Step& step, const Access& one, BlockRun& run);
  void access_anywhere(const Step& step, const Access& one, BlockRun& run);
  // Where these lanes go.
  void address(const Step& step, const Access& one, const Lanes& lanes, ItemAccess& made);
  void access_space(const Step& step, const Access& one, const Lanes& lanes, ItemAccess& made);
  void load(const Access& one, std::size_t element, unsigned lane, const Value& value);
  void load_unknown(const Access& one, const Lanes& lanes, std::uint32_t cause);
  void load_unknown(const Access& one, unsigned lane, std::uint32_t cause);
  void touch(ItemMemory& memory, const Step& step, const Access& one, unsigned lane,
             std::uint64_t address);
  void touch_private(const Step& step, const Access& one, const Lanes& lanes,
                     const ItemAccess& made);
  void touch_shared(const Step& step, const Access& one, const Lanes& lanes,
                    const ItemAccess& made);
  void touch_global(const Step& step, const Access& one, const Lanes& lanes,
                    const ItemAccess& made);
  template <typename Memory>
  void update(Memory& memory, const Step& step, const Access& one, unsigned lane,
              std::uint64_t address);

  const Program& program_;
  ItemLaunch& launch_;
  LaneSlots slots_;
  ItemMemory parameters_;
  ItemMemory privates_;
  unsigned items_ = 0;
  std::array<std::uint32_t, kLanes> blocks_{};  // that each lane runs next
  ItemAccess unnoted_;          // that is made, of memory that nobody is told of, or of any
  std::vector<BlockRun> runs_;  // those that wait first
  std::size_t waiting_ = 0;
};

}  // namespace clgauge::lens::ptx
