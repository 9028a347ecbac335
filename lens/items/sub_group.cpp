#include "lens/items/sub_group.h"

#include <algorithm>
#include <limits>

namespace clgauge::lens {
namespace {

constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();

struct Span {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // inclusive
};

class SubGroup {
 public:
  SubGroup(std::span<const ItemEvents> items, const std::vector<AccessPlace>& places,
           std::uint64_t line_bytes)
      : items_(items), places_(places), line_bytes_(line_bytes), next_(items.size()) {}

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
    touched_.clear();
    const AccessPlace& place = places_[behind];
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (!is_waiting(i) && items_[i][next_[i]].place == behind) {
        touch(items_[i][next_[i]++].address, place.bytes);
      }
    }
    put_lines(behind, place, accesses);
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

  void touch(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t end = address + bytes;
    while (address < end) {
      const std::uint64_t line_end = (address | (line_bytes_ - 1)) + 1;
      touched_.push_back({address, std::min(end, line_end) - 1});
      address = line_end;
    }
  }

  void put_lines(std::uint32_t number, const AccessPlace& place,
                 std::vector<MemoryAccess>& accesses) {
    const auto line = [this](const Span& span) { return span.first & ~(line_bytes_ - 1); };
    std::sort(touched_.begin(), touched_.end(),
              [](const Span& a, const Span& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < touched_.size();) {
      Span all = touched_[i];
      for (++i; i < touched_.size() && line(touched_[i]) == line(all); ++i) {
        all.last = std::max(all.last, touched_[i].last);
      }
      accesses.push_back({all.first, number, static_cast<std::uint16_t>(all.last - all.first + 1),
                          MemoryRegion::buffer, place.is_store});
    }
  }

  std::span<const ItemEvents> items_;
  const std::vector<AccessPlace>& places_;
  std::uint64_t line_bytes_;
  std::vector<std::size_t> next_;  // event of each item
  std::vector<Span> touched_;
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
