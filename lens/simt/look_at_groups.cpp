#include "lens/simt/look_at_groups.h"

#include <algorithm>
#include <set>
#include <span>

#include "lens/items/group_grid.h"
#include "lens/ptx/warp_walker.h"
#include "lens/simt/timeline.h"
#include "lens/simt/units.h"
#include "lens/simt/update_slices.h"
#include "lens/traffic/beside.h"

namespace clgauge::lens::simt {
namespace {

constexpr std::size_t kSpots = 3;
constexpr std::size_t kSpotsOfFew = 8;  // where that is little work
constexpr std::size_t kMostSpots = 96;  // where groups differ: of a Mandelbrot set most are short
constexpr double kDiffer = 1.25;        // by so much, in instructions
constexpr std::size_t kMostSubGroups = 4;  // whose way is followed
constexpr double kMostRuns = 60000;        // of instructions by sub-groups

// Words of private memory lie side by side, those of a sub-group's lanes.
double sectors_of_word(unsigned lanes) {
  constexpr unsigned kWords = kSectorBytes / 4;
  return (lanes + kWords - 1) / kWords;
}

// Returns what the group's instructions cost.
ptx::MachineCost add(const GroupRecord& group, const std::vector<BlockCode>& blocks,
                     GroupDemand& sums) {
  ptx::MachineCost cost;
  for (std::size_t s = 0; s < group.sub_groups(); ++s) {
    for (const RecordedRun& run : group.runs_of(s)) {
      const BlockCode& block = blocks[run.block];
      cost += block.cost;
      sums.private_sectors += block.private_accesses * sectors_of_word(run.lanes);
      sums.block_runs[run.block] += 1;
    }
  }
  sums.cost += cost;
  const GroupRecord::Counts& counts = group.counts();
  sums.lines += counts.lines;
  sums.local_passes += counts.local_passes;
  sums.stored += counts.stored;
  sums.updates += counts.updates;
  sums.barriers += counts.barriers;
  sums.local_updates += counts.local_updates;
  sums.instructions += counts.lane_runs;
  return cost;
}

void scale(double by, GroupDemand& sums) {
  for (double* count : {&sums.cost.issue, &sums.cost.fp32, &sums.cost.integer, &sums.cost.fp64,
                        &sums.cost.special, &sums.cost.conversions, &sums.cost.multiply,
                        &sums.cost.either, &sums.cost.dispatch, &sums.private_sectors, &sums.lines,
                        &sums.local_passes, &sums.stored.lines, &sums.stored.sectors, &sums.updates,
                        &sums.barriers, &sums.local_updates, &sums.instructions}) {
    *count *= by;
  }
  for (double& runs : sums.block_runs) {
    runs *= by;
  }
}

// Passes on what some blocks do.
class SomeBlocks : public ptx::WarpSink {
 public:
  SomeBlocks(const std::vector<bool>& wanted, GroupRecord& record)
      : wanted_(wanted), record_(record) {}

  void begin_sub_group(unsigned items) override { record_.begin_sub_group(items); }
  void run_block(std::uint32_t block, unsigned lanes,
                 std::span<const ptx::WarpAccess> accesses) override {
    if (wanted_[block]) {
      record_.run_block(block, lanes, accesses);
    }
  }

 private:
  const std::vector<bool>& wanted_;
  GroupRecord& record_;
};

}  // namespace

KernelCode::KernelCode(const PtxKernel& kernel)
    : program(kernel.program()), blocks(block_code(program)), accesses(access_code(program)) {}

// walk_one(number, record) has a group recorded, or a part of what it does.
template <typename Walk>
void WalkedGroups::walk(const EvaluatedLaunch& launch, const Surroundings& around,
                        const Walk& walk_one) {
  const Multiprocessor shape = multiprocessor_of(code_.program.target);
  const GroupId groups = launch.groups();
  const std::uint64_t count = groups[0] * groups[1] * groups[2];
  sums_.block_runs.resize(code_.program.blocks.size());
  GroupRecord::Written written;
  double work = 0;
  const std::vector<Extent> kept = kept_buffers(launch, around.kept_bytes);
  UpdateSlices updates(launch);
  std::set<std::uint64_t> known;  // groups
  double least = 0;               // instructions of a group
  double most = 0;
  for (std::size_t k = 0; k < std::min<std::uint64_t>(kMostSpots, count); ++k) {
    const bool differ = most > kDiffer * least;
    const std::size_t enough = differ ? kMostSpots : work < kMostRuns / 4 ? kSpotsOfFew : kSpots;
    if (k > 0 && (work > (differ ? 4 : 1) * kMostRuns || k >= enough)) {
      break;
    }
    const std::uint64_t first = number_of_group(spread_group(k, groups), groups);
    const std::uint64_t next = (first + around.multiprocessors) % count;
    FirstCache cache(code_.program, around.first_cache_bytes, kept);
    for (const std::uint64_t number : {first, next}) {
      const bool is_first = number == first;
      const bool is_next = !is_first || next == first;
      walked_.push_back({GroupRecord(code_.program, code_.accesses), is_first, is_next});
      GroupRecord& group = walked_.back().group;
      walk_one(group_of_number(number, groups), group);
      const FirstCache::Misses misses = cache.run(group);
      if (is_first) {
        sums_.first_missed += misses.requested;
        sums_.first_kept += misses.kept;
      }
      if (is_next) {
        sums_.missed += misses.requested;
        sums_.kept += misses.kept;
      }
      const ptx::MachineCost cost = add(group, code_.blocks, sums_);
      least = walked_.size() == 1 ? cost.issue : std::min(least, cost.issue);
      if (cost.issue > most) {
        most = cost.issue;
        sums_.largest = {busy_cycles(units_of(cost, shape)), group.counts().lines,
                         group.counts().local_passes};
      }
      written.pieces += group.written().pieces;
      written.partial_sectors += group.written().partial_sectors;
      work += cost.issue;
      if (known.insert(number).second) {
        updates.add(group);
      }
      if (next == first) {
        break;
      }
    }
    pairs_ += 1;
  }
  scale(1 / static_cast<double>(walked_.size()), sums_);
  for (double* each : {&sums_.first_missed.lines, &sums_.first_missed.sectors, &sums_.missed.lines,
                       &sums_.missed.sectors, &sums_.first_kept.lines, &sums_.first_kept.sectors,
                       &sums_.kept.lines, &sums_.kept.sectors}) {
    *each /= pairs_;
  }
  sums_.busy_cycles = busy_cycles(units_of(sums_.cost, shape));
  for (const Extent& buffer : kept) {
    sums_.kept_sectors += static_cast<double>(buffer.bytes) / static_cast<double>(kSectorBytes);
  }
  constexpr double kSectorsOfPiece = 2;
  sums_.read_to_store = written.partial_sectors / std::max(1.0, kSectorsOfPiece * written.pieces);
  const UpdateSlices::Busiest busiest =
      updates.of_launch(static_cast<double>(count), around.resident_part);
  sums_.most_updates = busiest.updates;
  sums_.most_successes = busiest.successes;
  sums_.loads_of_try = busiest.loads_of_try;
  sums_.tries_of_rivals = busiest.tries_of_rivals;
}

WalkedGroups::WalkedGroups(const KernelCode& code, const EvaluatedLaunch& launch,
                           const Surroundings& around,
                           const std::optional<std::vector<std::uint32_t>>& blocks)
    : code_(code) {
  ptx::WarpWalker walker(code_.program, launch);
  if (!blocks) {
    walk(launch, around,
         [&](const GroupId& number, GroupRecord& record) { walker.walk(number, record); });
    return;
  }
  std::vector<bool> wanted(code_.program.blocks.size(), false);
  for (const std::uint32_t block : *blocks) {
    wanted[block] = true;
  }
  walk(launch, around, [&](const GroupId& number, GroupRecord& record) {
    SomeBlocks some(wanted, record);
    walker.walk(number, some);
  });
}

Path WalkedGroups::slowest_path(const GroupRecord& group, double memory_share) const {
  Path slowest;
  const std::size_t step = std::max<std::size_t>(1, group.sub_groups() / kMostSubGroups);
  for (std::size_t s = 0; s < group.sub_groups(); s += step) {
    const Path path = path_of(group, s, code_.blocks, code_.program, memory_share);
    slowest = path.total_cycles > slowest.total_cycles ? path : slowest;
  }
  return slowest;
}

GroupDemand WalkedGroups::demand(double memory_share, SecondThread* second) const {
  std::vector<Path> slowest(walked_.size());
  const auto find_slowest = [&](std::size_t from) {
    for (std::size_t w = from; w < walked_.size(); w += 2) {
      slowest[w] = slowest_path(walked_[w].group, memory_share);
    }
  };
  Beside beside(second, [&] { find_slowest(1); });
  find_slowest(0);
  beside.finish();
  GroupDemand demand = sums_;
  Path first_path;
  Path next_path;
  for (std::size_t w = 0; w < walked_.size(); ++w) {
    if (walked_[w].is_first) {
      first_path.add(slowest[w]);
    }
    if (walked_[w].is_next) {
      next_path.add(slowest[w]);
    }
    if (slowest[w].total_cycles > demand.longest_path.total_cycles) {
      demand.longest_path = slowest[w];
    }
  }
  demand.first_path.add(first_path, 1 / pairs_);
  demand.path.add(next_path, 1 / pairs_);
  return demand;
}

}  // namespace clgauge::lens::simt
