#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/partly_repeated.h"
#include "lens/traffic/cache.h"
#include "lens/traffic/called_lines.h"
#include "lens/traffic/core_waits.h"
#include "lens/traffic/crowded_sets.h"
#include "lens/traffic/divisor.h"
#include "lens/traffic/followed_pages.h"
#include "lens/traffic/followed_streams.h"
#include "lens/traffic/followed_strides.h"
#include "lens/traffic/gathered_lines.h"
#include "lens/traffic/gathered_rows.h"
#include "lens/traffic/gathered_streams.h"
#include "lens/traffic/known_lines.h"
#include "lens/traffic/late_strides.h"
#include "lens/traffic/lines_beyond_rows.h"
#include "lens/traffic/lost_stores.h"
#include "lens/traffic/recent_misses.h"
#include "lens/traffic/set_turnover.h"
#include "lens/traffic/steps.h"
#include "lens/traffic/store_queue.h"
#include "lens/traffic/stores_in_flight.h"
#include "lens/traffic/translation_lines.h"

namespace clgauge::lens {

// One access of one instruction, as the program addresses it. 16 bytes: millions of them are kept.
struct Access {
  std::uint64_t address = 0;
  std::uint32_t bytes : 16 = 4;
  bool is_store : 1 = false;
  bool is_non_temporal : 1 = false;  // a store around the caches
  bool is_masked : 1 = false;        // of some lanes of a vector; a store comes after its cover:
  bool is_cover : 1 = false;         // no access, but the bytes of all the vector's lanes
  bool is_gathered : 1 = false;      // a lane of a gather or a scatter: no prefetcher follows those
  // A load in a chain of loads, each of which says where the next one goes: how much of the core's
  // wait for it nothing overlaps with, in percent.
  std::uint8_t chained_percent = 0;
  std::uint32_t instruction = 0;  // index into MachineCode::instructions
};
static_assert(sizeof(Access) == 16);

// Lanes of a gather, one behind the other, at most.
inline constexpr std::uint64_t kLanesOfGather = 16;

// What a work-group accessed, in order. Repeated parts go on further and further in memory.
using AccessTrace = PartlyRepeated<Access>;

// What one core sees of the memory: two private caches and the translation of addresses. Caches
// beyond are shared and large; launch_traffic.h judges them by reuse distance.
struct HierarchyShape {
  CacheShape l1{32768, 64, 8, Replacement::half_random};
  CacheShape l2{524288, 64, 8, Replacement::half_random, true};
  CacheShape tlb1{64ULL * 4096, 4096, 0, Replacement::half_random};
  CacheShape tlb2{1536ULL * 4096, 4096, 12, Replacement::half_random};
  // Whether a load of what a store to two lines has left for it need not wait for the cache.
  bool forwards_split_stores = false;
  CoreWaits waits{};
};

// How a line was missed.
enum MissKind : std::uint8_t {
  load_streaming,   // the two lines before it, or after it, had been missed shortly before, or its
                    // instruction goes on by a stride, so that a prefetcher can have seen it coming
  load_overlapped,  // while the core waited for another one anyway
  load_leading,     // the first that a core's window of instructions fills up behind
  store_streaming,
  store_irregular,
  // Streaming ones of more streams at a time than a prefetcher follows through memory, or by a
  // stride; of lines that the second cache missed.
  load_crowded,
  store_crowded,
  // The first irregular store that the store queue fills up behind; of lines that the second cache
  // missed. Of stores of whole lines few are, of a scatter's lines one in four.
  store_leading,
  // By a lane of a gather, of lines that the second cache missed, where no prefetcher is a window
  // ahead of it: lines side by side are called for at once. What each takes is the same in whatever
  // order and number they come; those that nobody saw coming are waited for, too.
  load_gathered,
  // The same by the first one of a core's window.
  load_gathered_leading,
};
inline constexpr std::size_t kMissKinds = 10;
using MissCounts = std::array<std::uint64_t, kMissKinds>;

// How an access, at `now`, waits for a line that was called for at `called_at`, while the core
// takes in so many more behind it. In accesses.
struct Wait {
  std::uint64_t called_at = 0;
  std::uint64_t now = 0;
  std::uint64_t window = 0;  // 0: nothing waits
  double part = 1;           // of a wait, for what of it a prefetcher leaves
  bool is_chained = false;   // it waits whatever else the core waits for
};

struct Miss {
  std::uint64_t line = 0;
  MissKind kind = load_streaming;
  std::uint32_t times = 1;  // how many like it this one stands for
  std::uint32_t instruction = 0;
  // The first one of a load, or of a gather, that nothing says is coming.
  bool is_unforeseen = false;
  Wait wait{};
  double late = 0;                // part of a wait of its own, for its stride is followed late
  double chained = 0;             // as far as its load, or gather, is, where no stream brings it
  bool is_beside_missed = false;  // of such a load: a line near by was missed lately

  // Whether a core may wait for it, alone or with others.
  [[nodiscard]] bool waits() const {
    return (kind == load_overlapped || kind == load_leading || kind == load_gathered) &&
           wait.window > 0;
  }
};

// Pages whose translation no cache held.
struct PageWalks {
  std::uint64_t all = 0;
  double leading = 0;  // by loads that lead, as load_leading; as far as they wait for them
};

struct HierarchyCounts {
  std::uint64_t accesses = 0;
  std::uint64_t split_accesses = 0;  // that touch two lines
  // Loads that meet a store on its way to the cache.
  std::uint64_t forwarded_loads = 0;
  std::uint64_t blocked_loads = 0;
  std::uint64_t blocked_waits = 0;  // for these, several at a time
  std::uint64_t aliased_loads = 0;
  MissCounts l1_misses{};
  MissCounts l2_misses{};
  std::uint64_t joined_loads = 0;  // of lines that others called for shortly before, but gathers
  double l1_chained_misses = 0;    // by loads that are chained, as far as they are
  // How long misses of the first cache waited for others of their set, and for lines of theirs that
  // stores had lost (stores_in_flight.h), in times that a line takes to come from the second
  // (crowded_sets.h).
  double l1_conflicts = 0;
  double replayed_lane_cycles = 0;       // for lanes of gathers that are loaded again
  std::uint64_t l1_write_backs = 0;      // dirty lines that left the first cache
  std::uint64_t non_temporal_lines = 0;  // written around the caches, without being read
  std::uint64_t tlb1_misses = 0;
  PageWalks first_walks;
  PageWalks repeated_walks;  // to pages walked to before, whose sets lost them

  void add(const HierarchyCounts& more, std::uint64_t times);
};

// What loads meet among the stores that are on their way to the cache, whatever the caches hold.
// Not thread-safe.
class StoreConflicts {
 public:
  explicit StoreConflicts(const HierarchyShape& shape)
      : line_bytes_(shape.l1.line_bytes), forwards_split_stores_(shape.forwards_split_stores) {}

  void see(const Access& access, HierarchyCounts& counts);

 private:
  Divisor line_bytes_;
  bool forwards_split_stores_;
  StoreQueue stores_;
};

// Runs accesses through the caches of one core. A page is looked up when a line is missed in the
// first cache: hits there are translated in its shadow. A store allocates like a load. Not
// thread-safe.
class HierarchySimulator {
 public:
  // Throws Error(input) for a shape that no cache has.
  // A core looks ahead over so many accesses; while it waits for memory over so many. Each takes it
  // so many cycles, if anybody knows.
  HierarchySimulator(const HierarchyShape& shape, std::uint64_t window_accesses,
                     std::optional<std::uint64_t> far_window_accesses = {},
                     double cycles_per_access = 0);

  // While this instruction's loads wait it looks ahead over no more than so many.
  void shorten_window(std::uint32_t instruction, std::uint64_t window_accesses);

  // Lines that the few groups which are run miss in the second cache, though it still has them from
  // groups long before: they are counted, but no prefetcher sees them, and nothing waits with them.
  void know_kept(std::function<bool(std::uint64_t line)> is_kept) { is_kept_ = std::move(is_kept); }

  // From now on somebody else counts what loads meet among stores (StoreConflicts).
  void leave_out_conflicts() { conflicts_.reset(); }

  // Adds to `counts`, and appends what the second cache missed to `beyond_l2` unless it is null.
  void run(std::span<const Access> accesses, HierarchyCounts& counts, std::vector<Miss>* beyond_l2);

 private:
  // Whether a prefetcher of strides sees it.
  [[nodiscard]] bool may_go_on(const Access& access) const {
    return !access.is_gathered && (follows_masked_loads_ || access.is_store || !access.is_masked);
  }
  // `goes_on`: by the stride of its instruction.
  void touch(std::uint64_t line, const Access& access, bool goes_on, HierarchyCounts& counts,
             std::vector<Miss>* beyond_l2);
  // The same of a core whose stores lose their lines (CoreWaits::lost_store).
  void touch_and_lose(std::uint64_t line, const Access& access, bool goes_on,
                      HierarchyCounts& counts, std::vector<Miss>* beyond_l2);
  // Brings what is not in the first cache there.
  void fetch(std::uint64_t line, const Access& access, bool goes_on, HierarchyCounts& counts,
             std::vector<Miss>* beyond_l2);
  // The lanes of a gather follow one another.
  void begin_operation(const Access& access) {
    if (access.is_gathered) {
      return begin_lane(access);
    }
    operation_ = access.instruction;
    operation_began_ = time_;
  }
  void begin_lane(const Access& access);
  void begin_gather(const Access& access);
  // Whether a line that is not in the first cache is on its way there.
  bool is_on_its_way(std::uint64_t line);
  // What of a wait, in times that a line takes to come, the core's work does not hide: of a line
  // that is called for, for which it is hidden as far as the root of both squares says (additions
  // in a chain, 1.8 and 3.5 cycles, beside loads that wait for 1.3, 2.7, 3.8: 2.1, 3.7, 4.5 and
  // 3.5, 4.2, 5.2), and of a store that has lost its line: the queue goes on meanwhile.
  double beside_work(double times);
  double beside_work_of_queue(double times);
  // Stores reach the first cache.
  void finish_stores(HierarchyCounts& counts);
  // A lane of a gather that finds its line in the first cache.
  void load_again(std::uint64_t line, std::uint32_t instruction, HierarchyCounts& counts);
  // `may_lead`: whether the core may wait for a walk.
  // Whether the first TLB had it.
  bool translate(std::uint64_t page, bool may_lead, HierarchyCounts& counts);
  void walk(std::uint64_t page, bool may_lead, HierarchyCounts& counts);
  // Of a wait for a walk, if as many come behind it as came behind the last one that was waited
  // for: that many keep the walkers busy meanwhile.
  [[nodiscard]] double left_of_walk() const;
  // An irregular store that the second cache missed: whether it is waited for.
  bool store_waits();

  // What prefetchers may have done for a line that is missed.
  struct Foresight {
    bool may_stream = true;  // with its neighbours
    bool is_seen_coming = false;
    bool was_brought_along = false;  // by a row before it
    std::uint64_t called_at = 0;     // with the line before it, or now
  };
  // While the access waits the core looks ahead over so many.
  [[nodiscard]] std::uint64_t window_of(const Access& access) const;
  [[nodiscard]] std::uint64_t far_window_of(const Access& access) const;  // for memory
  [[nodiscard]] std::uint64_t shortened(const Access& access, std::uint64_t window) const;
  // What of a wait is left of a gather's line that a prefetcher has seen coming, where lines beside
  // it are called for within `window`.
  [[nodiscard]] double part_of_foreseen(std::uint64_t line, std::uint64_t window) const;
  [[nodiscard]] Foresight foresight_of(const Access& access, bool goes_by_stride) const;
  // Whether its instruction takes rows of a line or two at a time, or, a gather, lanes of a row.
  [[nodiscard]] bool is_of_short_row(const Access& access) const;
  // The part of a wait of its own that a line takes which the second cache missed, for a prefetcher
  // is not far ahead of it.
  [[nodiscard]] double late_part(std::uint64_t line, const Access& access, MissKind kind,
                                 const Foresight& foresight, std::uint64_t window);

  // The lines that one level missed: they form its streams (what comes next to lines that the
  // second cache holds is no stream to what lies beyond it), and a core waits together for those
  // within its window.
  struct Misses {
    bool is_of_second_cache = false;
    RecentMisses recent;
    bool gathers_lead = false;
    std::uint64_t waiting_until = 0;

    // Adds one, as foreseen; a load of a chain leads. `window`: if this one does.
    MissKind add(std::uint64_t line, const Access& access, const Foresight& foresight,
                 bool is_chained, std::uint64_t now, std::uint64_t window);
  };

  Divisor line_bytes_;
  Divisor page_bytes_;
  CacheSimulator l1_;
  CacheSimulator l2_;
  CacheSimulator tlb1_;
  CacheSimulator tlb2_;
  std::unordered_set<std::uint64_t> walked_pages_;
  TranslationLines translations_;
  std::uint64_t walking_since_ = 0;
  std::uint64_t walks_of_wait_ = 0;  // since then, while the core waited
  std::uint64_t page_walkers_;
  std::optional<StoreConflicts> conflicts_;
  StoresInFlight in_flight_;
  std::uint64_t time_ = 0;  // in accesses
  std::uint64_t halves_of_store_;
  std::uint64_t queue_halves_;  // of all entries of the store queue
  std::uint64_t called_ahead_halves_;
  std::uint64_t queued_halves_ = 0;  // by all stores so far
  // At so many the last store that waited is through, and those whose lines came with its own.
  std::uint64_t queue_turned_over_ = 0;
  std::uint64_t called_ahead_until_ = 0;
  bool next_comes_along_ = false;  // the line of the next one that misses
  std::uint64_t window_accesses_;
  std::uint64_t far_window_accesses_;
  MemoryWaits memory_;
  KnownLines known_;
  std::function<bool(std::uint64_t)> is_kept_;
  std::vector<std::uint64_t> windows_;  // by instruction, at most so many
  std::uint32_t operation_ = 0;         // the instruction whose lanes come
  std::uint64_t operation_began_ = 0;
  std::uint64_t unforeseen_operation_ = 0;  // began then, the last one with such a line
  std::vector<Steps> gathers_;              // by instruction: of a gather's first lane, in lines
  bool gather_goes_on_ = false;             // this one, by the step of the one before
  Misses l1_misses_;
  Misses l2_misses_;
  bool follows_only_next_;
  bool follows_runs_;
  bool follows_masked_loads_;
  FollowedPages followed_;
  FollowedStrides strides_;
  LateStrides late_;
  LateStrides late_masked_;  // streams of masked loads, by page
  LinesBeyondRows beyond_rows_;
  FollowedStreams streams_;
  GatheredRows gathered_rows_;
  CalledLines called_;
  CrowdedSets l1_crowds_;
  double accesses_of_line_;      // while one comes from the second cache
  double accesses_of_far_line_;  // or from the third
  bool work_goes_on_;
  std::uint64_t joins_within_;  // accesses
  std::uint64_t joins_missed_;  // those of them that miss
  unsigned ways_;
  // Of crowds, in times that a line takes to come: what the core works for each access, how much of
  // a wait that hides at most, and what is left of it to hide stores' waits.
  double times_of_access_;
  double most_hidden_;
  double hidden_ = 0;
  std::uint64_t hidden_at_ = 0;
  std::uint64_t waited_at_ = 0;  // for a line
  std::uint64_t commits_within_;
  double lost_store_;
  double replayed_lane_;
  double replayed_translation_;
  std::uint64_t translated_page_ = ~std::uint64_t{0};  // of the last such lane
  std::uint64_t late_page_ = ~std::uint64_t{0};        // the last one that the first TLB missed
  std::uint64_t late_page_at_ = 0;
  GatheredLines gathered_;
  GatheredStreams gathered_streams_;
  SetTurnover turnover_;
  LostStores lost_stores_;
  std::uint64_t last_done_line_ = ~std::uint64_t{0};  // that a store reached the cache for
  std::uint64_t last_stored_line_ = ~std::uint64_t{0};
  std::uint64_t combining_line_ = ~std::uint64_t{0};  // of the last non-temporal store
};

}  // namespace clgauge::lens
