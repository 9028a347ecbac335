#include "lens/evaluate/foreseen_rounds.h"

#include <algorithm>
#include <utility>

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kLeastInstructions = 128;  // of a stretch
constexpr std::uint64_t kWorthForeseeing = 1024;   // instructions

bool do_the_same(const MemoryAccess& a, const MemoryAccess& b) {
  return a.instruction == b.instruction && a.bytes == b.bytes && a.region == b.region &&
         a.is_store == b.is_store;
}

}  // namespace

ForeseenRounds::ForeseenRounds(std::size_t blocks, Passes& passes)
    : watches_(blocks), passes_(passes) {}

void ForeseenRounds::give_up(GivenUp& given_up) const {
  if (last_ != kNone) {
    given_up.loops.push_back(last_);
  }
  given_up.foreseeing = last_ == kNone || given_up.loops.size() >= kMostGivenUp;
}

ForeseenRounds::Counted ForeseenRounds::Counted::since(const Counted& before) const {
  return {accesses - before.accesses, instructions - before.instructions, covers - before.covers,
          branches - before.branches, remembered - before.remembered};
}

ForeseenRounds::Counted ForeseenRounds::counted(const Machine& machine, const GroupTrace& trace) {
  return {machine.access_count, trace.instructions, machine.record.covers(),
          machine.branches.size(), machine.record.count()};
}

void ForeseenRounds::start_group(const GivenUp& given_up) {
  forget();
  for (Watch& watch : watches_) {
    watch.in_vain = 0;
  }
  for (const std::uint32_t loop : given_up.loops) {
    watches_[loop].in_vain = kNever;
  }
  expected_.block = kNone;
}

void ForeseenRounds::finish_group() const {
  if (is_checking()) {
    throw NotForeseen();
  }
}

void ForeseenRounds::forget() {
  for (Watch& watch : watches_) {
    watch.stage = Stage::outside;
  }
}

std::optional<ForeseenRounds::Skip> ForeseenRounds::leave(const Run& run, const Limit& limit,
                                                          Machine& machine, GroupTrace& trace) {
  Watch& watch = watches_[run.block];
  if (watch.stage != Stage::outside && machine.next_edge != watch.edge) {  // the entry ends
    watch.in_vain = watch.has_skipped ? 0 : watch.in_vain + 1;
    watch.stage = Stage::outside;
    return std::nullopt;
  }
  if (watch.stage == Stage::asleep) {
    return std::nullopt;
  }
  const Counted now = counted(machine, trace);
  if (watch.stage == Stage::outside) {
    watch.stage = Stage::entered;
    watch.edge = machine.next_edge;
    watch.has_skipped = false;
    watch.difference = run.difference;
    watch.first = now;
    watch.first_pass = passes_.count();
    return std::nullopt;
  }
  const Difference change = run.difference - std::exchange(watch.difference, run.difference);
  if (watch.stage == Stage::entered) {
    watch.step = change;
    watch.rounds = 0;
    watch.stage = stage_after_first_round(watch, run, now);
  } else if (change != watch.step) {
    watch.stage = Stage::asleep;
  } else if (++watch.rounds == watch.in_stretch) {
    watch.rounds = 0;
    if (watch.stage == Stage::second_stretch) {
      watch.stage = Stage::asleep;
      return try_to_skip(run, limit, machine, trace);
    }
    watch.stage = Stage::second_stretch;
  }
  if (watch.stage == Stage::second_stretch && watch.rounds == 0) {
    begin_second(watch, now, machine, trace);
  }
  return std::nullopt;
}

// Where one round is a stretch, the first was one. Else the first stretch begins behind it.
ForeseenRounds::Stage ForeseenRounds::stage_after_first_round(Watch& watch, const Run& run,
                                                              const Counted& now) const {
  const Counted round = now.since(watch.first);
  const auto leaving = runs_until_other_way(run.comparison.condition, watch.difference, watch.step);
  watch.in_stretch = (kLeastInstructions + round.instructions - 1) / round.instructions;
  const bool is_stretch = watch.in_stretch == 1;
  const std::uint64_t walked = (is_stretch ? 2 : 3) * watch.in_stretch;
  if (!leaving || *leaving <= walked || round.covers != 0 ||
      *leaving > run.most_accesses / std::max<std::uint64_t>(1, round.accesses) ||
      (*leaving - walked) * round.instructions < kWorthForeseeing) {
    return Stage::asleep;
  }
  if (is_stretch) {
    return Stage::second_stretch;
  }
  watch.first = now;
  watch.first_pass = passes_.count();
  return Stage::first_stretch;
}

void ForeseenRounds::begin_second(Watch& watch, const Counted& now, Machine& machine,
                                  const GroupTrace& trace) const {
  watch.second = now;
  watch.second_pass = passes_.count();
  watch.counts.block_counts = trace.block_counts;
  watch.counts.edge_counts = trace.edge_counts;
  watch.counts.instructions = trace.instructions;
  watch.counts.runtime_calls = machine.runtime_calls;
  watch.counts.denormals = machine.denormals;
  watch.registers = registers_of(machine);
  if (const MemoryAccess* const first = machine.record.since(watch.first.remembered)) {
    watch.memory.begin({first, now.remembered - watch.first.remembered}, machine);
  } else {
    watch.stage = Stage::asleep;
  }
}

// Whether both stretches did the same; the accesses of the second one then, and their steps.
bool ForeseenRounds::compare_stretches(const Watch& watch, const Counted& now, Machine& machine) {
  const Counted size = now.since(watch.second);
  const MemoryAccess* const first = machine.record.since(watch.first.remembered);
  if (!(size == watch.second.since(watch.first)) || size.covers != 0 || first == nullptr ||
      !std::equal(branch_at(machine.branches, watch.first.branches),
                  branch_at(machine.branches, watch.second.branches),
                  branch_at(machine.branches, watch.second.branches))) {
    return false;
  }
  const MemoryAccess* const second = first + size.remembered;
  expected_.accesses.assign(second, second + size.remembered);
  steps_.resize(size.remembered);
  for (std::size_t i = 0; i < size.remembered; ++i) {
    if (!do_the_same(first[i], second[i])) {
      return false;
    }
    steps_[i] = second[i].address - first[i].address;
  }
  return true;
}

std::optional<ForeseenRounds::Skip> ForeseenRounds::try_to_skip(const Run& run, const Limit& limit,
                                                                Machine& machine,
                                                                GroupTrace& trace) {
  Watch& watch = watches_[run.block];
  const Counted now = counted(machine, trace);
  const auto leaving = runs_until_other_way(run.comparison.condition, watch.difference, watch.step);
  if (!leaving || !compare_stretches(watch, now, machine)) {
    return std::nullopt;
  }
  // With the one that is walked.
  std::uint64_t stretches =
      passes_.stretches_alike(watch.first_pass, watch.second_pass, *leaving / watch.in_stretch);
  if (limit.block != kNone) {
    const std::uint64_t runs =
        trace.block_counts[limit.block] - watch.counts.block_counts[limit.block];
    stretches = runs == 0 ? stretches : std::min(stretches, (limit.runs - 1) / runs);
  }
  if (stretches < 2 || !watch.memory.goes_on(expected_.accesses, steps_, stretches, machine)) {
    return std::nullopt;
  }
  const MachineState last = registers_of(machine);
  const auto landing = state_further_on(watch.registers, last, stretches - 1);
  auto end = state_further_on(watch.registers, last, stretches);
  if (!landing || !end) {
    return std::nullopt;
  }
  restore(*landing, machine);
  watch.memory.store(stretches - 1, machine);
  const Counted size = now.since(watch.second);
  write_down(watch, size, stretches - 1, machine, trace);
  step();
  expected_.block = run.block;
  expected_.edge = watch.edge;
  expected_.runs = watch.in_stretch;
  expected_.leaves = stretches * watch.in_stretch == *leaving;
  expected_.begin = counted(machine, trace);
  expected_.size = size;
  expected_.like_branches = watch.second.branches;
  expected_.stretches = stretches;
  expected_.passes = passes_.stretch_further_on(watch.first_pass, watch.second_pass, stretches);
  passes_.record_further_on(watch.first_pass, watch.second_pass, stretches - 1);
  expected_.begin_pass = passes_.count();
  last_ = run.block;
  expected_.registers = std::move(*end);
  watch.has_skipped = true;
  for (std::size_t other = 0; other < watches_.size(); ++other) {  // those of loops within
    if (other != run.block && trace.block_counts[other] != watch.counts.block_counts[other]) {
      watches_[other].stage = Stage::outside;
    }
  }
  return Skip{&watch.counts, stretches - 1};
}

// So many stretches as the second one, further and further on.
void ForeseenRounds::write_down(const Watch& watch, const Counted& size, std::uint64_t stretches,
                                Machine& machine, GroupTrace& trace) {
  add_times(trace.block_counts, watch.counts.block_counts, stretches);
  add_times(trace.edge_counts, watch.counts.edge_counts, stretches);
  trace.instructions += stretches * size.instructions;
  trace.foreseen += stretches * size.instructions;
  add_times(machine.runtime_calls, watch.counts.runtime_calls, stretches);
  add_times(machine.denormals, watch.counts.denormals, stretches);
  machine.record.go_on(expected_.accesses, steps_, stretches);
  for (std::uint64_t stretch = 0; stretch < stretches; ++stretch) {
    for (std::size_t i = 0; i < size.branches; ++i) {
      machine.branches.push_back(machine.branches[watch.second.branches + i]);
    }
  }
  machine.access_count += stretches * size.accesses;
}

void ForeseenRounds::step() {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    expected_.accesses[i].address += steps_[i];
  }
}

void ForeseenRounds::check(std::uint32_t block, Machine& machine, const GroupTrace& trace) {
  if (block != expected_.block) {
    return;
  }
  --expected_.runs;
  const bool leaves = machine.next_edge != expected_.edge;
  if (leaves != (expected_.runs == 0 && expected_.leaves)) {
    throw NotForeseen();
  }
  if (expected_.runs != 0) {
    return;
  }
  if (!is_as_expected(machine, trace)) {
    throw NotForeseen();
  }
  expected_.block = kNone;
  if (leaves) {
    watches_[block].in_vain = 0;
    watches_[block].stage = Stage::outside;
  }
}

bool ForeseenRounds::is_as_expected(Machine& machine, const GroupTrace& trace) const {
  if (!(counted(machine, trace).since(expected_.begin) == expected_.size)) {
    return false;
  }
  const MemoryAccess* const accesses = machine.record.since(expected_.begin.remembered);
  const std::size_t same = expected_.size.branches - (expected_.leaves ? 1 : 0);
  return accesses != nullptr &&
         std::equal(expected_.accesses.begin(), expected_.accesses.end(), accesses) &&
         std::equal(branch_at(machine.branches, expected_.begin.branches),
                    branch_at(machine.branches, expected_.begin.branches + same),
                    branch_at(machine.branches, expected_.like_branches)) &&
         passes_.are(expected_.passes, expected_.begin_pass) &&
         registers_of(machine) == expected_.registers &&
         watches_[expected_.block].memory.is_stored(expected_.stretches, machine);
}

}  // namespace clgauge::lens
