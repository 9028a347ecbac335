#include "lens/traffic/core_waits.h"

#include <algorithm>
#include <cmath>

namespace clgauge::lens {
namespace {

// Timed on an Emerald Rapids, a core alone. Loads from random places of memory with k additions
// between two wait for each other's line up to k = 120, for one line in two up to 190, and for
// every one from 250 on: registers for 280 results, not the 512 entries of the reorder buffer, are
// what a window holds. Lines of the second cache by turns, pages of 2 MiB, cycles an access:
//
//   lines of      one set  2 sets  4 sets  8 sets  16 sets  64 sets
//   loads             2.9     1.7     1.6     1.6      1.7      1.6
//   stores             12      11      11     6.5      4.8      4.5
//   both              13      9.5      10     6.6      4.5      4.4
//
// 16 lines of a set of 12 ways as many as 128; with 28 micro-operations beside each store 11.6
// where others take 9.2, with 36 no more than others. A store to one line among loads of 128 others
// of its set takes no longer than to a line of another set: it is new lines that are lost.
//
// Loads and stores of a page that is not there take 52 to 62 cycles under a mask of AVX-512 that
// leaves all out, as idle vectors of Intel's runtime have it; under one that leaves a part out, in
// the last vector of an array, 255 (stores) and 400, VMASKMOVPS 260 and 310 whatever the mask.
//
// Gathers of the 16 lanes of one line take 8.7 cycles from the first cache, 11 from the second in
// order, 14 to 17 from there at strides that the first TLB misses, too (a load of all the line 1.2
// to 1.7; sixteen loads of a word 5.4, 9.2, 14 to 15): all its lanes are loaded again. So they are
// where only the first TLB misses: gathers from 200 pages whose lines fit the first cache take
// 13.7, from 90 pages 8.2. From the last cache they take 10 ns where nobody saw them coming, loads
// 2.9, in order 4.4 and 2.3.
//
// Loads of lines from memory among k additions, ns a line beside those (pages of 2 MiB; of 4 KiB
// the same and what their translations take):
//
//   k                               0    16    64   128   256   512  1024  2048
//   side by side                    4     5     5     3     2     2     1     4
//   128 bytes apart                 7     9     9     9     7     4     4    10
//   1 KiB apart                    11     9    16    24    36    45    32    12
//   6208 bytes, 21 KiB apart       14    12    20    30    47    56    42    22
//   32704 bytes apart              12    11    20    46    60    62    49    45
//   32768 bytes apart              15    12    21    40    65   131   120   138
//   64000 bytes apart               8     9    20    33    59   101   102    98
//   anywhere within 1 KiB           5     8    17    29    55    96    99    96
//   anywhere within 6208 bytes     10    11    23    38    63   121   119   117
//
// So strides of less than 32 KiB are followed, one line ahead, from the third line on (runs of 2,
// 3, 4, 8, 16, 32 lines 6208 bytes apart, each anywhere: 139, 96, 76, 70, 60, 60 ns a line with k =
// 512). A stream that begins anywhere waits for memory three or four times. Up to 48 streams by
// turns are followed (3 to 10 ns a line), not 64 (103 to 120).
//
// A store that misses, and as many that hit before the next one (16 additions each):
//
//   stores between     0     2     4     8    12    16    24    32    48    64    96   128
//   ns a miss         12    17    20    38    43    50    55    62    70   105   100   180
//
// whatever the stride: few stores ahead of the one that waits call for their lines.
//
// A chain of loads over N pages, S pages apart, a line each, ns a load:
//
//   N            64    96   128   256   768  1024  1536  2048  3072
//   S = 1       1.7   1.7   4.0   4.0   4.1   7.7   8.8    15    25
//   2 to 16     4.0   4.0   4.0   4.0   4.0   7.7   8.3    15    30
//   64          4.0   4.0   4.0   4.0   4.0   7.7    12    20    43
//
// The second TLB's 2048 entries serve all of these strides, but not all: of a load every 8256 bytes
// (a page and its next but one by turns, odd and even by the 64) 1024 pages are found again, 1536
// take 4.5 ns a load, 1920 and more 6; every 4160, 6848 and 16448 bytes 0.7 up to 1800 pages, 2.5
// at 2128, 5.7 at 2560. So it is with the exclusive or of seven and seven bits as the set.
//
// A line of the second cache a round, cycles beyond the same round with a line of the first (a
// Granite Rapids): beside 8 loads of 64 or 8 bytes 1.4, 1.0, 4 loads 0.6, 4 stores 1.0, 16 fused
// multiply-adds, 32 additions, 4 loads and 16 additions, chains 0.1; alone 1.2 a line.
//
// n loads of each line, one behind the other, cycles a line of the first and of the second cache:
// 16 4.7 to 5.9 and 9.3, 8 4.7 and 5.4, 4 4.1 and 4.1; beside ten fused multiply-adds of 512 bits
// 10 5.6 and 7.4, 8 5.5 and 6.4, 6 5.6 and 6.1, 4 5.0 and 5.7, beside 24 with 8 12.0 and 12.7,
// beside a chain of 12 cycles with 16 11.9 and 11.9; of loads of other lines beside one of the
// line, up to 0.3 more. So a line takes 1.4 cycles at least, and each load of it half a cycle.
//
// Two cores that add to words at random, each in a line of its own, ns an addition beyond the 6 to
// 9 of a core alone: of 1, 4, 16, 64, 256, 1024, 4096, 16384, 65536 lines 21, 32, 28, 13,
// 7, 3.6, 2.5, 1.8, 0.
//
// The same beside so many products in a chain (a Granite Rapids), ns an update beyond both what a
// core alone takes and what 65536 lines do:
//
//   lines      1    2    4   16   64  256 1024
//   0         29   50   40   21   12  3.5  0.7
//   8         40   39   38   18    4  0.6    0
//   32        46   30   17    4    0    0    0
//   100       46    9    3    2    0    0    0
//
// Two cores that each add 16 times to one word, and then do other work for so long, ns an addition
// beyond those of a core alone: of 0, 20, 40, 80, 160, 1000 ns 27, 22, 35, 30, 20, 2.7; 64 times,
// of 100, 1000, 5000 ns: 19, 0.9, 0. The cores are seldom at it at once where each is for a third
// of its time, and for as long as the line takes to come. Nor where lines take turns, one after the
// other, each core at its own place: 4, 16, 64 times to one, ns beyond the 6.4 of a core alone:
//
//   lines      1    2    4    8   16   64
//   4         24   21   21   20   11    0
//   16        26   12   11    7    0    0
//   64        25   12    0    2    0    0
constexpr CoreWaits kGoldenCove{
    .window = 384,
    .commit_window = 448,
    .queued_stores = 112,
    .neighbours_share_entries = false,
    .stores_called_ahead = 24,
    .lost_store = 5,
    .replayed_lane_cycles = 0.2,
    .replayed_translation_cycles = 0.35,
    .joined_load = 0.35,
    .filling_cycles = 1,
    .gathers_lead = true,
    .second_cache_cycles = 12,
    .third_cache_cycles = 0,  // not timed beside p_l3_wait
    .second_tlb_folds = true,
    .page_walkers = 4,
    .suppressed_fault_cycles = 55,
    .last_cache = {.beside_missed = 0.5, .of_gather = 0.5, .cycles = 400},
    .contended = {.lines = 16, .lone_visit = 1.5, .priced_cycles = 20},
    .followed = {.longest_stride = 32767,
                 .lines_to_show_stride = 1,
                 .only_next = true,
                 .pages = 48,
                 .lines_to_get_ahead = 4,
                 .streams_of_pairs = true,
                 .remembered_misses = 160}};

// Two cores of an EPYC 9004, n lines at random, cycles by which a visit of u updates takes longer
// than with lines of each core's own:
//   n      1    2    4    8   16   32   64  512
//   u = 1 27   49   41   40   32   23   12    7
//       2 93  103   92   73   31   21   14    8
//       4 183 183  141   97   58   28   19    8
// (at times, as if these were other cores, 50 to 100 for any number of lines).
constexpr ContendedUpdates kZen4Contended{.lines = 20,
                                          .lone_visit = 1,
                                          .update_cycles = 8,
                                          .wait_cycles = 40,
                                          .seldom = 0.1,
                                          .always = 0.5};

// Two cores of an EPYC 7003, 33 ns apart, as above:
//   n      1    2    4    8   16   32   64  512  4096
//   u = 1 44   45   31   43   24   18   15    6     2
//       2 75   81   53   44   37   31   20    7     2
//       4 not to be told  60   62   44   24    9     6
constexpr ContendedUpdates kZen3Contended = [] {
  ContendedUpdates updates = kZen4Contended;
  updates.lines = 8;
  return updates;
}();

// Two cores of an EPYC 9005 (30 to 50 ns from one to the other) that add to n lines at
// random, k NOPs beside each, the places known long before: ns by which an addition takes longer
// than with lines of each core's own (4.6 up to k = 32, then 5.8, 7.6, 11.3):
//
//   k          0     4     8    16    32    64   128   256
//   n = 1    7.3   8.1   9.0   8.2   8.7   9.2    13    21
//       8   10.7  10.7  10.3  10.3  10.2  10.4   6.3   3.7
//      64   10.8  10.6   8.7   6.7   5.1   3.2   1.1   2.1
//     256    6.3   6.1   4.0   2.9   1.9   0.9   0.3   1.9
//    1024    1.8   1.8   1.2   0.8   0.4   0.2   0.1   1.8
//
// So a line that is asked for ahead is lost again as often as the other core comes by meanwhile:
// 35 ns times what the window holds of additions (50 at most) by n, up to 10.7. Beside chains that
// take 15 ns 4.4, 2.1, 0.3 of 1, 8, 64 lines, with 59 ns none of any. Where the host has put the
// cores far apart (160 to 200 ns) 9, 50, 18, 8, 7 of 1, 8, 64, 256, 1024.
//
// A compare-and-exchange behind a load of its line waits 4.1 to 4.6 of 256 and 1024 lines however
// much lies between, 128 NOPs and more.
constexpr ContendedUpdates kZen5Contended = [] {
  ContendedUpdates updates = kZen4Contended;
  updates.lost_ahead = 1480;
  updates.most_lost_ahead = 165;
  updates.compared = 0.5;
  updates.update_cycles = 20;  // as long as they take of `other_cycles`
  updates.hides_from = 25;
  updates.hides_all = 70;
  return updates;
}();

// An EPYC 9005, cycles a round, lines of so many sets by turns (an L1 of 12 ways):
//
//   sets                          1     2     4     8    16
//   load                        7.3   4.4   2.6   2.2   2.2
//   store                        27    14   3.1   3.1   3.1
//   load and store, 8 or 32 bytes 37   24   4.0   3.2   3.2
//   the same, 16 NOPs            28    10    10    10    10
//   exchange two                 89    50    33   4.9   4.4
//   the same, 8 NOPs             74    50   9.4   7.6   7.6
//
// Loads of so many lines of one set, then of the next one: 8 1.4, 16 3.0, 32 4.4 a line. So each
// line of a set on its way keeps the others waiting for as long.
//
// Exchanges of 8 bytes of 64 rows with 64 others, beside so many NOPs:
//
//   NOPs                0     8    16    24    32    48    64
//   one set            89    86    77    70    67    66    64
//   2                  65    61    56    53    51    51    52
//   4                  39    37    37    36    35  29 to 34  18 to 29
//   8                  26  18 to 26  5 to 9  5  6.8   8.7    11
//   16, 32, 64        2.2   3.0   4.8   4.9   6.8   8.7    11
//
// Of one to eight lines a row, a round and line, by how many sets take turns:
//
//   sets                1    2    4        8   16
//   8, 32 bytes        89   50   31  11 to 21  4.0
//   64 bytes           89   53   28       4.4  4.2
//
// as if those of 64 bytes took two places each. The words' addresses modulo 4 KiB matter nothing,
// nor how many stores go to a line one behind the other. So 104 stores, or what 1100
// micro-operations hold, are late behind a line that has gone (lines_about_stores.h).
constexpr CrowdsOfSets kCrowdsOfZen5{.wait_for_each = true,
                                     .without_wait = 4,
                                     .part = 0.058,
                                     .longest = 2.9,
                                     .line_cycles = 2.2,
                                     .lost_line = 11.5,
                                     .lost_loaded_line = 18,
                                     .work_goes_on = true,
                                     .joined_micro_ops = 448,
                                     .joined_accesses = 68};

// Loads of lines from anywhere in 256 MB, an index of eight micro-operations and n more beside
// each, ns a load beyond the same from the first cache (pages of 2 MiB; of 4 KiB 1 to 10 more; on
// both cores at once the same):
//
//   n                  0    8   16   32   48   64   96  128  192  256  384  512
//   NOPs               7             16        25        43        78   77  141
//   additions          7             30        49        79   78  150  151
//   multiply-adds      7  7.5   10   13   18   20   27   31   39   56   57   99
//
// So a wait is 150 to 160 ns, and meanwhile come in all 448 entries of the reorder buffer, 210
// results in integer registers, 370 in vector registers: multiply-adds, two a cycle, are done
// meanwhile. Stores, with n to one line beside each: 0 2.9, 4 9, 16 17, 32 24, 64 29, 128 57.
//
// Gathers of words 4 bytes apart from 8 or 16 places, n of them one beside the other, then the next
// ones: ns a line beyond the first cache:
//
//   n                              1     2     4     8    16
//   8 places, 64 bytes apart     3.5   5.4   9.3    14    15
//     128 or 256                 3.5     6    10    20    22
//   16 places, 64 to 256         3.6   6.1    12    11    12
//   16 places, 32                5.8   9.2    14    14
//     16                         7.1   9.8    12    11
//     8                          8.1   9.8   9.3    11
//     4                           10    10    10   6.5
//   16 rows, 4 KiB to 64 KiB apart, 0, 16, 64 multiply-adds beside each   4 to 8, 6, 5 to 6
//
// So lines that many gathers call for come 4 ns one after the other, 40 to a wait; and rows are
// followed, lines side by side are not: the one or two of a gather that are next come late.
constexpr MemoryWaits kMemoryOfZen5{.micro_ops = 448,
                                    .integer_results = 210,
                                    .vector_results = 370,
                                    .lines = 40,
                                    .cycles = 620,
                                    .waits_of_store = 0.6,
                                    .beside_known = 0.25,
                                    .late = 0.5,
                                    .gathered_ahead = 1.0 / 16};

// Of more lines than these a compare-and-exchange waits for what its caches have lost, which is
// counted apart.
constexpr double kComparedLines = 1024;

}  // namespace

double contended_wait(const CoreWaits& waits, const UpdatesOfLines& updates) {
  const ContendedUpdates& of = waits.contended;
  const double lines = std::max(updates.lines, 1.0);
  if (of.lost_ahead <= 0) {
    return std::pow(std::min(1.0, of.lines / lines), of.power);
  }
  const double ahead =
      std::min(of.most_lost_ahead, of.lost_ahead / std::max(updates.micro_ops, 1.0));
  const double wait = (1.25 - 0.25 / lines) * (1 - std::exp(-ahead / lines));
  const double of_compared = of.compared * std::min(1.0, kComparedLines / lines);
  return wait + updates.compared * std::max(0.0, of_compared - wait);
}

double contended_part(const CoreWaits& waits, double updates_of_visit, double cycles_of_update,
                      double lines) {
  const ContendedUpdates& of = waits.contended;
  const double other_cycles = std::max(0.0, cycles_of_update - of.priced_cycles);
  const double waited =
      other_cycles <= of.hides_from
          ? 1
          : std::clamp((of.hides_all - other_cycles) / (of.hides_all - of.hides_from), 0.0, 1.0);
  const double lone = of.lone_visit / updates_of_visit;
  if (lone >= 1) {
    return waited;
  }
  const double busy = (of.update_cycles + of.wait_cycles * lone) /
                      (of.update_cycles + other_cycles) / std::max(lines, 1.0);
  const double meeting = std::clamp((busy - of.seldom) / (of.always - of.seldom), 0.0, 1.0);
  return waited * (lone + (1 - lone) * meeting);
}

CoreWaits core_waits(std::string_view cpu) {
  // Those that have, or that LLVM takes for one that has, a core of this line.
  const bool is_golden_cove =
      cpu == "sapphirerapids" || cpu == "alderlake" || cpu.starts_with("icelake");
  if (is_golden_cove) {
    return kGoldenCove;
  }
  CoreWaits waits;
  waits.last_cache_crowds = true;
  waits.followed.shortest_late_stride = 2048;
  waits.followed.longest_late_stride = 8192;
  if (cpu == "znver5") {  // an EPYC 9005
    waits.window = 224;   // half of 448
    waits.queued_stores = 104;
    waits.losing_stores = waits.queued_stores;
    waits.losing_bytes = 32;
    waits.commit_window = 330;
    waits.window_behind_late = 1100;
    waits.followed.shortest_late_stride = 0;
    waits.followed.longest_late_stride = 0;
    waits.followed.follows_runs = true;
    waits.followed.follows_masked_loads = false;
    waits.followed.goes_on_with_streams = true;
    waits.denormal_stall_cycles = 90;
    waits.contended = kZen5Contended;
    waits.crowds = kCrowdsOfZen5;
    waits.memory = kMemoryOfZen5;
    waits.suppressed_fault_cycles = 560;
    waits.part_of_far_fault = 0.57;
  }
  if (cpu == "znver3") {
    waits.contended = kZen3Contended;
  }
  if (cpu == "znver4") {
    waits.denormal_stall_cycles = 60;
    waits.contended = kZen4Contended;
    waits.followed.brings_lines_beyond_rows = true;
  }
  return waits;
}

}  // namespace clgauge::lens
