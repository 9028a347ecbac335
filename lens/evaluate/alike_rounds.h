#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "lens/evaluate/comparison.h"
#include "lens/evaluate/foreseen_rounds.h"
#include "lens/evaluate/given_up.h"
#include "lens/evaluate/lower.h"
#include "lens/evaluate/machine.h"
#include "lens/evaluate/machine_state.h"
#include "lens/evaluate/passes.h"
#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// Skips rounds of a loop that do as those before them did, further on in memory.
//
// A round lies between two runs of a block whose conditional jump has always gone the same way in
// this group (so the loop was entered once) and at which what it compares has changed (a loop over
// work-items within the round may ask for each of them). Where a stretch of such rounds made the
// same jumps as what was run before it, the steps by which the compared numbers go on say which
// round leaves the loop. All numbers that the machine holds are taken, by the steps that they made,
// to the last stretch or the one before it; that one is walked, has to make the same jumps and
// accesses, and to end with all numbers one step further: else NotAlike. Other jumps within a round
// must not go another way meanwhile, nor lanes that are compared come out otherwise (Passes); where
// bits of vectors decide, or flags that several ways may have set, in the midst of what was
// skipped, and back again, that is not seen.
//
// One per evaluator. Not thread-safe.
class AlikeRounds {
 public:
  // What was skipped did something else after all: the group has to be walked without skipping.
  struct NotAlike : std::runtime_error {
    NotAlike() : std::runtime_error("rounds of a loop were taken to be alike and are not") {}
  };

  // Nothing is skipped before a group has made so many accesses. `code` has to outlive this.
  AlikeRounds(const LoweredCode& code, std::uint64_t after_accesses);

  void start_group();
  // Call leave() when such a block was run, its edge counted and machine.next_block is known.
  [[nodiscard]] bool watches(std::uint32_t block) const { return watched_[block] != 0; }
  // May change what the machine holds, and all that the trace counts. Throws NotAlike.
  void leave(std::uint32_t block, Machine& machine, GroupTrace& trace);
  // What was foreseen did not happen: rounds of that loop, or of all inner ones, are walked from
  // now on.
  void give_up_foreseeing() { foreseen_.give_up(given_up_); }
  // Rounds of the launch's groups were not alike: from the next group on none is skipped but what
  // is foreseen; nor is that, if it was so already.
  void give_up_skipping() { given_up_.all = std::exchange(given_up_.skipping, true); }
  // Of the groups so far; the next one can be walked as if others had come before it.
  [[nodiscard]] const GivenUp& given_up() const { return given_up_; }
  void give_up(const GivenUp& before) { given_up_ = before; }
  // At the end of a group. Throws NotAlike.
  void finish_group() const;
  // What the walked machine has to tell its comparisons of lanes to.
  [[nodiscard]] Passes& passes() { return passes_; }
  // Whether something of this group was skipped: then a refusal may only mean that it was not
  // alike.
  [[nodiscard]] bool has_skipped() const { return has_skipped_; }
  // How many instructions the group may have run before give_up_checking() has to be called.
  [[nodiscard]] std::uint64_t most_instructions() const;
  // What was to be checked did not come to its end. Throws NotForeseen or NotAlike.
  [[noreturn]] void give_up_checking() const;

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint8_t kRecorded = 2;  // of a block: decisions are recorded, no more

  struct Counted {
    std::uint64_t accesses = 0;
    std::uint64_t instructions = 0;
    std::size_t branches = 0;
  };
  // Where a stretch of rounds begins.
  struct Mark {
    Counted counted;
    Difference difference = 0;
    std::size_t of_sink = 0;
    std::size_t pass = 0;
    MachineState state;
    GroupTrace counts;  // without branches
  };
  struct Watch {
    bool was_decoded = false;  // else the comparison is not known yet
    std::optional<Comparison> comparison;
    std::optional<Difference> difference;  // at the last run
    std::uint64_t changed = 0;             // after so many instructions
    std::uint64_t runs = 0;                // since it changed
    std::uint64_t period = 0;              // runs from one change to the next; 0: not known
    std::optional<Mark> mark;
    std::uint64_t rounds = 0;      // since then
    std::uint64_t in_stretch = 1;  // rounds
    unsigned failures = 0;
    bool is_over = false;  // nothing of it is skipped in this group, but what can be foreseen
  };
  // What the stretch after the skipped ones has to do.
  struct Expected {
    std::uint32_t block = kNone;
    std::uint64_t runs = 0;  // until the end of the stretch
    bool leaves = false;     // the last of them leaves the loop
    Counted begin;
    Counted size;
    std::size_t like_branches = 0;  // where a stretch alike begins
    MachineState state;             // at its end
  };

  static Counted counted(const Machine& machine, const GroupTrace& trace);
  [[nodiscard]] bool has_left(std::uint32_t block, const GroupTrace& trace) const;
  const std::optional<Comparison>& comparison_at(std::uint32_t block);
  bool foresee(std::uint32_t block, Difference now, Machine& machine, GroupTrace& trace);
  void pass_over(const ForeseenRounds::Skip& skip, const GroupTrace& trace);
  void run_expected(Machine& machine, const GroupTrace& trace);
  [[nodiscard]] bool is_as_expected(const Machine& machine, const GroupTrace& trace) const;
  void run_watched(std::uint32_t block, Difference now, Machine& machine, GroupTrace& trace);
  void mark(std::uint32_t block, Machine& machine, const GroupTrace& trace);
  void start_over(std::uint32_t block, Machine& machine, const GroupTrace& trace);
  bool try_to_skip(std::uint32_t block, Machine& machine, GroupTrace& trace);
  static void skip(const Watch& watch, const Counted& size, std::uint64_t stretches,
                   Machine& machine, GroupTrace& trace);
  void give_up(std::uint32_t block);
  void forget_mark(Watch& watch);
  void forget_marks();

  const LoweredCode& code_;
  std::uint64_t after_accesses_;
  std::vector<std::uint8_t> conditional_;  // by block: whether it may be worth watching
  std::vector<std::uint8_t> watched_;      // of those, the ones that still are in this group
  std::vector<Watch> watches_;
  unsigned marks_ = 0;  // that watches have
  Expected expected_;
  GivenUp given_up_;
  bool has_skipped_ = false;  // in this group
  Passes passes_;
  ForeseenRounds foreseen_;
  // The run of a block, from now on, that has to leave its loop.
  std::uint32_t leaves_ = kNone;
  std::uint64_t leaves_after_ = 0;
};

}  // namespace clgauge::lens
