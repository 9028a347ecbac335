#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lens/traffic/core_waits.h"
#include "lens/traffic/steps.h"

namespace clgauge::lens {

// Instructions whose accesses a prefetcher follows, for each comes as far after the one before it
// as that came after its own: whatever the stride, in both directions and across pages. On a Zen 4
// (an access to a line from memory among 500 micro-operations) the first two accesses of a run wait
// for memory, 200 ns each, and from the third on none does, at strides of 320 bytes to 64 KiB; with
// 48 instructions by turns each line takes 9 ns, with 64 of them 48. One instruction that goes over
// two streams by turns is not followed. Two or four accesses to each line do not disturb a stride
// from line to line, eight do. Gathers are not followed. Only the lines that accesses begin in are
// fetched ahead: where loads of 64 bytes go on into the line behind, that one is waited for every
// time (at strides of 320, 1088, 6208, 65600 bytes 94, 209, 360, 314 ns a load among 250
// micro-operations, 2, 5, 18, 36 where they do not).
//
// Runs that go on where an earlier one left off, or begin within two lines of where the last one
// did, do not wait: their first lines were fetched ahead, or beside those. Runs of 4 to 512 lines
// that begin 64 bytes further each time take 0 to 90 ns more than all lines in the first cache
// (128 bytes: 10 to 150, 320 and more: 50 to 350, anywhere: 570 to 1100), tiles of two to eight
// runs of 8 to 32 beside one another, the next one behind the first of them, 70 to 300 in all.
//
// A Zen 5 follows such runs from one to the next as well, where each begins as far behind the one
// before it (FollowedLines::follows_runs). Tiles of T rows in each of 128 planes, the next one
// beside, rows 576 and 1024 bytes apart, one array and three (an EPYC 9005, 64 additions a line),
// ns a line beyond those: of one line a row 0 to 1.2 with T = 4, 8, 16, also where each load of 64
// bytes goes on into the line behind; of two lines a row, so that runs of runs repeat, 14 to 17, 10
// to 16, 3 to 11; of four 2 to 3, of eight 0 to 2. It does not see loads under masks, all of whose
// lanes are active: tiles of four rows of four lines (21.6 MB, a store to each line, or none) take
// 4 to 5 ns a line longer than plain loads, with 4, 32 and 64 additions a line; whole rows 0 to 4.
// Not thread-safe.
class FollowedStrides {
 public:
  explicit FollowedStrides(const FollowedLines& followed)
      : longest_stride_(followed.longest_stride),
        lines_to_show_stride_(followed.lines_to_show_stride),
        follows_runs_(followed.follows_runs) {}

  // The next access of this instruction, which begins in `line`, at this time: whether it goes on
  // by the stride.
  bool goes_on(std::uint32_t instruction, std::uint64_t address, std::uint64_t line,
               std::uint64_t now) {
    if (instruction >= known_.size()) {
      known_.resize(instruction + std::size_t{1});
    }
    Known& known = known_[instruction];
    const std::uint64_t before = known.accesses.place;
    if (is_apart(address - before)) {
      known.bytes_of_piece = before - known.piece_began_at;
      known.piece_began_at = address;
    }
    const bool is_next = known.accesses.step_to(address);
    if (line == known.line) {
      ++known.in_line;
      return known.goes_on;
    }
    const Steps lines = known.lines;
    const bool is_next_line = known.lines.step_to(address) && known.in_line <= kMostInLine;
    known.line = line;
    known.in_line = 1;
    known.line_before_at = known.line_at;
    known.line_at = now;
    const bool may_follow_run = follows_runs_ && (length_of(known.step_of_run) >= kLineBytes ||
                                                  before - known.run_began_at < kLineBytes);
    if (may_follow_run && known.is_run && !is_next && !is_next_line &&
        known.runs_begin.step_to(address)) {
      known.accesses.step = known.step_of_run;
      known.lines.step = lines.step;
      ++known.lines_so_far;
    } else if (is_next || is_next_line || address == known.resumes_at) {
      known.step_of_run = known.accesses.step;
      ++known.lines_so_far;
      known.is_run = true;
    } else {
      begin_run(known, lines, address);
    }
    known.goes_on = known.lines_so_far >= lines_to_show_stride_ && is_short(known.lines.step);
    return known.goes_on;
  }

  // How far apart the first and the last address of the last row lie that this instruction, of
  // which an access was seen, went along, a line or less at a time.
  [[nodiscard]] std::uint64_t bytes_of_piece(std::uint32_t instruction) const {
    return known_[instruction].bytes_of_piece;
  }

  // A line that is missed by this instruction, of which an access was seen: whether it comes as far
  // behind the one before as others did, where runs are followed.
  bool misses_go_on(std::uint32_t instruction, std::uint64_t line) {
    if (!follows_runs_) {
      return false;
    }
    Known& known = known_[instruction];
    if (known.missed.step_to(line)) {
      known.step_of_missed = known.missed.step;
    }
    return known.missed.step == known.step_of_missed && known.step_of_missed != 0;
  }

  // When the line before came that this instruction, of which an access was seen, is in.
  [[nodiscard]] std::uint64_t line_before_at(std::uint32_t instruction) const {
    return known_[instruction].line_before_at;
  }

  // From line to line, in bytes, of an instruction that has gone on by it for long; else 0.
  [[nodiscard]] std::uint64_t stride_of_long_run(std::uint32_t instruction) const {
    const Known& known = known_[instruction];
    return known.lines_so_far >= kLongRun ? known.lines.step : 0;
  }

  // An instruction that misses, of which an access was seen: whether it was one of those that the
  // prefetcher keeps track of. It is now; for it the one that came first is forgotten.
  bool keeps(std::uint32_t instruction) {
    if (known_[instruction].is_kept) {
      return true;
    }
    std::uint32_t& place = kept_[next_];
    known_[place].is_kept = false;
    place = instruction;
    known_[instruction].is_kept = true;
    next_ = (next_ + 1) % kInstructions;
    return false;
  }

 private:
  static constexpr std::size_t kInstructions = 48;
  static constexpr std::uint32_t kMostInLine = 4;
  static constexpr std::size_t kRuns = 8;
  static constexpr std::uint32_t kLongRun = 64;  // lines
  static constexpr std::uint64_t kLineBytes = 64;
  static constexpr std::uint64_t kBeside = 2 * kLineBytes;
  static constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max() / 2;

  // Lines one after the other by the same stride.
  struct Run {
    std::uint64_t begin = kNowhere;
    std::uint64_t next = kNowhere;  // where it would have gone on
    std::uint64_t stride = 0;
  };
  // What most accesses ask for fits into a line of the cache of the machine that simulates.
  struct alignas(64) Known {
    Steps accesses;
    std::uint64_t line = std::numeric_limits<std::uint64_t>::max();
    std::uint32_t in_line = 0;
    std::uint32_t lines_so_far = 0;
    bool goes_on = false;
    bool is_kept = false;
    bool is_run = false;  // a third line, or that second one, has come
    Steps lines;          // from the first access in a line to the first one in the next
    Steps runs_begin;     // where runs of three and more begin
    Steps missed;         // lines
    std::uint64_t step_of_run = 0;
    std::uint64_t step_of_missed = 0;
    std::uint64_t piece_began_at = 0;
    std::uint64_t bytes_of_piece = 0;
    std::uint64_t line_at = 0;
    std::uint64_t line_before_at = 0;
    std::uint64_t run_began_at = kNowhere;
    std::uint64_t resumes_at = kNowhere;  // the second line of a run like an earlier one
    std::size_t next_run = 0;
    std::array<Run, kRuns> runs{};  // that ended
  };

  [[nodiscard]] static bool is_apart(std::uint64_t step) { return length_of(step) > kLineBytes; }
  [[nodiscard]] bool is_short(std::uint64_t stride) const {
    return length_of(stride) <= longest_stride_;
  }

  // At this address, after lines that went by these steps.
  void begin_run(Known& known, const Steps& lines, std::uint64_t address) const {
    if (known.is_run) {
      known.runs[known.next_run] = {known.run_began_at, lines.place + lines.step, lines.step};
      known.next_run = (known.next_run + 1) % kRuns;
    }
    known.run_began_at = known.is_run ? address : lines.place;
    known.is_run = false;
    known.resumes_at = kNowhere;
    known.lines_so_far = 0;
    const Run& last = known.runs[(known.next_run + kRuns - 1) % kRuns];
    for (const Run& run : known.runs) {
      const bool is_beside = &run == &last && address + kBeside - run.begin <= 2 * kBeside;
      if (is_beside || address == run.next) {
        known.lines_so_far = lines_to_show_stride_;
        known.resumes_at = address + run.stride;
      }
    }
  }

  std::uint64_t longest_stride_;
  std::uint32_t lines_to_show_stride_;
  bool follows_runs_;
  std::vector<Known> known_;  // by instruction
  std::array<std::uint32_t, kInstructions> kept_{};
  std::size_t next_ = 0;
};

}  // namespace clgauge::lens
