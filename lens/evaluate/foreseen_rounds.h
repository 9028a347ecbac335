#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "lens/evaluate/comparison.h"
#include "lens/evaluate/given_up.h"
#include "lens/evaluate/machine.h"
#include "lens/evaluate/machine_state.h"
#include "lens/evaluate/passes.h"
#include "lens/evaluate/stretch_memory.h"
#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// Does rounds of loops that are entered again and again without walking them: where two stretches
// of rounds made the same jumps and the same accesses, further on in memory, all but the last
// stretch are written down as those two say: counts, jumps and accesses come out as if they had
// been walked. The last one is walked, and has to do what the two foretell, and to leave the
// numbers that they foretell: else NotForeseen. A round lies between two runs of a block whose
// compared number goes on by a step each time; other jumps within it must not go another way
// meanwhile, nor lanes that are compared come out otherwise (Passes). Where bits of vectors
// decide, in the midst, and back again, that is not seen.
//
// One per evaluator. Not thread-safe.
class ForeseenRounds {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // What was foreseen did not happen: the group has to be walked without this.
  struct NotForeseen : std::runtime_error {
    NotForeseen() : std::runtime_error("rounds of a loop were foreseen otherwise") {}
  };

  // For code of so many blocks, whose passes are recorded there.
  ForeseenRounds(std::size_t blocks, Passes& passes);

  void start_group(const GivenUp& given_up);
  // At the end of a group. Throws NotForeseen.
  void finish_group() const;
  [[nodiscard]] bool watches(std::uint32_t block) const { return watches_[block].in_vain < kMost; }
  // What was foreseen did not happen: adds the loop that it was foreseen of, or all of them.
  void give_up(GivenUp& given_up) const;
  // As if this run entered its loop.
  void start_anew(std::uint32_t block) { watches_[block].stage = Stage::outside; }
  // While a stretch is walked that has to be as foreseen.
  [[nodiscard]] bool is_checking() const { return expected_.block != kNone; }
  // How many instructions the group may have run by the end of that stretch.
  [[nodiscard]] std::uint64_t checked_instructions() const {
    return expected_.begin.instructions + expected_.size.instructions;
  }

  // What a skip did: what was counted before one of the stretches, and how many were left out.
  struct Skip {
    const GroupTrace* before = nullptr;
    std::uint64_t stretches = 0;
  };
  // Of a block: what it compares, and how it came out.
  struct Run {
    std::uint32_t block = kNone;
    const Comparison& comparison;
    Difference difference = 0;
    std::uint64_t most_accesses = 0;  // loops that make more are left to the caller
  };
  // Some block must not be run so many times before the rounds are walked again.
  struct Limit {
    std::uint32_t block = kNone;
    std::uint64_t runs = 0;
  };
  // Call it when such a block was run, its edge counted and machine.next_edge is known. May change
  // what the machine holds, and all that the trace counts.
  std::optional<Skip> leave(const Run& run, const Limit& limit, Machine& machine,
                            GroupTrace& trace);
  // The same of any block while checking; nothing else may skip meanwhile. Throws NotForeseen.
  void check(std::uint32_t block, Machine& machine, const GroupTrace& trace);
  // Something else has skipped rounds, so that what was counted is not one stretch.
  void forget();

 private:
  static constexpr unsigned kNever = ~0U;
  static constexpr std::size_t kMostGivenUp = 4;
  static constexpr unsigned kMost = 8;  // entries of a loop that a group watched in vain

  struct Counted {
    std::uint64_t accesses = 0;
    std::uint64_t instructions = 0;
    std::uint64_t covers = 0;
    std::size_t branches = 0;
    std::uint64_t remembered = 0;

    [[nodiscard]] Counted since(const Counted& before) const;
    bool operator==(const Counted&) const = default;
  };
  enum class Stage : std::uint8_t { outside, entered, first_stretch, second_stretch, asleep };
  struct Watch {
    Stage stage = Stage::outside;
    std::uint32_t edge = 0;  // that stays in the loop
    unsigned in_vain = 0;
    bool has_skipped = false;  // in this entry
    Difference difference = 0;
    Difference step = 0;           // of a round
    std::uint64_t in_stretch = 1;  // rounds
    std::uint64_t rounds = 0;      // since the stretch began
    Counted first;                 // where the first stretch began, and the second:
    Counted second;
    std::size_t first_pass = 0;  // of passes_, likewise
    std::size_t second_pass = 0;
    MachineState registers;
    StretchMemory memory;
    GroupTrace counts;  // without branches
  };
  struct Expected {
    std::uint32_t block = kNone;
    std::uint32_t edge = 0;
    std::uint64_t runs = 0;  // until the end of the stretch
    bool leaves = false;     // the last of them leaves the loop
    Counted begin;
    Counted size;
    std::size_t like_branches = 0;  // where a stretch alike begins
    std::vector<MemoryAccess> accesses;
    std::uint64_t stretches = 0;  // since the second one
    std::size_t begin_pass = 0;   // of the passes of the stretch
    Passes::Stretch passes;
    MachineState registers;  // at its end
  };

  static Counted counted(const Machine& machine, const GroupTrace& trace);
  Stage stage_after_first_round(Watch& watch, const Run& run, const Counted& now) const;
  void begin_second(Watch& watch, const Counted& now, Machine& machine,
                    const GroupTrace& trace) const;
  bool compare_stretches(const Watch& watch, const Counted& now, Machine& machine);
  std::optional<Skip> try_to_skip(const Run& run, const Limit& limit, Machine& machine,
                                  GroupTrace& trace);
  void write_down(const Watch& watch, const Counted& size, std::uint64_t stretches,
                  Machine& machine, GroupTrace& trace);
  // Takes the expected accesses to those of the next stretch.
  void step();
  bool is_as_expected(Machine& machine, const GroupTrace& trace) const;

  std::vector<Watch> watches_;
  Passes& passes_;
  std::vector<std::uint64_t> steps_;  // of the accesses of a stretch, to the next one's
  Expected expected_;
  std::uint32_t last_ = kNone;  // that was foreseen
};

}  // namespace clgauge::lens
