#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace clgauge::lens {

// What the prefetchers of a core follow. As it stands: a Zen 4's (followed_strides.h,
// followed_pages.h).
struct FollowedLines {
  std::uint64_t longest_stride = std::numeric_limits<std::uint64_t>::max();  // bytes
  // Lines that have gone on by their stride before the next one is fetched ahead.
  std::uint32_t lines_to_show_stride = 7;
  // Powers of two from here to there are followed late (late_strides.h); 0: none is.
  std::uint64_t shortest_late_stride = 0;
  std::uint64_t longest_late_stride = 0;
  // Runs of a stride that begin as far behind one another each time are followed from one to the
  // next, and so is the line that an access goes on into (followed_strides.h).
  bool follows_runs = false;
  bool follows_masked_loads = true;  // as strides (followed_strides.h)
  // No more than the next line of a stride is fetched ahead, with the one before it, and only for
  // loads: of two lines each of which fills the core's window one is waited for. A stream of lines
  // that no prefetcher is ahead of yet goes like any stride.
  bool only_next = false;
  std::size_t pages = 16;                 // with a stream of lines in each
  std::uint32_t lines_to_get_ahead = 8;   // of a stream, beyond the second cache
  bool streams_of_pairs = false;          // every other line is followed like all of them
  bool brings_lines_beyond_rows = false;  // lines_beyond_rows.h
  bool goes_on_with_streams = false;      // followed_streams.h
  std::size_t remembered_misses = 64;     // that streams are seen by
};

// How atomic updates wait for lines that other cores update. As it stands: each for the whole way.
struct ContendedUpdates {
  // Lines that cores take from each other, over and over, without one's way hiding another's: with
  // n times as many an atomic update waits for the n-th part of the way to this power.
  double lines = std::numeric_limits<double>::infinity();
  double power = 0.5;
  // A core that updates a line several times waits for it once where others leave it alone
  // meanwhile: so long, in times that an update waits where they do not.
  double lone_visit = std::numeric_limits<double>::infinity();
  double update_cycles = 17;
  double priced_cycles = 0;  // of an update, among those between updates already
  double wait_cycles = 85;   // of an update that waits
  // Parts of the time that another core is at the line: where none meets, and where all do.
  double seldom = 0.35;
  double always = 0.6;
  // Cycles from update to update: up to here nothing of a wait is hidden, from there on all of it.
  double hides_from = std::numeric_limits<double>::infinity();
  double hides_all = std::numeric_limits<double>::infinity();
  // A core asks for lines as soon as it knows of them, and loses them to others again before their
  // updates' turn: of n lines 1 - exp(-a / n) of the updates wait, a of them so many micro-ops, or
  // so many of them at most. 0: `lines` and `power` say.
  double lost_ahead = 0;
  double most_lost_ahead = 0;
  // What a compare-and-exchange of few lines waits at least, as a part of the wait for one line,
  // whatever lies between: the load before it has taken the line to read.
  double compared = 0;
};

// What lines of one set keep each other waiting for, in times that a line takes to come from the
// next cache (crowded_sets.h, stores_in_flight.h). As it stands: a Zen 4's.
struct CrowdsOfSets {
  // Of n lines of a set on their way each waits for the root of n less that of `without_wait`, or
  // for each of those beyond `without_wait`.
  bool wait_for_each = false;
  double without_wait = 7;
  double part = 1;
  double longest = 4.1;
  double line_cycles = 2;  // that a line takes to come
  // A store's line that has gone, where all lines on their way are of its set (where a part is,
  // that part of it): so long, and for each line of its set that was called for since.
  double least_back = 2;
  double for_line_of_load = 0.5;  // whose line a load had brought
  double most_of_load = 13;
  double most_waited_for = 22;  // which a load waits for
  double for_line_of_store = 0.3;
  double most_of_store = 10;
  // Or, where that was timed (not 0), for the part of stores that lose their lines
  // (lines_about_stores.h): so long, where one set after the other is stored to.
  double lost_line = 0;
  double lost_loaded_line = 0;  // which a load had brought
  // Whether what the core does meanwhile hides the waits of crowds.
  bool work_goes_on = false;
  // Micro-operations, and accesses at most that miss, that a line is on its way for: what meets it
  // goes with it (called_lines.h). 0: CoreWaits::window.
  std::uint64_t joined_micro_ops = 0;
  std::uint64_t joined_accesses = 0;
};

// How a core waits for lines from memory, where that was timed for itself. As it stands: it was
// not.
struct MemoryWaits {
  // What it has in flight meanwhile: micro-operations, and results in registers of either kind.
  double micro_ops = 0;
  double integer_results = 0;
  double vector_results = 0;
  // So many lines come one after the other in the time that a core waits for one: each has its own
  // cost (f_lens_dram_gathered), and what is left of the wait when they are there is a wait.
  double lines = 0;
  // Cycles of a wait: what the core computes meanwhile takes no time of its own.
  double cycles = 0;
  // In waits, what of one is left:
  double waits_of_store = 1;  // for the first store that the store queue fills up behind
  double beside_known = 1;    // for a line beside one that was missed before, in rows of one or two
  double late = 1;            // for lines that are followed late, in times of late_strides.h's part
  double gathered_ahead = 0;  // for each line side by side of a gather that a prefetcher follows

  [[nodiscard]] bool are_known() const { return micro_ops > 0; }
};

// What is left of a core's waits for the last cache, of the first line of a window each. As it
// stands: all of it.
struct LastCacheWaits {
  // Of a line near which another one was missed lately, no more than 16 lines away: prefetchers
  // have brought many of these. A Granite Rapids: lines 5 to 17 apart, in any order, 2.1 to 2.6 ns
  // each, more than 32 apart 4 to 9.
  double beside_missed = 1;
  // Of a gather's, for meanwhile the core calls for the window's other lanes.
  double of_gather = 1;
  // When the window has computed for so long, the line is there (70 ns, with 400 chained additions
  // beside each load none of them shows).
  double cycles = std::numeric_limits<double>::infinity();
};

// How a core waits for lines, beside the sizes of its caches. As it stands: a Zen 3's or Zen 4's.
struct CoreWaits {
  // Micro-operations that it has in flight while a load is on its way: about the half of its
  // reorder buffer (224 to 512) that its other thread leaves. Few gathers fill it.
  std::uint64_t window = 160;
  // While stores wait for their lines registers bind it: loops of a Zen 4 lose no line where 224
  // micro-operations call for fewer of a set than it holds.
  std::uint64_t commit_window = 224;
  // And at most, where stores before them wait for lines, and they for their turn (0: no longer). A
  // Zen 5's exchanges of 8 bytes in eight sets with 8 to 24 NOPs take 5 cycles or 15 to 25, and
  // stay with it: a queue that is full outlasts the window, so lines are lost, so it stays full.
  std::uint64_t window_behind_late = 0;
  // Stores that wait for their lines, in order (Skylake: 56).
  std::uint64_t queued_stores = 64;
  // How many of them a crowded set may take lines from, and the bytes of each: of wider ones each
  // counts as several.
  std::uint64_t losing_stores = 64;
  std::uint32_t losing_bytes = 64;
  bool neighbours_share_entries = true;  // two by two
  // Those of them that have called for their lines. Less than all: of two stores whose lines are
  // missed so many entries apart, or more, one waits, for the other one's line comes with its own.
  std::uint64_t stores_called_ahead = 64;
  // A store whose line is new in the first cache, in a set that took as many lines as it holds
  // within `commit_window`, has lost it again when its turn comes, and all younger ones wait: so
  // long, in times that a line takes to come from the second cache. Loads wait for no set. 0: sets
  // keep loads and stores waiting as crowded_sets.h and stores_in_flight.h say.
  double lost_store = 0;
  // A lane of a gather whose line an earlier lane called for has to be loaded again when that has
  // come; so has one whose page an earlier lane asked the second TLB for, wherever its line is: in
  // cycles of the core, which nothing else can use.
  double replayed_lane_cycles = 0;
  double replayed_translation_cycles = 0;
  // A load of a line that another one called for shortly before, as a part of what the line takes
  // to come from the second cache.
  double joined_load = 0;
  // A line that comes to the first cache takes the place of accesses for so many cycles: all of it
  // where loads and stores bind, nothing where they have room.
  double filling_cycles = 0;
  // Whether a prefetcher of streams sees lines that gathers call for as it sees others; those that
  // none does wait for the last cache, the first of a window.
  bool gathers_lead = false;
  // What a load takes longer from the second cache than from the first, in cycles: 14, not 4.
  // Loads of a chain wait for it one after the other.
  double second_cache_cycles = 10;
  // And from the third than from the second: chains of a Zen 4 take 14 cycles a load from the
  // second, 48 to 68 from 2 to 8 MiB. What lone loads say of that cache (p_l3_wait) is what is left
  // of it behind other work, next to nothing. Loads that nothing says are coming are late by it in
  // the core that is simulated (late_loads.h). 0: not timed.
  double third_cache_cycles = 40;
  // Whether lines that share a part of the second cache (CacheShape::classes()) share as small a
  // part of the last one.
  bool last_cache_crowds = false;
  // Whether the exclusive or of a page's lowest seven bits and the next seven chooses its set of
  // the second TLB: pages at strides of a power of two share all of it.
  bool second_tlb_folds = false;
  // So many pages are walked to at once: who waits for one waits for what those behind it in its
  // window leave of that. 0: not timed; all of it.
  unsigned page_walkers = 0;
  // An access of a page that is not there, under a mask that keeps every such byte out: the
  // processor takes it for a fault first. 460 to 490 cycles on a Zen 4 for loads of 16 and 32 bytes
  // and all stores, 1040 for loads of 64; as long if the page was only never written, or is
  // read-only.
  double suppressed_fault_cycles = 480;
  // Where whole page tables are missing the fault is known sooner: 103 to 154 cycles of any access
  // on a Zen 4, 294 to 371 on a Zen 5.
  double part_of_far_fault = 0.3;
  // A product, quotient or root of denormal numbers, of which there were none just before (on a Zen
  // 5 a chain of 100 products takes 442 cycles behind one, 303 without; of 20 87 and 60).
  double denormal_stall_cycles = 0;
  MemoryWaits memory{};
  LastCacheWaits last_cache{};
  CrowdsOfSets crowds{};
  ContendedUpdates contended{};
  FollowedLines followed{};
};

// Atomic updates of lines that other cores update, too.
struct UpdatesOfLines {
  double lines = 1;      // of so many
  double micro_ops = 1;  // with what lies between one and the next
  double compared = 0;   // the part that compare and exchange
};
// What of the way of a line from another core each of them waits for.
[[nodiscard]] double contended_wait(const CoreWaits& waits, const UpdatesOfLines& updates);
// Of the updates of lines that other cores update, too, the part that waits for them: so many to a
// visit of a line, so many cycles of other work for each, so many lines by turns.
[[nodiscard]] double contended_part(const CoreWaits& waits, double updates_of_visit,
                                    double cycles_of_update, double lines);

// Of the processor that LLVM calls so; as it stands for those that were not timed.
[[nodiscard]] CoreWaits core_waits(std::string_view cpu);

}  // namespace clgauge::lens
