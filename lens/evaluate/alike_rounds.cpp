#include "lens/evaluate/alike_rounds.h"

#include <algorithm>
#include <utility>

namespace clgauge::lens {
namespace {

// Shorter stretches say little of caches, and comparing them costs as much as walking them.
constexpr std::uint64_t kLeastAccesses = 2048;
constexpr std::uint64_t kWorthSkipping = 8192;          // accesses
constexpr std::uint64_t kLongestPeriod = 1024;          // runs
constexpr std::uint64_t kLongestStretch = 1ULL << 20U;  // rounds
constexpr unsigned kMostMarks = 8;
constexpr unsigned kMostFailures = 6;

}  // namespace

AlikeRounds::AlikeRounds(const LoweredCode& code, std::uint64_t after_accesses)
    : code_(code),
      after_accesses_(after_accesses),
      watches_(code.code.blocks.size()),
      passes_(code),
      foreseen_(code.code.blocks.size(), passes_) {
  for (const BasicBlock& block : code.code.blocks) {
    conditional_.push_back(block.successors.size() == 2 ? 1 : 0);
  }
}

void AlikeRounds::start_group() {
  watched_ = conditional_;
  forget_marks();
  for (Watch& watch : watches_) {
    watch.failures = 0;
    watch.is_over = given_up_.skipping;
  }
  expected_.block = kNone;
  leaves_ = kNone;
  has_skipped_ = false;
  passes_.start_anew();
  foreseen_.start_group(given_up_);
}

void AlikeRounds::finish_group() const {
  foreseen_.finish_group();
  if (expected_.block != kNone || leaves_ != kNone) {
    throw NotAlike();
  }
}

std::uint64_t AlikeRounds::most_instructions() const {
  if (foreseen_.is_checking()) {
    return foreseen_.checked_instructions();
  }
  return expected_.block == kNone ? ~std::uint64_t{0}
                                  : expected_.begin.instructions + expected_.size.instructions;
}

void AlikeRounds::give_up_checking() const {
  if (foreseen_.is_checking()) {
    throw ForeseenRounds::NotForeseen();
  }
  throw NotAlike();
}

AlikeRounds::Counted AlikeRounds::counted(const Machine& machine, const GroupTrace& trace) {
  return {machine.access_count, trace.instructions, machine.branches.size()};
}

bool AlikeRounds::has_left(std::uint32_t block, const GroupTrace& trace) const {
  const std::uint32_t edge = code_.code.blocks[block].first_edge;
  return trace.edge_counts[edge] != 0 && trace.edge_counts[edge + 1] != 0;
}

void AlikeRounds::give_up(std::uint32_t block) {
  watches_[block].is_over = true;
  forget_mark(watches_[block]);
  foreseen_.start_anew(block);
}

void AlikeRounds::forget_mark(Watch& watch) {
  marks_ -= watch.mark ? 1 : 0;
  watch.mark.reset();
  watch.difference.reset();
  watch.runs = watch.period = watch.rounds = 0;
  watch.in_stretch = 1;
}

// What was counted before a skip and after it are not one stretch.
void AlikeRounds::forget_marks() {
  for (Watch& watch : watches_) {
    forget_mark(watch);
  }
  foreseen_.forget();
}

void AlikeRounds::leave(std::uint32_t block, Machine& machine, GroupTrace& trace) {
  if (!passes_.decision_at(block)) {
    conditional_[block] = watched_[block] = 0;
    return;
  }
  passes_.record(block, machine);
  if (machine.access_count < after_accesses_) {
    return;
  }
  if (foreseen_.is_checking()) {
    return foreseen_.check(block, machine, trace);
  }
  if (watched_[block] == kRecorded) {
    return;
  }
  const bool leaves = has_left(block, trace);
  if (expected_.block == block) {
    return run_expected(machine, trace);
  }
  if (block == leaves_) {
    if (leaves != (--leaves_after_ == 0)) {
      throw NotAlike();
    }
    leaves_ = leaves ? kNone : leaves_;
    return;  // what is left of the loop is less than a stretch
  }
  Watch& watch = watches_[block];
  if (leaves && !watch.is_over) {
    give_up(block);
  }
  const bool may_be_foreseen =
      !given_up_.foreseeing && machine.record.has_sink() && foreseen_.watches(block);
  const std::optional<Comparison>& comparison = comparison_at(block);
  const auto now = comparison && (may_be_foreseen || !watch.is_over)
                       ? difference_of(machine, *comparison)
                       : std::nullopt;
  if (!now) {
    watched_[block] = kRecorded;
    forget_mark(watch);
    return;
  }
  if (may_be_foreseen && foresee(block, *now, machine, trace)) {
    return;
  }
  if (!watch.is_over && expected_.block == kNone) {
    run_watched(block, *now, machine, trace);
  }
}

const std::optional<Comparison>& AlikeRounds::comparison_at(std::uint32_t block) {
  Watch& watch = watches_[block];
  if (!watch.was_decoded) {
    watch.was_decoded = true;
    watch.comparison = comparison_of(*passes_.decision_at(block));
  }
  return watch.comparison;
}

// Loops that are entered again and again, or do too little to be skipped otherwise.
bool AlikeRounds::foresee(std::uint32_t block, Difference now, Machine& machine,
                          GroupTrace& trace) {
  const Watch& watch = watches_[block];
  const auto skip = foreseen_.leave(
      {block, *watch.comparison, now, watch.is_over ? ~std::uint64_t{0} : kWorthSkipping},
      {expected_.block, expected_.runs}, machine, trace);
  if (skip) {
    has_skipped_ = true;
    pass_over(*skip, trace);
  }
  return skip.has_value();
}

// The rounds that are not walked, and those that are walked to check what was foreseen, run blocks
// that are watched.
void AlikeRounds::pass_over(const ForeseenRounds::Skip& skip, const GroupTrace& trace) {
  const std::uint64_t unseen = skip.stretches + 1;
  for (std::size_t block = 0; block < watches_.size(); ++block) {
    const std::uint64_t runs =
        (trace.block_counts[block] - skip.before->block_counts[block]) / unseen;
    if (runs == 0) {
      continue;
    }
    if (block == expected_.block) {
      expected_.runs -= runs * unseen;
    }
    Watch& watch = watches_[block];
    if (watch.changed <= skip.before->instructions) {
      watch.runs += runs * unseen;
    } else {
      forget_mark(watch);
    }
  }
}

void AlikeRounds::run_expected(Machine& machine, const GroupTrace& trace) {
  --expected_.runs;
  if (has_left(expected_.block, trace) != (expected_.runs == 0 && expected_.leaves)) {
    throw NotAlike();
  }
  if (expected_.runs != 0) {
    return;
  }
  if (!is_as_expected(machine, trace)) {
    throw NotAlike();
  }
  machine.record.end_repeated();
  expected_.block = kNone;
}

bool AlikeRounds::is_as_expected(const Machine& machine, const GroupTrace& trace) const {
  const Counted now = counted(machine, trace);
  const Counted& begin = expected_.begin;
  const Counted& size = expected_.size;
  if (now.accesses - begin.accesses != size.accesses ||
      now.instructions - begin.instructions != size.instructions ||
      now.branches - begin.branches != size.branches) {
    return false;
  }
  const std::size_t same = size.branches - (expected_.leaves ? 1 : 0);
  return std::equal(branch_at(machine.branches, begin.branches),
                    branch_at(machine.branches, begin.branches + same),
                    branch_at(machine.branches, expected_.like_branches)) &&
         state_of(machine) == expected_.state;
}

void AlikeRounds::run_watched(std::uint32_t block, Difference now, Machine& machine,
                              GroupTrace& trace) {
  Watch& watch = watches_[block];
  if (!watch.difference) {
    watch.difference = now;
    watch.changed = trace.instructions;
    return mark(block, machine, trace);  // if it changes at each run
  }
  ++watch.runs;
  if (now == *watch.difference) {
    return watch.runs > kLongestPeriod ? give_up(block) : void();
  }
  watch.difference = now;
  watch.changed = trace.instructions;
  const std::uint64_t runs = std::exchange(watch.runs, 0);
  const bool is_periodic = watch.period == 0 ? runs == 1 : runs == watch.period;
  watch.period = runs;
  ++watch.rounds;
  if (!is_periodic || !watch.mark) {  // from here on it may be
    return start_over(block, machine, trace);
  }
  if (watch.rounds < watch.in_stretch) {
    return;
  }
  const std::uint64_t accesses = machine.access_count - watch.mark->counted.accesses;
  if (accesses < kLeastAccesses) {
    watch.in_stretch = watch.rounds * kLeastAccesses / std::max<std::uint64_t>(accesses, 1) + 1;
    return watch.in_stretch > kLongestStretch ? give_up(block) : void();
  }
  if (!try_to_skip(block, machine, trace)) {
    start_over(block, machine, trace);
  }
}

void AlikeRounds::start_over(std::uint32_t block, Machine& machine, const GroupTrace& trace) {
  if (++watches_[block].failures > kMostFailures) {
    return give_up(block);
  }
  mark(block, machine, trace);
}

void AlikeRounds::mark(std::uint32_t block, Machine& machine, const GroupTrace& trace) {
  Watch& watch = watches_[block];
  watch.rounds = 0;
  marks_ -= watch.mark ? 1 : 0;
  watch.mark.reset();
  if (marks_ == kMostMarks) {
    return;
  }
  std::optional<MachineState> state = state_of(machine);
  if (!state) {
    return give_up(block);
  }
  ++marks_;
  watch.mark.emplace(Mark{counted(machine, trace), *watch.difference, machine.record.mark_rounds(),
                          passes_.count(), std::move(*state), trace});
  watch.mark->counts.runtime_calls = machine.runtime_calls;
  watch.mark->counts.denormals = machine.denormals;
}

bool AlikeRounds::try_to_skip(std::uint32_t block, Machine& machine, GroupTrace& trace) {
  Watch& watch = watches_[block];
  const Mark& begin = *watch.mark;
  const Counted now = counted(machine, trace);
  const Counted size{now.accesses - begin.counted.accesses,
                     now.instructions - begin.counted.instructions,
                     now.branches - begin.counted.branches};
  const Difference change = *watch.difference - begin.difference;
  const auto rounds = static_cast<Difference>(watch.in_stretch);
  const bool does_as_before =
      size.branches <= begin.counted.branches &&
      std::equal(branch_at(machine.branches, begin.counted.branches),
                 branch_at(machine.branches, now.branches),
                 branch_at(machine.branches, begin.counted.branches - size.branches));
  if (!does_as_before || change % rounds != 0) {
    return false;
  }
  const auto leaving =
      runs_until_other_way(watch.comparison->condition, *watch.difference, change / rounds);
  const std::uint64_t most = leaving ? *leaving / watch.in_stretch : 0;  // with the one walked
  const std::size_t passes = passes_.count() - begin.pass;
  const std::uint64_t alike =
      begin.pass < passes ? 0 : passes_.stretches_alike(begin.pass - passes, begin.pass, most);
  const std::uint64_t stretches = std::max<std::uint64_t>(1, alike) - 1;
  if (stretches * size.accesses < kWorthSkipping) {
    watch.failures = alike == most ? kMostFailures : watch.failures;
    return false;
  }
  const std::size_t end_of_sink = machine.record.mark_rounds();
  const unsigned longer = machine.record.longer_stretches(begin.of_sink, end_of_sink);
  if (longer != 1) {
    watch.in_stretch *= std::max(1U, longer);
    return false;
  }
  const std::optional<MachineState> last = state_of(machine);
  const auto landing = last ? state_further_on(begin.state, *last, stretches) : std::nullopt;
  auto end = last ? state_further_on(begin.state, *last, stretches + 1) : std::nullopt;
  if (!landing || !end) {
    return false;
  }
  has_skipped_ = true;
  restore(*landing, machine);
  skip(watch, size, stretches, machine, trace);
  machine.record.repeat(begin.of_sink, end_of_sink, stretches + 1);
  const std::uint64_t rest = *leaving % watch.in_stretch;
  const bool comes_to_end = alike == most;
  expected_ = {block,
               watch.in_stretch * watch.period,
               comes_to_end && rest == 0,
               counted(machine, trace),
               size,
               begin.counted.branches,
               std::move(*end)};
  leaves_ = comes_to_end && rest != 0 ? block : kNone;
  leaves_after_ = rest * watch.period;
  forget_marks();
  passes_.start_anew();
  return true;
}

// Counts so many stretches as the one since the mark.
void AlikeRounds::skip(const Watch& watch, const Counted& size, std::uint64_t stretches,
                       Machine& machine, GroupTrace& trace) {
  const Mark& begin = *watch.mark;
  add_times(trace.block_counts, begin.counts.block_counts, stretches);
  add_times(trace.edge_counts, begin.counts.edge_counts, stretches);
  trace.instructions += stretches * size.instructions;
  machine.access_count += stretches * size.accesses;
  add_times(machine.runtime_calls, begin.counts.runtime_calls, stretches);
  add_times(machine.denormals, begin.counts.denormals, stretches);
  machine.branches.repeated.push_back(
      {begin.counted.branches, begin.counted.branches + size.branches, stretches});
}

}  // namespace clgauge::lens
