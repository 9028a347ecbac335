#include "lens/throughput/simulation.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "lens/throughput/buffers.h"
#include "lens/throughput/execution_units.h"
#include "lens/throughput/scheduler_entries.h"
#include "lens/throughput/simulated_round.h"
#include "lens/throughput/third_reads.h"

namespace clgauge::lens {
namespace {

// A run this long fills every buffer of a core; what comes after it is the steady state.
constexpr std::size_t kWarmUpInstructions = 600;
constexpr std::size_t kFewestRounds = 8;

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr std::size_t kNobody = static_cast<std::size_t>(-1);
constexpr std::size_t kBits = 64;  // of a word of a set of places
// Operations between fetching and dispatching, half of a Zen 4's queue of 144.
constexpr std::size_t kFetchedAhead = 72;

class Core {
 public:
  // Both have to outlive it.
  Core(const Buffers& buffers, const SimulatedRound& round, std::size_t rounds)
      : cpu_(buffers.core()),
        round_(round.operations),
        start_(round_.size() * rounds, kNever),
        entries_(start_.size()),
        wakes_(start_.size(), kNobody),
        known_(start_.size() / kBits + 1, 0),
        units_(cpu_.in_turn),
        schedulers_(cpu_),
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
  [[nodiscard]] const SimulatedOperation& operation(std::size_t i) const {
    return round_[i % round_.size()];
  }

  void retire(std::vector<double>& ends) {
    unsigned retired = 0;  // micro-operations
    while (retired_ < dispatched_ && start_[retired_] + operation(retired_).latency <= now_ &&
           (cpu_.retired_at_once == 0 || retired < cpu_.retired_at_once)) {
      retired += operation(retired_).micro_ops;
      in_flight_ -= operation(retired_).micro_ops;
      leave_rooms(operation(retired_).rooms);
      if (++retired_ % round_.size() == 0) {
        ends.push_back(now_);
      }
      if (retired_ == marked_) {
        marked_at_ = now_;
      }
    }
  }

  [[nodiscard]] bool has_room_for(const Rooms& rooms) const {
    for (std::size_t room = 0; room < kRooms; ++room) {
      if (rooms[room] > 0 && cpu_.rooms[room] > 0 && held_[room] + rooms[room] > cpu_.rooms[room]) {
        return false;
      }
    }
    return true;
  }

  void take_rooms(const Rooms& rooms) {
    std::ranges::transform(held_, rooms, held_.begin(), std::plus<>());
  }

  void leave_rooms(const Rooms& rooms) {
    std::ranges::transform(held_, rooms, held_.begin(), std::minus<>());
  }

  // One in a scheduler. It looks at what it waits for one after the other, and at the first that
  // has not started again when that starts: most operations wait for many cycles.
  struct Entry {
    const SimulatedOperation* operation = nullptr;
    SchedulerEntries::Place in;
    std::size_t looked_at = 0;
    double starts_from = 0;          // behind a waiting room
    double ready_at = 0;             // by those that it has looked at
    std::size_t wakes_up = kNobody;  // another one that waits for the same start
  };

  void look(std::size_t place) {
    Entry& one = entries_[place];
    const std::span<const OperationWait> waits = one.operation->waits;
    for (; one.looked_at < waits.size(); ++one.looked_at) {
      const OperationWait& wait = waits[one.looked_at];
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

  [[nodiscard]] bool may_read(const SimulatedOperation& one, bool is_fresh) const {
    return one.reads_for_store > 0 ? thirds_.may_store(one.reads_for_store, is_fresh)
                                   : one.reads_three == 0 || thirds_.may_read();
  }

  bool start(std::size_t place) {
    const Entry& waiting = entries_[place];
    if (waiting.ready_at > now_ || waiting.starts_from > now_ ||
        (waiting.in.pipe != kNoPipe && !units_.is_any_free(std::uint64_t{1} << waiting.in.pipe))) {
      return false;
    }
    const SimulatedOperation& one = *waiting.operation;
    if (one.is_in_order && place != retired_) {
      return false;
    }
    // What it waited for has come in this cycle.
    const bool is_fresh = waiting.ready_at > now_ - 1;
    if (!may_read(one, is_fresh) || !std::ranges::all_of(one.uses, [&](const UnitUse& use) {
          return units_.is_any_free(use.units);
        })) {
      return false;
    }
    for (const UnitUse& use : one.uses) {
      units_.take_one_of(use.units, use.cycles);
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
    if (waiting.in.pipe != kNoPipe) {
      units_.take(waiting.in.pipe, one.pipe_cycles);
    }
    schedulers_.leave(one, waiting.in);
    wake_up(wakes_[place]);
    return true;
  }

  // The oldest first. Those that one wakes up come behind it.
  void issue() {
    thirds_.begin_cycle();
    units_.begin_cycle(now_);
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

  [[nodiscard]] bool waits_in_room(const SimulatedOperation& one) const {
    return cpu_.has_waiting_room[one.scheduler];
  }

  // Into a scheduler, if one has room.
  bool enter(std::size_t i) {
    const SimulatedOperation& one = operation(i);
    const std::optional<SchedulerEntries::Place> place = schedulers_.enter(one);
    if (!place) {
      return false;
    }
    entries_[i] = {.operation = &one,
                   .in = *place,
                   .starts_from = waits_in_room(one) ? now_ + cpu_.cycles_to_start : 0,
                   .ready_at = late_.empty() || !late_[i].is_folded ? 0 : now_ + late_[i].cycles};
    look(i);
    return true;
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
      const SimulatedOperation& one = operation(dispatched_);
      if (in_flight_ > 0 && in_flight_ + one.micro_ops > cpu_.reorder_entries) {
        break;
      }
      if (in_flight_ > 0 && !has_room_for(one.rooms)) {
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
      take_rooms(one.rooms);
      ++dispatched_;
    }
  }

  const CoreShape& cpu_;
  std::span<const SimulatedOperation> round_;
  // By place in the run.
  std::vector<double> start_;
  std::vector<Entry> entries_;
  std::vector<std::size_t> wakes_;    // when it starts, the first of those that wait for that
  std::vector<std::uint64_t> known_;  // bits: in a scheduler, and all that it waits for has started
  ExecutionUnits units_;
  SchedulerEntries schedulers_;
  std::deque<std::size_t> room_;
  std::size_t marked_ = 0;
  double marked_at_ = 0;
  std::span<const std::size_t> unforeseen_;  // those that are not done
  std::span<const LateOperand> late_;
  std::size_t fetched_ = 0;
  std::size_t dispatched_ = 0;
  std::size_t retired_ = 0;
  unsigned in_flight_ = 0;  // micro-operations
  Rooms held_{};            // by those
  ThirdReads thirds_;
  int credit_ = 0;
  double now_ = 0;
};

}  // namespace

double simulated_cycles_per_round(const Buffers& buffers, const Lowered& round,
                                  std::span<const Dependence> dependences,
                                  const std::vector<bool>& apart) {
  const std::size_t warm = std::max(kFewestRounds, kWarmUpInstructions / round.size());
  const SimulatedRound loop = simulated_round(buffers, round, dependences, apart);
  const std::vector<double> ends = Core(buffers, loop, 2 * warm).run();
  return (ends.back() - ends[warm - 1]) / static_cast<double>(warm);
}

double simulated_cycles_once(const Buffers& buffers, const Lowered& sequence,
                             std::span<const Dependence> dependences, std::size_t warm_up,
                             std::span<const std::size_t> unforeseen,
                             std::span<const LateOperand> late, const std::vector<bool>& apart) {
  const SimulatedRound once = simulated_round(buffers, sequence, dependences, apart);
  Core core(buffers, once, 1);
  core.mark(warm_up);
  core.wait_behind(unforeseen);
  core.delay(late);
  return core.run().back() - core.marked_at();
}

}  // namespace clgauge::lens
