#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
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

  ItemAccess() {}  // NOLINT(modernize-use-equals-default): which would set all addresses to 0

  std::uint32_t access = 0;  // in Program::accesses, or kBarrier
  std::uint32_t place = 0;   // of a barrier
  Space space = Space::global;
  std::uint32_t lanes = 0;  // that make it
  std::uint32_t known =
      0;  // of these, whose address is known: of shared memory it may depend on data
  std::array<std::uint64_t, kLanes> addresses;  // of those; of shared memory from its beginning

  // Of these lanes, which make it; where those are not all, put together in `some`.
  [[nodiscard]] std::span<const std::uint64_t> addresses_of(
      std::uint32_t some_lanes, std::vector<std::uint64_t>& some) const {
    if (some_lanes == ~std::uint32_t{0}) {
      return addresses;
    }
    some.clear();
    for (std::uint32_t left = some_lanes; left != 0; left &= left - 1) {
      some.push_back(addresses.at(static_cast<std::size_t>(std::countr_zero(left))));
    }
    return some;
  }
};

// Whether each of these is a step behind the one before it.
inline bool go_on_by(std::uint64_t step, std::span<const std::uint64_t> addresses) {
  std::uint64_t differing = 0;
  for (std::size_t i = 1; i < addresses.size(); ++i) {
    differing |= addresses[i] - addresses[i - 1] - step;
  }
  return differing == 0;
}

// Whether each of these follows the one before it by the same few bytes, or none.
inline bool go_on_together(std::span<const std::uint64_t> addresses, std::uint64_t most_bytes) {
  const std::uint64_t step = addresses[1] - addresses[0];
  return step <= most_bytes && go_on_by(step, addresses);
}

// Calls act(first, end) for the bytes that lanes access at these addresses, so many each: for those
// of several lanes together where each begins within what those before it access, or right behind.
template <typename Act>
void each_piece(std::span<const std::uint64_t> addresses, std::uint64_t bytes, const Act& act) {
  constexpr std::size_t kTogether = 8;  // neighbours that mostly go on together
  if (addresses.empty()) {
    return;
  }
  std::uint64_t first = addresses.front();
  std::uint64_t end = first + bytes;
  const auto go_on = [&](std::uint64_t address, std::uint64_t end_of_last) {
    if (address - first <= end - first) {
      end = std::max(end, end_of_last);
    } else {
      act(first, end);
      first = address;
      end = end_of_last;
    }
  };
  for (std::size_t i = 0; i < addresses.size(); i += kTogether) {
    const auto some = addresses.subspan(i, std::min(kTogether, addresses.size() - i));
    if (some.size() == kTogether && go_on_together(some.first<kTogether>(), bytes)) {
      go_on(some.front(), some.back() + bytes);
      continue;
    }
    for (const std::uint64_t address : some) {
      go_on(address, address + bytes);
    }
  }
  act(first, end);
}

// A block that lanes run together.
struct BlockRun {
  std::uint32_t block = 0;
  std::size_t step = 0;  // that comes next
  Lanes lanes;
  std::vector<ItemAccess> accesses;
};

// What lanes hold: each slot's values side by side. Mostly all lanes of a slot know theirs, or none
// does for the same cause, so that most steps need not look at the cause of each.
class LaneSlots {
 public:
  static constexpr std::uint32_t kVarious = ~std::uint32_t{1};  // no cause of any lane

  explicit LaneSlots(const Program& program) : numbers_(kLanes * program.initial.size()) {
    causes_.resize(numbers_.size());
    common_.resize(program.initial.size());
    begin(program);
  }

  void begin(const Program& program) {
    for (std::size_t slot = 0; slot < program.initial.size(); ++slot) {
      const Value value = program.initial[slot];
      for (std::size_t at = slot * kLanes; at < (slot + 1) * kLanes; ++at) {
        numbers_[at] = value.number;
        causes_[at] = value.cause;
      }
      common_[slot] = value.cause;
    }
  }
  // Of kLanes.
  [[nodiscard]] std::uint64_t* numbers(std::int32_t slot) {
    return numbers_.data() + static_cast<std::size_t>(slot) * kLanes;
  }
  [[nodiscard]] const std::uint32_t* causes(std::int32_t slot) const {
    return causes_.data() + static_cast<std::size_t>(slot) * kLanes;
  }
  // The cause of all lanes, where it is the same: else kVarious, as far as is known.
  [[nodiscard]] std::uint32_t common_cause(std::int32_t slot) const {
    return common_[static_cast<std::size_t>(slot)];
  }
  [[nodiscard]] Value value(std::int32_t slot, unsigned lane) {
    return {numbers(slot)[lane], causes(slot)[lane]};
  }
  void set(std::int32_t slot, unsigned lane, const Value& value) {
    numbers(slot)[lane] = value.number;
    causes_[static_cast<std::size_t>(slot) * kLanes + lane] = value.cause;
    std::uint32_t& common = common_[static_cast<std::size_t>(slot)];
    common = common == value.cause ? common : kVarious;
  }
  // What was set lane by lane: all may know theirs.
  void unite(std::int32_t slot) {
    const std::uint32_t* const from = causes(slot);
    std::uint32_t any = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      any |= from[lane];
    }
    std::uint32_t& common = common_[static_cast<std::size_t>(slot)];
    common = any == 0 ? 0 : common;
  }
  // Those lanes have this cause from now on.
  void set_cause(std::int32_t slot, const Lanes& lanes, std::uint32_t cause) {
    std::uint32_t& common = common_[static_cast<std::size_t>(slot)];
    if (common == cause) {
      return;
    }
    std::uint32_t* const to = causes_.data() + static_cast<std::size_t>(slot) * kLanes;
    lanes.each([=](unsigned lane) { to[lane] = cause; });
    common = lanes.count == kLanes ? cause : kVarious;
  }
  void set_causes(std::int32_t slot, const Lanes& lanes,
                  const std::array<std::uint32_t, kLanes>& causes) {
    std::uint32_t* const to = causes_.data() + static_cast<std::size_t>(slot) * kLanes;
    std::uint32_t differing = 0;
    const std::uint32_t first = causes[lanes.numbers[0]];
    lanes.each([&](unsigned lane) {
      to[lane] = causes[lane];
      differing |= causes[lane] ^ first;
    });
    const bool is_common = lanes.count == kLanes && differing == 0;
    common_[static_cast<std::size_t>(slot)] = is_common ? first : kVarious;
  }
  void set_unknown(std::int32_t slot, const Lanes& lanes, std::uint32_t cause) {
    if (common_cause(slot) == cause) {
      return;  // of all lanes, and it was 0 that they were set to
    }
    std::uint64_t* const to = numbers(slot);
    lanes.each([=](unsigned lane) { to[lane] = 0; });
    set_cause(slot, lanes, cause);
  }

 private:
  std::vector<std::uint64_t> numbers_;
  std::vector<std::uint32_t> causes_;
  std::vector<std::uint32_t> common_;  // by slot
};

}  // namespace clgauge::lens::ptx
