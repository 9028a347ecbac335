#include "lens/traffic/hierarchy.h"

#include <algorithm>
#include <limits>

namespace clgauge::lens {
namespace {

// Lines this far apart are one stream: neighbours, and the next but one of pairs fetched together.
constexpr std::uint64_t kStreamReach = 2;
// So far from every address that nothing continues it.
constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max() / 2;

MissKind kind_of(bool is_store, bool is_streaming) {
  if (is_store) {
    return is_streaming ? store_streaming : store_irregular;
  }
  return is_streaming ? load_streaming : load_irregular;
}

}  // namespace

HierarchySimulator::HierarchySimulator(const HierarchyShape& shape)
    : line_bytes_(shape.l1.line_bytes),
      page_bytes_(shape.tlb1.line_bytes),
      l1_(shape.l1),
      l2_(shape.l2),
      tlb1_(shape.tlb1),
      tlb2_(shape.tlb2) {
  recent_misses_.fill(kNowhere);
}

bool HierarchySimulator::continues_a_stream(std::uint64_t line) const {
  // The line itself, missed again, shows a conflict and no stream.
  return std::any_of(recent_misses_.begin(), recent_misses_.end(), [line](std::uint64_t other) {
    const std::uint64_t distance = other > line ? other - line : line - other;
    return distance > 0 && distance <= kStreamReach;
  });
}

void HierarchySimulator::touch(std::uint64_t line, const Access& access, HierarchyCounts& counts,
                               std::vector<Miss>* beyond_l2) {
  if (l1_.access(line, access.is_store)) {
    return;
  }
  const MissKind kind = kind_of(access.is_store, continues_a_stream(line));
  recent_misses_[next_recent_++ % kRemembered] = line;
  ++counts.l1_misses[kind];
  const std::uint64_t page = line * line_bytes_ / page_bytes_;
  if (!tlb1_.access(page)) {
    ++counts.tlb1_misses;
    counts.tlb2_misses += tlb2_.access(page) ? 0U : 1U;
  }
  if (l2_.access(line)) {
    return;
  }
  ++counts.l2_misses[kind];
  if (beyond_l2 != nullptr) {
    beyond_l2->push_back({line, kind});
  }
}

void HierarchySimulator::meet_stores(const Access& access, HierarchyCounts& counts) {
  if (access.is_store) {
    stores_.store(access.address, access.bytes);
    return;
  }
  switch (stores_.load(access.address, access.bytes)) {
    case StoreConflict::none:
      return;
    case StoreConflict::forwarded:
      ++counts.forwarded_loads;
      return;
    case StoreConflict::blocked:
      ++counts.blocked_loads;
      return;
    case StoreConflict::aliased:
      ++counts.aliased_loads;
      return;
  }
}

void HierarchySimulator::run(std::span<const Access> accesses, HierarchyCounts& counts,
                             std::vector<Miss>* beyond_l2) {
  const std::uint64_t write_backs_before = l1_.write_backs();
  for (const Access& access : accesses) {
    const std::uint64_t first = access.address / line_bytes_;
    const std::uint64_t last =
        (access.address + std::max<std::uint64_t>(access.bytes, 1) - 1) / line_bytes_;
    ++counts.accesses;
    counts.split_accesses += last > first ? 1U : 0U;
    meet_stores(access, counts);
    for (std::uint64_t line = first; line <= last; ++line) {
      if (access.is_non_temporal && access.is_store) {
        counts.non_temporal_lines += line == combining_line_ ? 0U : 1U;
        combining_line_ = line;
      } else {
        touch(line, access, counts, beyond_l2);
      }
    }
  }
  counts.l1_write_backs += l1_.write_backs() - write_backs_before;
}

}  // namespace clgauge::lens
