#include "lens/throughput/simulation.h"

#include <llvm/MCA/Instruction.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lens/throughput/buffers.h"
#include "lens/throughput/errata.h"
#include "lens/throughput/third_reads.h"

namespace clgauge::lens {
namespace {

// A run this long fills every buffer of a core; what comes after it is the steady state.
constexpr std::size_t kWarmUpInstructions = 600;
constexpr std::size_t kFewestRounds = 8;

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kUnits = 64;  // bits of a mask
constexpr std::size_t kNoPipe = static_cast<std::size_t>(-1);
constexpr std::size_t kNobody = static_cast<std::size_t>(-1);
constexpr std::size_t kBits = 64;  // of a word of a set of places
// Operations between fetching and dispatching, half of a Zen 4's queue of 144.
constexpr std::size_t kFetchedAhead = 72;

struct Use {
  std::uint64_t units = 0;  // one of them
  unsigned cycles = 0;
};

// For an operation that comes so many before it, from when that starts.
struct Wait {
  std::size_t back = 0;
  double cycles = 0;
};

struct Operation {
  double latency = 0;
  unsigned micro_ops = 0;
  std::span<const Use> uses;
  std::span<const Wait> waits;
  std::uint64_t pipes = 0;  // that it may be given to; 0: it takes what is free when it starts
  unsigned pipe_cycles = 0;
  std::size_t scheduler = 0;     // 0: of no size
  unsigned reads_three = 0;      // vectors, for so many cycles
  unsigned reads_for_store = 0;  // a vector, for so many cycles
  unsigned dispatch_cycles = 0;  // kDispatchedAlone
  unsigned entries = 1;          // kEntriesHeld
  bool is_in_order = false;      // kDoneInOrder
  bool is_apart = false;         // fetched a cycle after the one before
  unsigned registers = 0;        // CoreShape::general_registers
};

// What operations use and wait for lies side by side: there are thousands of them. Not to be
// copied, for they point there.
struct Round {
  std::vector<Operation> operations;
  std::vector<Use> uses;
  std::vector<Wait> waits;
};

class Core {
 public:
  // Both have to outlive it.
  Core(const Buffers& buffers, const Round& round, std::size_t rounds)
      : cpu_(buffers.core()),
        round_(round.operations),
        start_(round_.size() * rounds, kNever),
        entries_(start_.size()),
        wakes_(start_.size(), kNobody),
        known_(start_.size() / kBits + 1, 0),
        free_at_(kUnits, 0.0),
        busy_(kUnits, 0),
        queued_(kUnits, 0),
        held_(cpu_.scheduler_entries.size(), 0),
        thirds_(cpu_.shares_third_reads) {}

  // When so many operations were done, once it has run.
  void mark(std::size_t operations) { marked_ = operations; }
  // Operations behind which nothing comes in until they are done, ascending.
  void wait_behind(std::span<const std::size_t> unforeseen) { unforeseen_ = unforeseen; }
  // By operation; of one round.
  void delay(std::span<const LateOperand> late) { late_ = late; }
  [[nodiscard]] double marked_at() const { return marked_at_; }

  // When the last operation of each round is done and all before it.
  std::vector<double> run() {
    std::vector<double> ends;
    while (retired_ < start_.size()) {
      retire(ends);
      issue();
      while (!room_.empty() && enter(room_.front())) {
        room_.pop_front();
      }
      fetch();
      dispatch();
      ++now_;
    }
    return ends;
  }

 private:
  [[nodiscard]] const Operation& operation(std::size_t i) const {
    return round_[i % round_.size()];
  }

  void retire(std::vector<double>& ends) {
    unsigned retired = 0;  // micro-operations
    while (retired_ < dispatched_ && start_[retired_] + operation(retired_).latency <= now_ &&
           (cpu_.retired_at_once == 0 || retired < cpu_.retired_at_once)) {
      retired += operation(retired_).micro_ops;
      in_flight_ -= operation(retired_).micro_ops;
      registers_ -= operation(retired_).registers;
      if (++retired_ % round_.size() == 0) {
        ends.push_back(now_);
      }
      if (retired_ == marked_) {
        marked_at_ = now_;
      }
    }
  }

  // One in a scheduler. It looks at what it waits for one after the other, and at the first that
  // has not started again when that starts: most operations wait for many cycles.
  struct Entry {
    const Operation* operation = nullptr;
    std::size_t scheduler = 0;
    std::size_t pipe = kNoPipe;
    std::size_t looked_at = 0;
    double starts_from = 0;          // behind a waiting room
    double ready_at = 0;             // by those that it has looked at
    std::size_t wakes_up = kNobody;  // another one that waits for the same start
  };

  void look(std::size_t place) {
    Entry& one = entries_[place];
    const std::span<const Wait> waits = one.operation->waits;
    for (; one.looked_at < waits.size(); ++one.looked_at) {
      const Wait& wait = waits[one.looked_at];
      if (wait.back > place) {
        continue;  // before the first round
      }
      const double start = start_[place - wait.back];
      if (start == kNever) {
        one.wakes_up = std::exchange(wakes_[place - wait.back], place);
        return;
      }
      one.ready_at = std::max(one.ready_at, start + wait.cycles);
    }
    known_[place / kBits] |= std::uint64_t{1} << place % kBits;
  }

  void wake_up(std::size_t first) {
    while (first != kNobody) {
      const std::size_t next = entries_[first].wakes_up;
      look(first);
      first = next;
    }
  }

  // Of those that are free the one that had least to do: what can go anywhere leaves the only
  // divider alone. Jumps leave a unit that takes turns to those that have to wait for it.
  [[nodiscard]] std::size_t free_unit(std::uint64_t units) const {
    const std::uint64_t free = units & ~taken_;
    const std::uint64_t apart = free & ~cpu_.in_turn;
    return least_busy(apart != 0 ? apart : free);
  }

  [[nodiscard]] std::size_t least_busy(std::uint64_t units) const {
    std::size_t best = kNoPipe;
    for (std::uint64_t left = units; left != 0; left &= left - 1) {
      const auto unit = static_cast<std::size_t>(std::countr_zero(left));
      if (best == kNoPipe || busy_[unit] < busy_[best]) {
        best = unit;
      }
    }
    return best;
  }

  void take(std::size_t unit, unsigned cycles) {
    free_at_[unit] = now_ + cycles;
    taken_ |= std::uint64_t{cycles > 0} << unit;
  }

  void give_back_units() {
    for (std::uint64_t left = taken_; left != 0; left &= left - 1) {
      const auto unit = static_cast<std::size_t>(std::countr_zero(left));
      taken_ ^= std::uint64_t{free_at_[unit] <= now_} << unit;
    }
  }

  [[nodiscard]] bool may_read(const Operation& one, bool is_fresh) const {
    return one.reads_for_store > 0 ? thirds_.may_store(one.reads_for_store, is_fresh)
                                   : one.reads_three == 0 || thirds_.may_read();
  }

  bool start(std::size_t place) {
    const Entry& waiting = entries_[place];
    if (waiting.ready_at > now_ || waiting.starts_from > now_ ||
        (waiting.pipe != kNoPipe && (taken_ >> waiting.pipe & 1) != 0)) {
      return false;
    }
    const Operation& one = *waiting.operation;
    if (one.is_in_order && place != retired_) {
      return false;
    }
    // What it waited for has come in this cycle.
    const bool is_fresh = waiting.ready_at > now_ - 1;
    if (!may_read(one, is_fresh) || !std::ranges::all_of(one.uses, [&](const Use& use) {
          return (use.units & ~taken_) != 0;
        })) {
      return false;
    }
    for (const Use& use : one.uses) {
      if (const std::size_t unit = free_unit(use.units); unit != kNoPipe) {
        take(unit, use.cycles);
        busy_[unit] += use.cycles;
      }
    }
    // Parts of a cycle that it waits for an operand go on to what waits for it.
    start_[place] = is_fresh ? waiting.ready_at : now_;
    if (!late_.empty() && !late_[place].is_folded) {
      start_[place] += late_[place].cycles;  // for all that waits for it
    }
    if (one.reads_three > 0) {
      thirds_.read(one.reads_three);
    }
    if (one.reads_for_store > 0) {
      thirds_.store(one.reads_for_store, is_fresh);
    }
    if (waiting.pipe != kNoPipe) {
      take(waiting.pipe, one.pipe_cycles);
      queued_[waiting.pipe] -= seen(one);
    }
    leave(one, waiting.scheduler);
    wake_up(wakes_[place]);
    return true;
  }

  // The oldest first. Those that one wakes up come behind it.
  void issue() {
    thirds_.begin_cycle();
    give_back_units();
    for (std::size_t word = retired_ / kBits; word * kBits < dispatched_; ++word) {
      for (std::uint64_t left = known_[word]; left != 0;) {
        const std::uint64_t first = left & -left;
        if (start(word * kBits + static_cast<std::size_t>(std::countr_zero(first)))) {
          known_[word] &= ~first;
        }
        left = known_[word] & ~(first | (first - 1));
      }
    }
  }

  [[nodiscard]] bool waits_in_room(const Operation& one) const {
    return cpu_.has_waiting_room[one.scheduler];
  }

  // The emptiest of a scheduler's parts.
  [[nodiscard]] std::size_t emptiest_part(std::size_t scheduler) const {
    std::size_t emptiest = scheduler;
    for (std::size_t part = cpu_.next_part[scheduler]; part != scheduler;
         part = cpu_.next_part[part]) {
      emptiest = held_[part] < held_[emptiest] ? part : emptiest;
    }
    return emptiest;
  }

  // What takes several entries of a scheduler takes them of its parts alike.
  [[nodiscard]] unsigned parts_of(std::size_t scheduler) const {
    unsigned parts = 1;
    for (std::size_t part = cpu_.next_part[scheduler]; part != scheduler;
         part = cpu_.next_part[part]) {
      ++parts;
    }
    return parts;
  }
  void hold(std::size_t scheduler, unsigned entries, unsigned parts) {
    for (std::size_t part = scheduler; parts > 0; --parts, part = cpu_.next_part[part]) {
      held_[part] += entries;
    }
  }
  // Whether there was room for it.
  bool take_entries(const Operation& one, std::size_t scheduler) {
    const unsigned parts = one.entries == 1 ? 1 : parts_of(scheduler);
    const unsigned each = one.entries / parts;
    std::size_t part = scheduler;
    for (unsigned i = 0; i < parts; ++i, part = cpu_.next_part[part]) {
      if (held_[part] + each > cpu_.scheduler_entries[part]) {
        return false;
      }
    }
    hold(scheduler, each, parts);
    return true;
  }
  void leave(const Operation& one, std::size_t scheduler) {
    const unsigned parts = one.entries == 1 ? 1 : parts_of(scheduler);
    hold(scheduler, 0U - one.entries / parts, parts);
  }

  // Into a scheduler, if one has room: of its parts the emptiest one, or that of its pipe.
  bool enter(std::size_t i) {
    const Operation& one = operation(i);
    std::size_t scheduler = one.scheduler;
    std::size_t best = kNoPipe;
    if (one.pipes != 0) {
      best = (one.pipes & cpu_.in_turn) != 0 ? next_in_turn(one.pipes) : shortest_queue(one.pipes);
      if (best == kNoPipe) {
        return false;
      }
      scheduler = cpu_.scheduler_of_pipe[best];
    } else {
      scheduler = emptiest_part(scheduler);
    }
    if (!take_entries(one, scheduler)) {
      return false;
    }
    if (best != kNoPipe) {
      ((one.pipes & cpu_.in_turn) != 0 ? integer_turn_ : turn_) = (best + 1) % kUnits;
      queued_[best] += seen(operation(i));
    }
    entries_[i] = {.operation = &one,
                   .scheduler = scheduler,
                   .pipe = best,
                   .starts_from = waits_in_room(one) ? now_ + cpu_.cycles_to_start : 0,
                   .ready_at = late_.empty() || !late_[i].is_folded ? 0 : now_ + late_[i].cycles};
    look(i);
    return true;
  }

  // Of an operation that waits for a pipe: a 512-bit one is seen to take two cycles, and no program
  // to take more.
  static unsigned seen(const Operation& one) { return std::min(one.pipe_cycles, 2U); }

  [[nodiscard]] bool has_room(std::size_t pipe) const {
    const std::size_t scheduler = cpu_.scheduler_of_pipe[pipe];
    return held_[scheduler] < cpu_.scheduler_entries[scheduler];
  }

  // Of the pipes whose scheduler has room.
  [[nodiscard]] std::size_t next_in_turn(std::uint64_t pipes) const {
    for (std::uint64_t left = std::rotr(pipes, static_cast<int>(integer_turn_)); left != 0;
         left &= left - 1) {
      const auto pipe = (integer_turn_ + static_cast<std::size_t>(std::countr_zero(left))) % kUnits;
      if (has_room(pipe)) {
        return pipe;
      }
    }
    return kNoPipe;
  }

  // Of the pipes whose scheduler has room; of equals, each in its turn.
  [[nodiscard]] std::size_t shortest_queue(std::uint64_t pipes) const {
    std::size_t best = kNoPipe;
    for (std::uint64_t left = std::rotr(pipes, static_cast<int>(turn_)); left != 0;
         left &= left - 1) {
      const auto pipe = (turn_ + static_cast<std::size_t>(std::countr_zero(left))) % kUnits;
      if (has_room(pipe) && (best == kNoPipe || queued_[pipe] < queued_[best])) {
        best = pipe;
      }
    }
    return best;
  }

  [[nodiscard]] bool waits_for_jump() {
    if (unforeseen_.empty() || dispatched_ <= unforeseen_.front()) {
      return false;
    }
    const std::size_t jump = unforeseen_.front();
    if (start_[jump] + operation(jump).latency > now_) {
      return true;
    }
    unforeseen_ = unforeseen_.subspan(1);
    return false;
  }

  // A line a cycle, as far as there is room before the schedulers, up to a jump that is not
  // foreseen. Whoever fetches all at once has no line.
  void fetch() {
    if (waits_for_jump()) {
      return;
    }
    const std::size_t end =
        unforeseen_.empty() ? start_.size() : std::min(start_.size(), unforeseen_.front() + 1);
    if (fetched_ >= end || fetched_ >= dispatched_ + kFetchedAhead) {
      return;
    }
    do {
      ++fetched_;
    } while (fetched_ < end && !operation(fetched_).is_apart);
  }

  void dispatch() {
    credit_ = std::min(credit_ + cpu_.width, cpu_.width);
    while (dispatched_ < fetched_ && credit_ > 0) {
      const Operation& one = operation(dispatched_);
      if (in_flight_ > 0 && in_flight_ + one.micro_ops > cpu_.reorder_entries) {
        break;
      }
      if (one.registers > 0 && registers_ + one.registers > cpu_.general_registers) {
        break;
      }
      if (one.dispatch_cycles > 0 && credit_ < cpu_.width) {
        break;
      }
      const bool may_wait = waits_in_room(one);
      if (may_wait && !room_.empty()) {
        if (room_.size() >= cpu_.waiting_room) {
          break;
        }
        room_.push_back(dispatched_);
      } else if (!enter(dispatched_)) {
        if (!may_wait) {
          break;
        }
        room_.push_back(dispatched_);
      }
      // Programs take the next cycles, too.
      credit_ -= one.dispatch_cycles > 0 ? static_cast<int>(one.dispatch_cycles) * cpu_.width
                                         : static_cast<int>(one.micro_ops);
      in_flight_ += one.micro_ops;
      registers_ += one.registers;
      ++dispatched_;
    }
  }

  const CoreShape& cpu_;
  std::span<const Operation> round_;
  // By place in the run.
  std::vector<double> start_;
  std::vector<Entry> entries_;
  std::vector<std::size_t> wakes_;    // when it starts, the first of those that wait for that
  std::vector<std::uint64_t> known_;  // bits: in a scheduler, and all that it waits for has started
  std::vector<double> free_at_;       // by unit
  std::uint64_t taken_ = 0;           // bits: units that are not free in this cycle
  std::vector<std::uint64_t> busy_;   // by unit: for so many cycles until now
  std::vector<unsigned> queued_;      // by pipe, cycles
  std::vector<unsigned> held_;        // by scheduler
  std::deque<std::size_t> room_;
  std::size_t marked_ = 0;
  double marked_at_ = 0;
  std::span<const std::size_t> unforeseen_;  // those that are not done
  std::span<const LateOperand> late_;
  std::size_t fetched_ = 0;
  std::size_t dispatched_ = 0;
  std::size_t retired_ = 0;
  unsigned in_flight_ = 0;  // micro-operations
  unsigned registers_ = 0;  // of general ones, by those
  ThirdReads thirds_;
  std::size_t turn_ = 0;
  std::size_t integer_turn_ = 0;
  int credit_ = 0;
  double now_ = 0;
};

// Of instructions that are described alike: what each does, but for what it waits for, and which of
// all uses are its own.
struct Described {
  Operation operation;
  std::size_t first_use = 0;
  std::size_t uses = 0;
};

Described described(const Buffers& buffers, const llvm::mca::InstrDesc& description,
                    std::vector<Use>& uses) {
  Described one{.first_use = uses.size()};
  Operation& operation = one.operation;
  operation.latency = description.MaxLatency;
  operation.micro_ops = description.NumMicroOps;
  const bool is_unseen = std::ranges::any_of(description.Resources,
                                             [](const auto& use) { return use.first == kUnseen; });
  for (const auto& [mask, usage] : description.Resources) {
    if (mask == kReadsThreeVectors) {
      operation.reads_three = usage.size();
      continue;
    }
    if (mask == kReadsForStore) {
      operation.reads_for_store = usage.size();
      continue;
    }
    if (mask == kDispatchedAlone) {
      operation.dispatch_cycles = usage.size();
      continue;
    }
    if (mask == kEntriesHeld) {
      operation.entries = usage.size();
      continue;
    }
    if (mask == kDoneInOrder) {
      operation.is_in_order = true;
      operation.latency = std::max(operation.latency, static_cast<double>(usage.size()));
      continue;
    }
    const std::uint64_t units = buffers.units_of(mask);
    if (!is_unseen && (units & ~buffers.core().pipes) == 0 && operation.pipes == 0) {
      operation.pipes = units;
      operation.pipe_cycles = usage.size();
    } else if (units != 0) {
      uses.push_back({units, usage.size()});
    }
  }
  operation.scheduler = buffers.scheduler_of(description.UsedBuffers);
  one.uses = uses.size() - one.first_use;
  return one;
}

Round round_of(const Buffers& buffers, const Lowered& instructions,
               std::span<const Dependence> dependences, const std::vector<bool>& apart) {
  const std::size_t size = instructions.size();
  Round round{{}, {}, std::vector<Wait>(dependences.size())};
  round.operations.reserve(size);
  std::unordered_map<const llvm::mca::InstrDesc*, Described> known;
  std::vector<const Described*> of_instructions;  // which stay where they are
  of_instructions.reserve(size);
  for (const auto& instruction : instructions) {
    const llvm::mca::InstrDesc& description = instruction->getDesc();
    const auto [found, is_new] = known.try_emplace(&description);
    if (is_new) {
      found->second = described(buffers, description, round.uses);
    }
    of_instructions.push_back(&found->second);
  }
  std::vector<std::size_t> waits_until(size + 1, 0);
  for (const Dependence& one : dependences) {
    ++waits_until[one.to + std::size_t{1}];
  }
  std::partial_sum(waits_until.begin(), waits_until.end(), waits_until.begin());
  for (std::size_t i = 0; i < size; ++i) {
    const Described& of_this = *of_instructions[i];
    Operation& one = round.operations.emplace_back(of_this.operation);
    one.is_apart = !apart.empty() && apart[i];
    one.registers = buffers.general_registers_of(*instructions[i]);
    one.uses = std::span(round.uses).subspan(of_this.first_use, of_this.uses);
    one.waits = std::span(round.waits).subspan(waits_until[i], waits_until[i + 1] - waits_until[i]);
  }
  for (const Dependence& one : dependences) {
    round.waits[waits_until[one.to]++] = {one.rounds * size + one.to - one.from, one.cycles};
  }
  return round;
}

}  // namespace

double simulated_cycles_per_round(const Buffers& buffers, const Lowered& round,
                                  std::span<const Dependence> dependences,
                                  const std::vector<bool>& apart) {
  const std::size_t warm = std::max(kFewestRounds, kWarmUpInstructions / round.size());
  const Round loop = round_of(buffers, round, dependences, apart);
  const std::vector<double> ends = Core(buffers, loop, 2 * warm).run();
  return (ends.back() - ends[warm - 1]) / static_cast<double>(warm);
}

double simulated_cycles_once(const Buffers& buffers, const Lowered& sequence,
                             std::span<const Dependence> dependences, std::size_t warm_up,
                             std::span<const std::size_t> unforeseen,
                             std::span<const LateOperand> late, const std::vector<bool>& apart) {
  const Round once = round_of(buffers, sequence, dependences, apart);
  Core core(buffers, once, 1);
  core.mark(warm_up);
  core.wait_behind(unforeseen);
  core.delay(late);
  return core.run().back() - core.marked_at();
}

}  // namespace clgauge::lens
