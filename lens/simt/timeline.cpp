#include "lens/simt/timeline.h"

#include <algorithm>

namespace clgauge::lens::simt {
namespace {

// Cycles of an H200 at 1.98 GHz, as walks through its memory and its papers have them. They decide
// only which way is the longest; what each takes is measured.
constexpr double kLocalCycles = 30;
constexpr double kFirstCacheCycles = 40;
constexpr double kSecondCacheCycles = 240;  // more
constexpr double kMemoryCycles = 350;       // more
constexpr double kUpdateCycles = 300;
constexpr double kBarrierCycles = 20;
constexpr double kBranchCycles = 6;

void add_latency(const ptx::Program& program, const Node& node, const LoadShares& shares,
                 Path& path) {
  path.add(Path::cycles, node.latency_cycles, 1);
  if (!node.is_access) {
    return;
  }
  const ptx::Access& access = program.accesses[node.access];
  if (access.space == ptx::Space::shared) {
    path.add(Path::local_loads, 1, kLocalCycles);
  } else if (access.is_atomic) {
    path.add(Path::updates, 1, kUpdateCycles);
  } else if (!access.is_store) {
    const double beyond = access.space == ptx::Space::local ? 0 : shares.second_cache[node.access];
    path.add(Path::loads, 1, kFirstCacheCycles);
    path.add(Path::second_cache, beyond, kSecondCacheCycles);
    path.add(Path::memory, beyond * shares.memory, kMemoryCycles);
  }
}

const Path& later(const Path& a, const Path& b) { return b.total_cycles > a.total_cycles ? b : a; }

}  // namespace

Path path_of(const GroupRecord& group, std::size_t sub_group, const std::vector<BlockCode>& blocks,
             const ptx::Program& program, const LoadShares& shares) {
  std::vector<Path> ready(program.initial.size());
  Path now;
  for (const RecordedRun& run : group.runs_of(sub_group)) {
    const BlockCode& block = blocks[run.block];
    const Path begin = now;
    for (const Node& node : block.nodes) {
      Path issued = begin;
      for (const std::int32_t source : node.sources) {
        issued = later(issued, ready[static_cast<std::size_t>(source)]);
      }
      if (node.is_barrier) {
        issued = later(issued, now);
        issued.add(Path::barriers, 1, kBarrierCycles);
      }
      now = later(now, issued);
      add_latency(program, node, shares, issued);
      for (const std::int32_t target : node.targets) {
        ready[static_cast<std::size_t>(target)] = issued;
      }
    }
    // One instruction a cycle at best.
    const double least = begin.total_cycles + block.cost.issued;
    if (now.total_cycles < least) {
      now.add(Path::cycles, least - now.total_cycles, 1);
    }
    now.add(Path::cycles, kBranchCycles, 1);
  }
  return now;
}

}  // namespace clgauge::lens::simt
