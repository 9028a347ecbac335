#include "lens/traffic/hierarchy.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clgauge::lens {
namespace {

// What stores take of the store queue, in halves of an entry: neighbours may share one, two by two,
// lanes of a scatter do not.
constexpr std::uint64_t kHalvesOfNeighbour = 1;
constexpr std::uint64_t kHalvesOfLane = 2;

// Lines of a stream that come in any order within so many are followed like those that come one
// after the other (Zen 4, loads from memory: 0.1 ns each in the orders 2031, 2130, 3210, 76543210).
constexpr std::uint64_t kLinesAhead = 4;

// Where a line so near was missed lately the third cache has sent this one already: gathers and
// loads of rows, tiles and steps of 256 bytes take no longer for it than their lines do (Zen 4).
constexpr std::uint64_t kLinesAround = 16;

// Lines of a set crowd within so many windows: a core alone has two in flight, but sets are as
// crowded with 13 micro-operations a line as with one, and hardly so with 25 (crowded_sets.h).
constexpr std::uint64_t kWindowsOfCrowd = 4;

constexpr unsigned kMostlyChained = 50;  // percent

// Sets that lines a multiple of as many sets apart are spread over, by a hash (gathered_streams.h).
constexpr std::uint64_t kSetsOfOneNumber = 4;
// Streams of gathers that a Zen 5 follows in a page, and of a wait, what is left for those beyond.
constexpr std::size_t kStreamsOfPage = 3;
constexpr double kInCrowdedPage = 0.7;
constexpr std::uint64_t kLinesOfPage = 64;
constexpr std::uint64_t kPages = 256;  // that are told apart

std::uint64_t accesses_to_commit(const CoreWaits& waits, std::uint64_t window_accesses) {
  return window_accesses * waits.commit_window / waits.window;
}

std::uint64_t accesses_on_the_way(const CoreWaits& waits, std::uint64_t window_accesses) {
  return window_accesses * waits.crowds.joined_micro_ops / waits.window;
}

}  // namespace

void HierarchyCounts::add(const HierarchyCounts& more, std::uint64_t times) {
  for (const auto count : {&HierarchyCounts::accesses, &HierarchyCounts::split_accesses,
                           &HierarchyCounts::forwarded_loads, &HierarchyCounts::blocked_loads,
                           &HierarchyCounts::blocked_waits, &HierarchyCounts::aliased_loads,
                           &HierarchyCounts::l1_write_backs, &HierarchyCounts::non_temporal_lines,
                           &HierarchyCounts::tlb1_misses, &HierarchyCounts::joined_loads}) {
    this->*count += times * (more.*count);
  }
  for (const auto count : {&HierarchyCounts::l1_chained_misses, &HierarchyCounts::l1_conflicts,
                           &HierarchyCounts::replayed_lane_cycles}) {
    this->*count += static_cast<double>(times) * (more.*count);
  }
  for (const auto misses : {&HierarchyCounts::l1_misses, &HierarchyCounts::l2_misses}) {
    for (std::size_t kind = 0; kind < kMissKinds; ++kind) {
      (this->*misses).at(kind) += times * (more.*misses).at(kind);
    }
  }
  for (const auto walks : {&HierarchyCounts::first_walks, &HierarchyCounts::repeated_walks}) {
    (this->*walks).all += times * (more.*walks).all;
    (this->*walks).leading += static_cast<double>(times) * (more.*walks).leading;
  }
}

HierarchySimulator::HierarchySimulator(const HierarchyShape& shape, std::uint64_t window_accesses,
                                       std::optional<std::uint64_t> far_window_accesses,
                                       double cycles_per_access)
    : line_bytes_(shape.l1.line_bytes),
      page_bytes_(shape.tlb1.line_bytes),
      l1_(shape.l1),
      l2_(shape.l2),
      tlb1_(shape.tlb1),
      tlb2_(shape.tlb2),
      page_walkers_(shape.waits.page_walkers),
      conflicts_(shape),
      in_flight_(l1_.sets(), accesses_to_commit(shape.waits, window_accesses), shape.waits.crowds,
                 {shape.waits.losing_stores, shape.waits.losing_bytes,
                  window_accesses * shape.waits.window_behind_late / shape.waits.window},
                 shape.l1.ways),
      time_(window_accesses),
      halves_of_store_(shape.waits.neighbours_share_entries ? kHalvesOfNeighbour : kHalvesOfLane),
      queue_halves_(2 * shape.waits.queued_stores),
      called_ahead_halves_(2 * shape.waits.stores_called_ahead),
      window_accesses_(window_accesses),
      far_window_accesses_(far_window_accesses.value_or(window_accesses)),
      memory_(shape.waits.memory),
      l1_misses_{.recent = RecentMisses(shape.waits.followed.remembered_misses,
                                        shape.waits.followed.streams_of_pairs)},
      l2_misses_{.is_of_second_cache = true,
                 .recent = RecentMisses(shape.waits.followed.remembered_misses,
                                        shape.waits.followed.streams_of_pairs),
                 .gathers_lead = shape.waits.gathers_lead},
      follows_only_next_(shape.waits.followed.only_next),
      follows_runs_(shape.waits.followed.follows_runs),
      follows_masked_loads_(shape.waits.followed.follows_masked_loads),
      followed_(shape.waits.followed),
      strides_(shape.waits.followed),
      late_(shape.waits.followed),
      late_masked_(shape.waits.followed),
      beyond_rows_(shape.waits.followed),
      streams_(shape.waits.followed.goes_on_with_streams),
      l1_crowds_(l1_.sets(),
                 kWindowsOfCrowd *
                     std::max(window_accesses, accesses_on_the_way(shape.waits, window_accesses)),
                 shape.waits.crowds),
      accesses_of_line_(cycles_per_access > 0 ? shape.waits.crowds.line_cycles / cycles_per_access
                                              : 0),
      accesses_of_far_line_(
          cycles_per_access > 0 ? shape.waits.third_cache_cycles / cycles_per_access : 0),
      work_goes_on_(shape.waits.crowds.work_goes_on),
      joins_within_(accesses_on_the_way(shape.waits, window_accesses)),
      joins_missed_(shape.waits.crowds.joined_accesses),
      ways_(shape.l1.ways),
      times_of_access_(cycles_per_access / shape.waits.crowds.line_cycles),
      most_hidden_(times_of_access_ * static_cast<double>(window_accesses)),
      commits_within_(accesses_to_commit(shape.waits, window_accesses)),
      lost_store_(shape.waits.lost_store),
      replayed_lane_(shape.waits.replayed_lane_cycles),
      replayed_translation_(shape.waits.replayed_translation_cycles),
      gathered_(shape.l1.line_bytes),
      gathered_streams_(
          memory_.are_known()
              ? GatheredStreams(l2_.sets(), kSetsOfOneNumber * shape.l2.ways, kStreamsOfPage)
              : GatheredStreams()),
      turnover_(shape.l1, l1_.sets()),
      lost_stores_(shape.waits.queued_stores) {}

MissKind HierarchySimulator::Misses::add(std::uint64_t line, const Access& access,
                                         const Foresight& foresight, bool is_chained,
                                         std::uint64_t now, std::uint64_t window) {
  // What a gather calls for within a core's window it calls for at once: no prefetcher is ahead.
  const bool is_gather = access.is_gathered && !access.is_store;
  const std::uint64_t latest = is_gather && !gathers_lead ? now - std::min(now, window) : now;
  // Half of a gather's lines are called for before those that lie in front of them.
  const std::uint64_t lines_ahead = !is_gather ? kLinesAhead : gathers_lead ? kLanesOfGather : 1;
  const bool is_streaming = foresight.was_brought_along ||
                            (foresight.may_stream && (!access.is_gathered || is_of_second_cache) &&
                             recent.continues_a_stream(line, latest, lines_ahead));
  recent.add(line, now);
  if (access.is_store) {
    return is_streaming               ? store_streaming
           : foresight.is_seen_coming ? store_crowded
                                      : store_irregular;
  }
  if (is_streaming) {
    return load_streaming;
  }
  if (foresight.is_seen_coming) {
    return load_crowded;
  }
  if (is_gather && is_of_second_cache) {
    if (!gathers_lead || foresight.called_at < waiting_until) {
      return load_gathered;
    }
    waiting_until = now + window;
    return load_gathered_leading;
  }
  if (!is_chained && foresight.called_at < waiting_until) {
    waiting_until = std::min(waiting_until, now + window);
    return load_overlapped;
  }
  waiting_until = now + window;
  return load_leading;
}

void HierarchySimulator::touch(std::uint64_t line, const Access& access, bool goes_on,
                               HierarchyCounts& counts, std::vector<Miss>* beyond_l2) {
  if (lost_store_ > 0) {
    return touch_and_lose(line, access, goes_on, counts, beyond_l2);
  }
  const bool is_out = !l1_.access(line, access.is_store);
  const bool is_missing = is_out && !is_on_its_way(line);
  if (access.is_store) {
    const bool begins = line == line_bytes_.quotient(access.address);
    in_flight_.add(access.address, line, begins, is_missing, time_, access.bytes, l1_.set_of(line));
  } else if (is_out) {
    in_flight_.call(access.address, access.bytes, line, l1_.set_of(line), time_);
  }
  if (is_missing) {
    fetch(line, access, goes_on, counts, beyond_l2);
  }
}

void HierarchySimulator::touch_and_lose(std::uint64_t line, const Access& access, bool goes_on,
                                        HierarchyCounts& counts, std::vector<Miss>* beyond_l2) {
  const bool is_out = !l1_.access(line, access.is_store);
  const std::uint64_t set = l1_.set_of(line);
  turnover_.add(set, line, time_);
  bool is_lost = false;
  if (access.is_store && line != last_stored_line_) {
    last_stored_line_ = line;
    const std::uint64_t window = lost_stores_.window(time_, commits_within_);
    is_lost = turnover_.turned_over(set, time_, window) &&
              (is_out || called_.was_called_lately(line, time_, window));
    counts.l1_conflicts += lost_store_ * lost_stores_.add(set, is_lost, time_, access.bytes);
  }
  if (!is_out && !access.is_store) {
    if (access.is_gathered) {
      load_again(line, access.instruction, counts);
    } else {
      counts.joined_loads += called_.was_called_lately(line, time_, kLanesOfGather) ? 1U : 0U;
    }
  }
  if (is_out && (!called_.was_called(line, time_, window_accesses_) || is_lost)) {
    fetch(line, access, goes_on, counts, beyond_l2);
  }
}

void HierarchySimulator::load_again(std::uint64_t line, std::uint32_t instruction,
                                    HierarchyCounts& counts) {
  const double part_left = gathered_.part_left(instruction, line);
  const std::uint64_t page = page_bytes_.quotient(line * line_bytes_.value());
  if (called_.was_called_lately(line, time_, kLanesOfGather)) {
    counts.replayed_lane_cycles += replayed_lane_ * part_left;
  } else if (page != translated_page_) {
    translate(page, false, counts);
  }
  translated_page_ = page;
  if (page == late_page_ && time_ > late_page_at_ && time_ < late_page_at_ + kLanesOfGather) {
    counts.replayed_lane_cycles += replayed_translation_;
  }
}

bool HierarchySimulator::is_on_its_way(std::uint64_t line) {
  if (joins_missed_ == 0) {
    return called_.was_called(line, time_, window_accesses_);
  }
  // Then it stays until as many others of its set have come.
  return called_.was_called_about(line, time_, joins_within_ + ways_, joins_missed_ + ways_);
}

double HierarchySimulator::beside_work(double times) {
  if (!work_goes_on_) {
    return times;
  }
  const auto accesses = static_cast<double>(time_ - std::exchange(waited_at_, time_));
  const double work = std::min(times_of_access_ * accesses, most_hidden_);
  return std::sqrt(times * times + work * work) - work;
}

double HierarchySimulator::beside_work_of_queue(double times) {
  if (!work_goes_on_) {
    return times;
  }
  hidden_ += times_of_access_ * static_cast<double>(time_ - std::exchange(hidden_at_, time_));
  hidden_ = std::min(hidden_, most_hidden_);
  const double part = std::min(hidden_, times);
  hidden_ -= part;
  return times - part;
}

void HierarchySimulator::finish_stores(HierarchyCounts& counts) {
  in_flight_.each_done(time_, [&](const StoresInFlight::Store& store) {
    // Those to one line, one behind the other, wait for it once.
    const bool is_back = std::exchange(last_done_line_, store.line) == store.line;
    if (is_back) {
      return;
    }
    const std::uint64_t set = l1_.set_of(store.line);
    if (in_flight_.losses_are_timed()) {
      const double wait = in_flight_.times_of_losses(store, set, time_);
      in_flight_.hold_up(wait * accesses_of_line_, time_);
      counts.l1_conflicts += beside_work_of_queue(wait);
      return;
    }
    if (l1_.holds(store.line)) {
      return;
    }
    const double wait = l1_crowds_.wait_for_store(set, in_flight_.times_to_come_back(store, set));
    in_flight_.hold_up(wait * accesses_of_line_, time_);
    counts.l1_conflicts += wait;
  });
}

void HierarchySimulator::fetch(std::uint64_t line, const Access& access, bool goes_on,
                               HierarchyCounts& counts, std::vector<Miss>* beyond_l2) {
  const bool is_chained = access.chained_percent > kMostlyChained;
  counts.l1_chained_misses += access.chained_percent / 100.0;
  const bool is_kept = may_go_on(access) && strides_.keeps(access.instruction);
  const bool misses_go_on = may_go_on(access) && strides_.misses_go_on(access.instruction, line);
  Foresight foresight = foresight_of(access, is_kept && (goes_on || misses_go_on));
  const std::uint64_t window = window_of(access);
  ++counts.l1_misses[l1_misses_.add(line, access, foresight, is_chained, time_, window)];
  if (lost_store_ == 0) {
    counts.l1_conflicts += beside_work(l1_crowds_.wait_of(l1_.set_of(line), time_));
  }
  const std::uint64_t page = page_bytes_.quotient(line * line_bytes_.value());
  const bool is_translated =
      translate(page,
                !access.is_store && !foresight.is_seen_coming &&
                    (is_chained || time_ >= walking_since_ + window_accesses_),
                counts);
  if (l2_.access(line)) {
    if (!is_translated) {
      gathered_streams_.disturb();
    }
    return;
  }
  if (is_kept_ && is_kept_(line)) {
    const MissKind kind = access.is_store ? store_irregular : load_overlapped;
    ++counts.l2_misses[kind];
    if (beyond_l2 != nullptr) {
      beyond_l2->push_back({line, kind, 1, access.instruction});
    }
    return;
  }
  const bool comes_with_neighbour =
      access.is_gathered && (called_.was_called_lately(line - 1, time_, window) ||
                             called_.was_called_lately(line + 1, time_, window));
  const bool is_gather_foreseen =
      gathered_streams_.goes_on(line, comes_with_neighbour) || l2_misses_.gathers_lead;
  // No prefetcher follows scatters; those that come line by line crowd.
  const bool may_be_followed = !access.is_gathered || (l2_misses_.gathers_lead && !access.is_store);
  const bool is_followed = may_be_followed && followed_.follows(line);
  // Stores wait for no stream to be followed.
  foresight.may_stream = access.is_store || ((is_followed || !follows_only_next_) &&
                                             (is_gather_foreseen || !access.is_gathered));
  const bool goes_on_with_stream = streams_.follow(line);
  foresight.was_brought_along =
      !access.is_gathered && (beyond_rows_.has_brought(line) || goes_on_with_stream);
  const bool is_lost = access.is_gathered && gathered_streams_.was_lost();
  const bool goes_on_beside = !is_lost && is_of_short_row(access) && known_.goes_on_at(line);
  const bool is_crowded = access.is_gathered && gathered_streams_.is_crowded();
  const double part_of_new = !goes_on_beside ? 1
                             : is_crowded    ? std::max(kInCrowdedPage, memory_.beside_known)
                                             : memory_.beside_known;
  known_.add(line);
  const std::uint64_t far_window = far_window_of(access);
  MissKind kind = l2_misses_.add(line, access, foresight, is_chained, time_, far_window);
  beyond_rows_.add(line, l2_misses_.recent, time_);
  const bool may_crowd = !is_followed && !follows_only_next_;
  if (may_crowd && kind == load_streaming) {
    kind = load_crowded;
  } else if (may_crowd && kind == store_streaming) {
    kind = store_crowded;
  } else if (kind == store_irregular && store_waits()) {
    kind = store_leading;
  }
  ++counts.l2_misses[kind];
  if (kind == load_leading) {
    in_flight_.hold_up(accesses_of_far_line_, time_);
  }
  if (beyond_l2 != nullptr) {
    const double part =
        kind == load_gathered && is_gather_foreseen ? part_of_foreseen(line, window) : part_of_new;
    Miss miss{line,
              kind,
              1,
              access.instruction,
              false,
              {foresight.called_at, time_, part > 0 ? far_window : 0, part, is_chained},
              late_part(line, access, kind, foresight, window)};
    if (kind == load_leading || kind == load_overlapped || kind == load_gathered ||
        kind == load_gathered_leading) {
      miss.chained = access.chained_percent / 100.0;
      miss.is_beside_missed = l2_misses_.recent.holds_neighbour(line, kLinesAround);
    }
    miss.is_unforeseen = miss.waits() && !(access.is_gathered && gather_goes_on_) &&
                         !miss.is_beside_missed &&
                         std::exchange(unforeseen_operation_, operation_began_) != operation_began_;
    beyond_l2->push_back(miss);
  }
}

bool HierarchySimulator::is_of_short_row(const Access& access) const {
  if (access.is_gathered) {
    return gathered_rows_.are_short(access.instruction);
  }
  return !may_go_on(access) || strides_.bytes_of_piece(access.instruction) < line_bytes_.value();
}

double HierarchySimulator::late_part(std::uint64_t line, const Access& access, MissKind kind,
                                     const Foresight& foresight, std::uint64_t window) {
  if (foresight.is_seen_coming && late_.is_late(strides_.stride_of_long_run(access.instruction))) {
    return memory_.late * late_.wait_of(access.instruction, time_, window);
  }
  const bool is_unseen = access.is_masked && !access.is_store && !follows_masked_loads_;
  if (is_unseen && (kind == load_streaming || kind == load_crowded)) {
    return memory_.late * late_masked_.wait_of(line / kLinesOfPage % kPages, time_, window);
  }
  return 0;
}

void HierarchySimulator::shorten_window(std::uint32_t instruction, std::uint64_t window_accesses) {
  if (instruction >= windows_.size()) {
    windows_.resize(instruction + std::size_t{1}, std::numeric_limits<std::uint64_t>::max());
  }
  windows_[instruction] = std::min(windows_[instruction], window_accesses);
}

std::uint64_t HierarchySimulator::window_of(const Access& access) const {
  return shortened(access, window_accesses_);
}

std::uint64_t HierarchySimulator::far_window_of(const Access& access) const {
  return shortened(access, far_window_accesses_);
}

std::uint64_t HierarchySimulator::shortened(const Access& access, std::uint64_t window) const {
  return access.instruction < windows_.size() ? std::min(windows_[access.instruction], window)
                                              : window;
}

double HierarchySimulator::part_of_foreseen(std::uint64_t line, std::uint64_t window) const {
  if (memory_.gathered_ahead == 0) {
    return 0;
  }
  const auto is_called = [&](std::uint64_t other) {
    return called_.was_called_lately(other, time_, window);
  };
  double part = 0;
  for (std::uint64_t away = 1; part < 1; ++away, part += memory_.gathered_ahead) {
    if (!is_called(line - away) && !is_called(line + away)) {
      break;
    }
  }
  // Nobody follows every other line.
  const bool leaves_out_one = (is_called(line - 2) && !known_.holds(line - 1)) ||
                              (is_called(line + 2) && !known_.holds(line + 1));
  return part == 0 && leaves_out_one ? 1 : part;
}

HierarchySimulator::Foresight HierarchySimulator::foresight_of(const Access& access,
                                                               bool goes_by_stride) const {
  if (!follows_only_next_) {
    return {true, goes_by_stride, false, time_};
  }
  const bool comes_with_line_before = goes_by_stride && !access.is_store;
  return {true, false, false,
          comes_with_line_before ? strides_.line_before_at(access.instruction) : time_};
}

bool HierarchySimulator::store_waits() {
  const bool comes_along =
      std::exchange(next_comes_along_, false) && queued_halves_ < queue_turned_over_;
  if (comes_along || queued_halves_ < called_ahead_until_) {
    return false;
  }
  called_ahead_until_ = queued_halves_ + called_ahead_halves_;
  queue_turned_over_ = queued_halves_ + queue_halves_;
  next_comes_along_ = called_ahead_halves_ < queue_halves_;
  return true;
}

bool HierarchySimulator::translate(std::uint64_t page, bool may_lead, HierarchyCounts& counts) {
  if (tlb1_.access(page)) {
    return true;
  }
  ++counts.tlb1_misses;
  late_page_ = page;
  late_page_at_ = time_;
  if (!tlb2_.access(page)) {
    walk(page, may_lead, counts);
  }
  return false;
}

double HierarchySimulator::left_of_walk() const {
  if (page_walkers_ == 0) {
    return 1;
  }
  const double busy = static_cast<double>(walks_of_wait_) / static_cast<double>(page_walkers_);
  return std::max(0.0, 1 - busy);
}

void HierarchySimulator::walk(std::uint64_t page, bool may_lead, HierarchyCounts& counts) {
  const bool is_first = walked_pages_.insert(page).second;
  PageWalks& walks = is_first ? counts.first_walks : counts.repeated_walks;
  ++walks.all;
  if (!translations_.walk(page) && may_lead) {
    walks.leading += left_of_walk();
    walking_since_ = time_;
    walks_of_wait_ = 0;
  }
  walks_of_wait_ += time_ < walking_since_ + window_accesses_ ? 1U : 0U;
}

void StoreConflicts::see(const Access& access, HierarchyCounts& counts) {
  if (access.is_cover) {
    return stores_.store(access.address, access.bytes, false);
  }
  if (access.is_masked && access.is_store) {
    return;  // its cover is in the queue
  }
  if (access.is_store) {
    const std::uint64_t end = access.address + std::max<std::uint64_t>(access.bytes, 1);
    const bool is_split = line_bytes_.quotient(end - 1) > line_bytes_.quotient(access.address);
    return stores_.store(access.address, access.bytes, !is_split || forwards_split_stores_);
  }
  const StoreConflict met = stores_.load(access.address, access.bytes);
  counts.forwarded_loads += met == StoreConflict::forwarded ? 1U : 0U;
  const bool waits = met == StoreConflict::blocked;
  counts.blocked_loads += waits || met == StoreConflict::blocked_together ? 1U : 0U;
  counts.blocked_waits += waits ? 1U : 0U;
  counts.aliased_loads += met == StoreConflict::aliased ? 1U : 0U;
}

void HierarchySimulator::begin_gather(const Access& access) {
  if (access.instruction >= gathers_.size()) {
    gathers_.resize(access.instruction + std::size_t{1});
  }
  Steps& gather = gathers_[access.instruction];
  gather_goes_on_ = gather.step_to(line_bytes_.quotient(access.address)) && gather.step != 0;
}

void HierarchySimulator::begin_lane(const Access& access) {
  const bool begins =
      access.instruction != operation_ || time_ >= operation_began_ + kLanesOfGather;
  gathered_rows_.see(access.instruction, access.address, begins);
  if (begins) {
    operation_ = access.instruction;
    operation_began_ = time_;
    begin_gather(access);
  }
}

void HierarchySimulator::run(std::span<const Access> accesses, HierarchyCounts& counts,
                             std::vector<Miss>* beyond_l2) {
  const std::uint64_t write_backs_before = l1_.write_backs();
  for (const Access& access : accesses) {
    if (conflicts_) {
      conflicts_->see(access, counts);
    }
    if (access.is_cover) {
      continue;
    }
    const std::uint64_t first = line_bytes_.quotient(access.address);
    const std::uint64_t last =
        line_bytes_.quotient(access.address + std::max<std::uint64_t>(access.bytes, 1) - 1);
    ++counts.accesses;
    ++time_;
    if (access.is_store) {
      queued_halves_ += access.is_gathered ? kHalvesOfLane : halves_of_store_;
    }
    begin_operation(access);
    const bool is_split = last > first;
    counts.split_accesses += is_split ? 1U : 0U;
    const bool goes_on =
        may_go_on(access) && strides_.goes_on(access.instruction, access.address, first, time_);
    if (in_flight_.any_done(time_)) {
      finish_stores(counts);
    }
    for (std::uint64_t line = first; line <= last; ++line) {
      if (access.is_non_temporal && access.is_store) {
        counts.non_temporal_lines += line == combining_line_ ? 0U : 1U;
        combining_line_ = line;
      } else {
        // A prefetcher of strides fetches the lines that accesses begin in, but for a Zen 5's not
        // those behind.
        touch(line, access, goes_on && (line == first || follows_runs_), counts, beyond_l2);
      }
    }
  }
  counts.l1_write_backs += l1_.write_backs() - write_backs_before;
}

}  // namespace clgauge::lens
