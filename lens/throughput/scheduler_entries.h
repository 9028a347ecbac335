#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lens/throughput/buffers.h"
#include "lens/throughput/execution_units.h"
#include "lens/throughput/simulated_round.h"

namespace clgauge::lens {

// Entries of a core's schedulers, and which of its pipes each operation is given to when it enters
// one. Not thread-safe.
class SchedulerEntries {
 public:
  // Which has to outlive it.
  explicit SchedulerEntries(const CoreShape& cpu)
      : cpu_(cpu), held_(cpu.scheduler_entries.size(), 0) {}

  struct Place {
    std::size_t scheduler = 0;
    std::size_t pipe = kNoPipe;
  };

  // Into a scheduler, if one has room: of its parts the emptiest one, or that of its pipe.
  std::optional<Place> enter(const SimulatedOperation& one) {
    Place place{.scheduler = one.scheduler};
    const bool is_in_turn = (one.pipes & cpu_.in_turn) != 0;
    if (one.pipes != 0) {
      place.pipe = is_in_turn ? next_in_turn(one.pipes) : shortest_queue(one.pipes);
      if (place.pipe == kNoPipe) {
        return std::nullopt;
      }
      place.scheduler = cpu_.scheduler_of_pipe[place.pipe];
    } else {
      place.scheduler = emptiest_part(place.scheduler);
    }
    if (!take_entries(one, place.scheduler)) {
      return std::nullopt;
    }
    if (place.pipe != kNoPipe) {
      (is_in_turn ? integer_turn_ : turn_) = (place.pipe + 1) % kUnits;
      queued_[place.pipe] += seen(one);
    }
    return place;
  }

  // When it starts.
  void leave(const SimulatedOperation& one, const Place& place) {
    if (place.pipe != kNoPipe) {
      queued_[place.pipe] -= seen(one);
    }
    const unsigned parts = one.entries == 1 ? 1 : parts_of(place.scheduler);
    hold(place.scheduler, 0U - one.entries / parts, parts);
  }

 private:
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
  bool take_entries(const SimulatedOperation& one, std::size_t scheduler) {
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

  // Of an operation that waits for a pipe: a 512-bit one is seen to take two cycles, and no program
  // to take more.
  static unsigned seen(const SimulatedOperation& one) { return std::min(one.pipe_cycles, 2U); }

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

  const CoreShape& cpu_;
  std::vector<unsigned> held_;             // by scheduler
  std::array<unsigned, kUnits> queued_{};  // by pipe, cycles
  std::size_t turn_ = 0;
  std::size_t integer_turn_ = 0;
};

}  // namespace clgauge::lens
