#include "lens/items/sub_group.h"

#include <algorithm>
#include <limits>

#include "lens/items/line_accesses.h"

namespace clgauge::lens {
namespace {

constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();

class SubGroup {
 public:
  SubGroup(std::span<const ItemEvents> items, const std::vector<AccessPlace>& places,
           std::uint64_t line_bytes)
      : items_(items), places_(places), lines_(line_bytes), next_(items.size()) {}

  // One access, of the items that are furthest behind. False when each item has ended or waits at a
  // barrier.
  bool step(std::vector<MemoryAccess>& accesses) {
    std::uint32_t behind = kNoPlace;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (!is_waiting(i)) {
        behind = std::min(behind, items_[i][next_[i]].place);
      }
    }
    if (behind == kNoPlace) {
      return false;
    }
    const AccessPlace& place = places_[behind];
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (!is_waiting(i) && items_[i][next_[i]].place == behind) {
        lines_.touch(items_[i][next_[i]++].address, place.bytes);
      }
    }
    lines_.put(behind, place, accesses);
    return true;
  }

  // Lets those that wait go on. False when nobody does.
  bool pass_barrier() {
    bool any = false;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (next_[i] < items_[i].size()) {
        ++next_[i];
        any = true;
      }
    }
    return any;
  }

 private:
  [[nodiscard]] bool is_waiting(std::size_t item) const {
    const std::size_t at = next_[item];
    return at == items_[item].size() || places_[items_[item][at].place].is_barrier;
  }

  std::span<const ItemEvents> items_;
  const std::vector<AccessPlace>& places_;
  LineAccesses lines_;
  std::vector<std::size_t> next_;  // event of each item
};

// Up to the next barrier, or the end.
void run_phase(std::vector<SubGroup>& sub_groups, bool takes_turns,
               std::vector<MemoryAccess>& accesses) {
  if (!takes_turns) {
    for (SubGroup& one : sub_groups) {
      while (one.step(accesses)) {
      }
    }
    return;
  }
  for (bool any = true; any;) {
    any = false;
    for (SubGroup& one : sub_groups) {
      any = one.step(accesses) || any;
    }
  }
}

}  // namespace

void merge_sub_groups(const std::vector<ItemEvents>& items, const std::vector<AccessPlace>& places,
                      const ExecutionShape& shape, std::uint64_t line_bytes,
                      std::vector<MemoryAccess>& accesses) {
  const std::size_t width = std::max(1U, shape.sub_group_items);
  std::vector<SubGroup> sub_groups;
  for (std::size_t first = 0; first < items.size(); first += width) {
    sub_groups.emplace_back(std::span(items).subspan(first, std::min(width, items.size() - first)),
                            places, line_bytes);
  }
  for (bool goes_on = true; goes_on;) {
    run_phase(sub_groups, shape.takes_turns, accesses);
    goes_on = false;
    for (SubGroup& one : sub_groups) {
      goes_on = one.pass_barrier() || goes_on;
    }
  }
}

}  // namespace clgauge::lens
