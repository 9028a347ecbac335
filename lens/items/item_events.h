#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lens/evaluate/refusal.h"

namespace clgauge::lens {

// A load or store of the code that work-items perform, or a barrier of the work-group. Places are
// numbered in the order of the code.
struct AccessPlace {
  unsigned bytes = 0;
  bool is_store = false;
  bool is_atomic = false;
  bool is_barrier = false;
};

struct WalkLimits {
  std::uint64_t most_steps = 200'000'000;      // of one group
  std::uint64_t most_accesses = 32ULL << 20U;  // of global memory by one group's work-items
};

// What a work-item does to global memory, in its order: places, barriers among them.
struct ItemEvent {
  std::uint64_t address = 0;
  std::uint32_t place = 0;
};
using ItemEvents = std::span<const ItemEvent>;

// The events of a group that is walked work-item by work-item.
class GroupEvents {
 public:
  explicit GroupEvents(std::uint64_t most_accesses) : most_accesses_(most_accesses) {}

  void clear() {
    events_.clear();
    first_of_.clear();
  }
  void begin_item() { first_of_.push_back(events_.size()); }
  // Throws Refusal(step_limit) for one too many.
  void add(std::uint64_t address, std::uint32_t place) {
    if (events_.size() >= most_accesses_) {
      throw Refusal(RefusalKind::step_limit, std::string(name_of(RefusalKind::step_limit)) +
                                                 ": a work-group makes more than " +
                                                 std::to_string(most_accesses_) + " accesses");
    }
    events_.push_back({address, place});
  }

  // Valid until the next change.
  [[nodiscard]] std::vector<ItemEvents> of_items() const {
    std::vector<ItemEvents> spans;
    for (std::size_t i = 0; i < first_of_.size(); ++i) {
      const std::size_t end = i + 1 < first_of_.size() ? first_of_[i + 1] : events_.size();
      spans.push_back(ItemEvents(events_).subspan(first_of_[i], end - first_of_[i]));
    }
    return spans;
  }

 private:
  std::uint64_t most_accesses_;
  std::vector<ItemEvent> events_;
  std::vector<std::size_t> first_of_;  // of each item
};

}  // namespace clgauge::lens
