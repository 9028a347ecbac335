#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "lens/traffic/buffer_rounds.h"
#include "lens/traffic/hierarchy.h"
#include "lens/traffic/second_thread.h"

namespace clgauge::lens {

// The accesses of a few work-groups of a launch, which stand for all.
struct SampledGroups {
  std::array<std::uint64_t, 3> groups{1, 1, 1};  // of the whole launch, by dimension
  // Groups of a row, rows of a plane and planes where the data have other rows than the launch.
  std::optional<std::array<double, 3>> rows_of_data{};
  // The same where a core does not go through whole rows and planes of the launch.
  std::optional<std::array<double, 3>> rows_of_order{};
  // In the order in which a core runs them; the first half warms the caches (last_touches() of it
  // will do, and touched_lines() of those below).
  std::vector<AccessTrace> consecutive;
  // Of groups one row, and one plane, before those whose misses are judged, as far as they come
  // before all of these (where rows are short, some are among them); empty where the launch is only
  // one high or deep.
  std::vector<AccessTrace> row_before;
  std::vector<AccessTrace> plane_before;
  double micro_ops_per_access = 4;
  // No window holds more of them, for then the core has no room for results, loads or stores.
  double micro_ops_of_rooms = std::numeric_limits<double>::infinity();
  // While it waits for a line from memory a core takes in so many, which take it so many cycles
  // each (MemoryWaits; 0: as while it waits for nearer ones).
  double micro_ops_ahead = 0;
  double cycles_per_micro_op = 0;
  // By instruction, of loads behind which a core takes in less than its window holds, for so much
  // of that waits with them.
  std::map<std::uint32_t, double> micro_ops_behind_loads{};
  // Accesses of the launch's average group as a multiple of those of the average counted one: 1
  // where all groups do the same. Counts are multiplied by it.
  double accesses_of_average = 1;
  // Of all that the launch can touch. Few groups of a launch whose far ones share lines (work-items
  // that stride over an array by the global size) seem to touch far more.
  double most_bytes = std::numeric_limits<double>::infinity();
  // Its buffers, as far as anybody knows them: groups that ask for more lines of one than it has
  // share them, however far apart they are.
  std::vector<BufferExtent> buffers{};

  [[nodiscard]] double all_groups() const {
    return static_cast<double>(groups[0]) * static_cast<double>(groups[1]) *
           static_cast<double>(groups[2]);
  }

  // Of a core that takes in a micro-operation for each access at least.
  [[nodiscard]] double cycles_per_access() const;

  static constexpr std::size_t kJudgedGroups = 8;
  // The consecutive groups that are counted: [first, last).
  [[nodiscard]] std::size_t first_counted() const;
  // The counted groups whose misses are judged by their reuse: [first_counted, last_judged).
  [[nodiscard]] std::size_t last_judged() const;
};

// Where a line that the private caches missed was last used: what lies between is what a shared
// cache must hold to have it still.
enum class Reuse : std::uint8_t {
  group,  // by this group or the one before it
  row,    // by the row of groups before
  plane,  // by the plane of groups before
  none,   // not in this launch, but in the last one if it was repeated
};
inline constexpr std::size_t kReuses = 4;

// Pages whose translation no cache of a core held; how many of them it waits for
// (PageWalks::leading).
struct Walks {
  double all = 0;
  double waits = 0;
};

// Lines that the judged groups missed again, so many bytes of other misses after they had missed
// them before, or that the launch asks for again in its next round through their buffer.
struct MissedAgain {
  double distance_bytes = 0;
  bool is_lost = false;  // to the second cache, whatever the distance
  std::array<double, kMissKinds> lines{};
  double near_waits = 0;  // as LaunchTraffic::near_waits
};

// How often a core waits for lines that were used so long ago, or longer, where all that comes from
// nearer is there at once.
struct FarWaits {
  double distance_bytes = 0;
  double waits = 0;
};

// How often loads of an instruction miss lines in the second cache that nothing says are coming: of
// a gather's lanes one counts.
struct UnforeseenLoads {
  std::uint32_t instruction = 0;
  double loads = 0;
  double distance_bytes = 0;  // since their lines were used
  bool is_lost = false;       // to the second cache, whatever the distance
};

// Loads of chains that missed lines in the second cache, as far as they are chained.
struct ChainedMisses {
  double loads = 0;
  double distance_bytes = 0;  // since their lines were used
  bool is_lost = false;       // to the second cache, whatever the distance
};

// Averages over a launch's groups. Counts are per group.
struct LaunchTraffic {
  double groups = 0;
  double accesses = 0;
  double split_accesses = 0;
  double forwarded_loads = 0;
  double blocked_loads = 0;
  double blocked_waits = 0;
  double aliased_loads = 0;
  std::array<double, kMissKinds> l1_misses{};
  double l1_chained_misses = 0;
  std::vector<ChainedMisses> l2_chained_misses;
  double l1_conflicts = 0;
  double joined_loads = 0;
  double replayed_lane_cycles = 0;
  double l1_write_backs = 0;
  double non_temporal_lines = 0;
  double tlb1_misses = 0;
  Walks repeated_walks;                      // to pages that were lost to their sets
  std::array<Walks, kReuses> first_walks{};  // to pages that the counted groups touched first
  // Pages that rounds pass which are not in the traces, and the group before has passed, so many
  // bytes of pages ago; all that rounds in the traces walk to is in the two above.
  double passed_pages = 0;
  double passed_page_distance_bytes = 0;
  // Lines that the second cache missed, by reuse; those apart that the judged groups had missed
  // before.
  std::array<std::array<double, kMissKinds>, kReuses> beyond_l2{};
  // How often the core waits for these where they come from the last cache (LastCacheWaits). By
  // reuse.
  std::array<double, kReuses> near_waits{};
  std::vector<MissedAgain> missed_again;
  std::vector<FarWaits> far_waits;   // from the nearest to the farthest
  std::vector<FarWaits> late_waits;  // of lines whose stride is followed late, each for itself
  std::vector<UnforeseenLoads> unforeseen_loads;  // where parts are not told apart
  // Distinct lines that are stored to, and that nothing as near as the group before had stored to:
  // each is written back once by a cache that cannot hold it for that long. By reuse.
  std::array<double, kReuses> written{};
  // Distinct bytes that are touched between two uses of a line: the reuse distance. By reuse; of
  // Reuse::none it is the whole launch's footprint.
  std::array<double, kReuses> distance_bytes{};
  std::array<double, kReuses> page_distance_bytes{};  // the same of pages
  // How many times as many lines share a line's part of the second cache (CacheShape::classes()) as
  // would if lines lay side by side: 1, or up to as many as there are classes where all are powers
  // of two apart. By reuse, of what lies between: lines that a few groups touch a power of two
  // apart may be the first of columns that lie side by side.
  std::array<double, kReuses> crowding{1, 1, 1, 1};
};

// Simulates the groups on one core from cold caches. Throws Error(input) for a shape that no cache
// has, for pages that are not whole lines, or when there is no group. Thread-safe.
// A second thread, if there is one, counts what no cache decides.
[[nodiscard]] LaunchTraffic traffic_of(const SampledGroups& sample, const HierarchyShape& shape,
                                       SecondThread* second = nullptr);

// Which part of a kernel's code each of its instructions belongs to: its loops, say.
struct CodeParts {
  std::size_t count = 1;
  std::vector<std::uint32_t> of_instruction;  // empty where there is but one part
};
// The same, by the parts that make the accesses, which share the caches: the counts of all parts
// together are those of traffic_of(). Distances and crowding are the launch's, in each. Takes up to
// twice as long.
[[nodiscard]] std::vector<LaunchTraffic> traffic_of_parts(const SampledGroups& sample,
                                                          const HierarchyShape& shape,
                                                          const CodeParts& parts,
                                                          SecondThread* second = nullptr);

}  // namespace clgauge::lens
