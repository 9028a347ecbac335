#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lens/ptx/item_memory.h"
#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

inline constexpr unsigned kLanes = 32;  // WARP_SZ

// Work-items of a sub-group that do something together.
struct Lanes {
  std::array<std::uint8_t, kLanes> numbers{};
  unsigned count = 0;
  std::uint32_t mask = 0;

  void clear() {
    count = 0;
    mask = 0;
  }
  void add(unsigned lane) {
    numbers.at(count++) = static_cast<std::uint8_t>(lane);
    mask |= 1U << lane;
  }
  template <typename Do>
  void each(const Do& act) const {
    if (count == kLanes) {  // which the compiler may do several at a time
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        act(lane);
      }
      return;
    }
    for (unsigned i = 0; i < count; ++i) {
      act(unsigned{numbers[i]});  // NOLINT(cppcoreguidelines-pro-bounds-constant-array-index)
    }
  }
  // Of more lanes than a few all, whether they take part or not: what does no harm in the others.
  template <typename Do>
  void each_at_least(const Do& act) const {
    constexpr unsigned kFew = 8;
    if (count <= kFew) {
      return each(act);
    }
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      act(lane);
    }
  }
};

// An access of global, constant or shared memory that lanes make together, or a barrier.
struct ItemAccess {
  static constexpr std::uint32_t kBarrier = ~std::uint32_t{0};

  std::uint32_t access = 0;  // in Program::accesses, or kBarrier
  std::uint32_t place = 0;   // of a barrier
  Space space = Space::global;
  std::uint32_t lanes = 0;  // that make it
  std::uint32_t known =
      0;  // of these, whose address is known: of shared memory it may depend on data
  std::array<std::uint64_t, kLanes> addresses;  // of those; of shared memory from its beginning

  // Of each lane that makes it.
  template <typename Do>
  void each_address(const Do& act) const {
    for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
      act(addresses.at(static_cast<std::size_t>(std::countr_zero(left))));
    }
  }
};

// A block that lanes run together.
struct BlockRun {
  std::uint32_t block = 0;
  std::size_t step = 0;  // that comes next
  Lanes lanes;
  std::vector<ItemAccess> accesses;
};

// What lanes hold: each slot's values side by side.
class LaneSlots {
 public:
  explicit LaneSlots(const Program& program) : numbers_(kLanes * program.initial.size()) {
    causes_.resize(numbers_.size());
    begin(program);
  }

  void begin(const Program& program) {
    for (std::size_t slot = 0; slot < program.initial.size(); ++slot) {
      const Value value = program.initial[slot];
      for (std::size_t at = slot * kLanes; at < (slot + 1) * kLanes; ++at) {
        numbers_[at] = value.number;
        causes_[at] = value.cause;
      }
    }
  }
  // Of kLanes.
  [[nodiscard]] std::uint64_t* numbers(std::int32_t slot) {
    return numbers_.data() + static_cast<std::size_t>(slot) * kLanes;
  }
  [[nodiscard]] std::uint32_t* causes(std::int32_t slot) {
    return causes_.data() + static_cast<std::size_t>(slot) * kLanes;
  }
  [[nodiscard]] Value value(std::int32_t slot, unsigned lane) {
    return {numbers(slot)[lane], causes(slot)[lane]};
  }
  void set(std::int32_t slot, unsigned lane, const Value& value) {
    numbers(slot)[lane] = value.number;
    causes(slot)[lane] = value.cause;
  }

 private:
  std::vector<std::uint64_t> numbers_;
  std::vector<std::uint32_t> causes_;
};

}  // namespace clgauge::lens::ptx
