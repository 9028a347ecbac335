#include "lens/traffic/launch_traffic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <exception>
#include <functional>
#include <latch>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "lens/traffic/last_touches.h"
#include "lens/traffic/line_set.h"
#include "lens/traffic/passed_pages.h"

namespace clgauge::lens {
namespace {

// What the groups around the judged ones touch.
class Neighbourhood {
 public:
  Neighbourhood(const SampledGroups& sample, std::uint64_t line_bytes)
      : group_(line_bytes), row_(line_bytes), plane_(line_bytes) {
    const std::size_t first = sample.first_counted();
    if (first > 0) {
      group_.add(sample.consecutive[first - 1]);
    }
    for (const AccessTrace& trace : sample.row_before) {
      row_.add(trace);
    }
    for (const AccessTrace& trace : sample.plane_before) {
      plane_.add(trace);
    }
    for (LineSet* set : {&group_, &row_, &plane_}) {
      set->finish();
    }
  }

  // The pages of those lines.
  [[nodiscard]] Neighbourhood pages(std::uint64_t page_bytes) const {
    return {group_.larger(page_bytes), row_.larger(page_bytes), plane_.larger(page_bytes)};
  }

  [[nodiscard]] Reuse reuse_of(std::uint64_t line) const {
    return group_.holds(line) ? Reuse::group : reuse_beyond_groups(line);
  }

  [[nodiscard]] Reuse reuse_beyond_groups(std::uint64_t line) const {
    return row_.holds(line) ? Reuse::row : plane_.holds(line) ? Reuse::plane : Reuse::none;
  }

 private:
  Neighbourhood(LineSet group, LineSet row, LineSet plane)
      : group_(std::move(group)), row_(std::move(row)), plane_(std::move(plane)) {}

  LineSet group_;
  LineSet row_;
  LineSet plane_;
};

double crowding_of(const std::vector<std::uint64_t>& lines, std::uint64_t classes) {
  std::vector<double> by_class(classes);
  for (const std::uint64_t line : lines) {
    ++by_class[line % classes];
  }
  double squares = 0;
  for (const double count : by_class) {
    squares += count * count;
  }
  const auto all = static_cast<double>(lines.size());
  // So many lines or fewer crowd nowhere.
  return lines.empty()
             ? 1
             : std::max(1.0, static_cast<double>(classes) * (squares - all) / (all * all));
}

constexpr std::size_t index(Reuse reuse) { return static_cast<std::size_t>(reuse); }

LineSet touched_by_judged(const SampledGroups& sample, std::uint64_t line_bytes) {
  LineSet touched(line_bytes);
  for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
    touched.add(sample.consecutive[g]);
  }
  touched.finish();
  return touched;
}

// How the launch goes through each of its buffers, by what the judged groups touch there that none
// around them does.
std::vector<BufferRound> rounds_of(const SampledGroups& sample, const Neighbourhood& around,
                                   const LineSet& touched, std::uint64_t line_bytes) {
  std::vector<double> lines(sample.buffers.size() + 1);
  const auto judged = static_cast<double>(sample.last_judged() - sample.first_counted());
  for (const std::uint64_t line : touched.lines()) {
    if (around.reuse_of(line) == Reuse::none) {
      lines[buffer_of(sample.buffers, line * line_bytes)] += touched.times_of(line) / judged;
    }
  }
  const double groups = static_cast<double>(sample.groups[0]) *
                        static_cast<double>(sample.groups[1]) *
                        static_cast<double>(sample.groups[2]);
  return buffer_rounds(sample.buffers, lines, groups, line_bytes);
}

// How many distinct bytes lie between two uses, from the lines (or pages) of the judged groups by
// what they share: a line shared along x is one of its row, a line shared along y is one of its
// column.
std::array<double, kReuses> distances(const SampledGroups& sample, const Neighbourhood& around,
                                      const LineSet& touched, std::uint64_t line_bytes) {
  std::array<double, kReuses> shared{};
  for (const std::uint64_t line : touched.lines()) {
    shared.at(index(around.reuse_of(line))) += touched.times_of(line);
  }
  const auto judged = static_cast<double>(sample.last_judged() - sample.first_counted());
  const auto of_traces = [](const std::vector<AccessTrace>& traces) {
    return static_cast<double>(std::max<std::size_t>(1, traces.size()));
  };
  const double in_x = shared[index(Reuse::group)];
  const double in_y = shared[index(Reuse::row)] / of_traces(sample.row_before);
  const double in_z = shared[index(Reuse::plane)] / of_traces(sample.plane_before);
  const double own = shared[index(Reuse::none)] / judged;
  const auto [nx, ny, nz] = sample.rows_of_data.value_or(
      std::array{static_cast<double>(sample.groups[0]), static_cast<double>(sample.groups[1]),
                 static_cast<double>(sample.groups[2])});
  const auto line = static_cast<double>(line_bytes);
  std::array<double, kReuses> distance{};
  distance[index(Reuse::group)] = line * touched.size() / judged;
  distance[index(Reuse::row)] = line * ((own + in_y + in_z) * nx + in_x);
  distance[index(Reuse::plane)] = line * ((own + in_z) * nx * ny + in_y * nx + in_x * ny);
  distance[index(Reuse::none)] =
      line * (own * nx * ny * nz + in_x * ny * nz + in_y * nx * nz + in_z * nx * ny);
  return distance;
}

// By reuse, of the pages that the judged groups touched: whether a group is the first of its row
// on a page is left to chance, where many groups lie within one.
std::array<double, kReuses> shares_of_new_pages(const Neighbourhood& around, const LineSet& pages) {
  std::array<double, kReuses> shares{};
  for (const std::uint64_t page : pages.lines()) {
    shares.at(index(around.reuse_beyond_groups(page))) += pages.times_of(page) / pages.size();
  }
  return shares;
}

// What the caches missed, by part of the code.
struct SimulatedParts {
  std::vector<HierarchyCounts> counts;
  // Lines that the second cache missed, in the order of missing them, and the part that each is of:
  // none are named where all are of one.
  std::vector<Miss> misses;
  std::vector<std::uint32_t> missed_by;

  [[nodiscard]] std::uint32_t part_of_miss(std::size_t miss) const {
    return missed_by.empty() ? 0 : missed_by[miss];
  }
};

// Runs accesses that stand for so many like them.
void simulate_part(HierarchySimulator& simulator, std::span<const Access> accesses,
                   const CodeParts& parts, std::uint64_t times, bool is_judged,
                   SimulatedParts& simulated) {
  std::vector<Miss>* const misses = is_judged ? &simulated.misses : nullptr;
  const auto run = [&](std::span<const Access> some, HierarchyCounts& sum) {
    if (times == 1) {
      return simulator.run(some, sum, misses);
    }
    HierarchyCounts counts;
    simulator.run(some, counts, misses);
    sum.add(counts, times);
  };
  if (parts.count == 1) {
    return run(accesses, simulated.counts.front());
  }
  for (const Access& access : accesses) {
    const std::uint32_t part = parts.of_instruction.at(access.instruction);
    run(std::span(&access, 1), simulated.counts.at(part));
    simulated.missed_by.resize(simulated.misses.size(), part);
  }
}

// What warms the caches before the groups that are counted.
AccessTrace warming_of(const SampledGroups& sample, std::uint64_t line_bytes) {
  const std::span<const AccessTrace> all(sample.consecutive);
  return last_touches(all.first(sample.first_counted()), line_bytes);
}

// Those of the counts that caches do not decide.
HierarchyCounts conflicts_of(const SampledGroups& sample, const HierarchyShape& shape,
                             const AccessTrace& warming) {
  StoreConflicts conflicts(shape);
  HierarchyCounts before;
  for (const Access& access : warming) {
    conflicts.see(access, before);
  }
  HierarchyCounts sum;
  for (std::size_t g = sample.first_counted(); g < sample.consecutive.size(); ++g) {
    sample.consecutive[g].each_part([&](std::span<const Access> accesses, std::uint64_t times) {
      HierarchyCounts counts;
      for (const Access& access : accesses) {
        conflicts.see(access, counts);
      }
      sum.add(counts, times);
    });
  }
  return sum;
}

SimulatedParts simulate(const SampledGroups& sample, const HierarchyShape& shape,
                        const CodeParts& parts, std::function<bool(std::uint64_t)> is_kept,
                        const AccessTrace& warming, bool leaves_out_conflicts) {
  const double per_access = std::max(1.0, sample.micro_ops_per_access);
  const auto window = static_cast<double>(shape.waits.window);
  HierarchySimulator simulator(shape, static_cast<std::uint64_t>(window / per_access));
  for (const auto& [load, micro_ops] : sample.micro_ops_behind_loads) {
    if (micro_ops < window) {
      simulator.shorten_window(load, static_cast<std::uint64_t>(micro_ops / per_access));
    }
  }
  const std::size_t first = sample.first_counted();
  const std::size_t last_judged = sample.last_judged();
  SimulatedParts simulated;
  simulated.counts.resize(parts.count);
  if (leaves_out_conflicts) {
    simulator.leave_out_conflicts();
  }
  HierarchyCounts before;
  simulator.run(warming, before, nullptr);
  simulator.know_kept(std::move(is_kept));  // of the judged groups; those are before some of them
  for (std::size_t g = first; g < sample.consecutive.size(); ++g) {
    const bool is_judged = g < last_judged;
    sample.consecutive[g].each_part([&](std::span<const Access> accesses, std::uint64_t times) {
      const std::size_t before = simulated.misses.size();
      simulate_part(simulator, accesses, parts, times, is_judged, simulated);
      for (std::size_t i = before; i < simulated.misses.size(); ++i) {
        simulated.misses[i].times = static_cast<std::uint32_t>(times);
      }
    });
  }
  return simulated;
}

// Of each miss how many were missed since its line was missed before; none where it was not.
std::vector<std::optional<std::uint64_t>> missed_since(const std::vector<Miss>& misses) {
  std::unordered_map<std::uint64_t, std::uint64_t> last;  // by line
  std::vector<std::optional<std::uint64_t>> since;
  since.reserve(misses.size());
  std::uint64_t now = 0;  // in misses
  for (const Miss& miss : misses) {
    const auto [before, is_new] = last.try_emplace(miss.line, now);
    since.push_back(is_new ? std::nullopt : std::optional(now - before->second));
    before->second = now;
    now += miss.times;
  }
  return since;
}

// Lines that a core waits for together keep it waiting for as long as the one from farthest away
// takes: that one leads.
void let_farthest_lead(const std::vector<double>& distance_bytes, std::vector<Miss>& misses) {
  Miss* leader = nullptr;
  double leads_from = 0;
  for (std::size_t i = 0; i < misses.size(); ++i) {
    Miss& miss = misses[i];
    const double distance = distance_bytes[i];
    if (miss.kind == load_overlapped && leader != nullptr && distance > leads_from) {
      std::swap(miss.kind, leader->kind);
    }
    if (miss.kind == load_leading) {
      leader = &miss;
      leads_from = distance;
    }
  }
}

// Counts the lines that a core waits for among those that come from about as far away as one
// another, or farther. Where much work waits for a line from near by it fills the core's window
// soon, but that line is there soon, too, and takes nothing from the window behind a line from
// memory.
void add_far_waits(const SimulatedParts& simulated, const std::vector<Miss>& misses,
                   const std::vector<double>& distance_bytes, double of_one,
                   std::vector<LaunchTraffic>& traffic) {
  const auto level_of = [&](std::size_t miss) {  // powers of two
    return std::ilogb(std::max(distance_bytes[miss], 1.0));
  };
  std::map<int, double> levels;
  for (std::size_t i = 0; i < misses.size(); ++i) {
    if (misses[i].waits()) {
      levels.try_emplace(level_of(i), distance_bytes[i]);
    }
  }
  for (const auto& [level, distance] : levels) {
    for (LaunchTraffic& part : traffic) {
      part.far_waits.push_back({distance, 0});
    }
    std::uint64_t waiting_until = 0;
    for (std::size_t i = 0; i < misses.size(); ++i) {
      const Wait& wait = misses[i].wait;
      if (!misses[i].waits() || level_of(i) < level) {
        continue;
      }
      if (!wait.is_chained && wait.called_at < waiting_until) {
        waiting_until = std::min(waiting_until, wait.now + wait.window);
        continue;
      }
      waiting_until = wait.now + wait.window;
      traffic[simulated.part_of_miss(i)].far_waits.back().waits +=
          of_one * static_cast<double>(misses[i].times);
    }
  }
}

// How long ago the lines were used that were missed.
std::vector<double> distances_of(const std::vector<Miss>& misses,
                                 const std::vector<std::optional<std::uint64_t>>& since,
                                 const Neighbourhood& around, std::uint64_t line_bytes,
                                 const std::array<double, kReuses>& distance_bytes) {
  std::vector<double> distances;
  distances.reserve(misses.size());
  for (std::size_t i = 0; i < misses.size(); ++i) {
    distances.push_back(since[i] ? static_cast<double>(line_bytes * *since[i])
                                 : distance_bytes.at(index(around.reuse_of(misses[i].line))));
  }
  return distances;
}

void add_misses(const SampledGroups& sample, const SimulatedParts& simulated,
                const Neighbourhood& around, const std::vector<BufferRound>& rounds,
                std::uint64_t line_bytes, double of_one, std::vector<LaunchTraffic>& traffic) {
  std::vector<Miss> misses = simulated.misses;
  const std::vector<std::optional<std::uint64_t>> since = missed_since(misses);
  std::vector<double> distances =
      distances_of(misses, since, around, line_bytes, traffic.front().distance_bytes);
  let_farthest_lead(distances, misses);
  std::map<std::pair<std::uint32_t, int>, MissedAgain> again{};  // by part and powers of two
  std::map<std::pair<std::uint32_t, std::size_t>, MissedAgain> next_rounds{};  // by part and buffer
  for (std::size_t i = 0; i < misses.size(); ++i) {
    const Miss& miss = misses[i];
    const std::uint32_t part = simulated.part_of_miss(i);
    const double of_these = of_one * static_cast<double>(miss.times);
    if (!since[i]) {
      const Reuse reuse = around.reuse_of(miss.line);
      double share_of_first = 1;
      if (reuse == Reuse::none) {
        const std::size_t buffer = buffer_of(sample.buffers, miss.line * line_bytes);
        share_of_first = rounds[buffer].share_of_first;
        if (share_of_first < 1) {
          MissedAgain& next = next_rounds[{part, buffer}];
          next.distance_bytes = rounds[buffer].distance_bytes;
          next.lines.at(miss.kind) += (1 - share_of_first) * of_these;
          if (share_of_first < 0.5) {
            distances[i] = next.distance_bytes;
          }
        }
      }
      traffic[part].beyond_l2.at(index(reuse)).at(miss.kind) += share_of_first * of_these;
      continue;
    }
    const auto power = static_cast<int>(std::bit_width(*since[i]));
    MissedAgain& alike = again[{part, power}];
    alike.distance_bytes = static_cast<double>(line_bytes) * std::ldexp(0.75, power);  // on average
    alike.lines.at(miss.kind) += of_these;
  }
  add_far_waits(simulated, misses, distances, of_one, traffic);
  for (const auto& [of, alike] : again) {
    traffic[of.first].missed_again.push_back(alike);
  }
  for (const auto& [of, next] : next_rounds) {
    traffic[of.first].missed_again.push_back(next);
  }
}

LineSet stored_by_judged(const SampledGroups& sample, std::uint64_t line_bytes) {
  LineSet stored(line_bytes);
  for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
    stored.add_stores(sample.consecutive[g]);
  }
  stored.finish();
  return stored;
}

// The lines that the judged groups store to: each counts for one of the parts that do.
void add_written(const SampledGroups& sample, const CodeParts& parts, const Neighbourhood& around,
                 const LineSet& stored, std::uint64_t line_bytes, double of_one,
                 std::vector<LaunchTraffic>& traffic) {
  std::vector<AccessTrace> stores_of(parts.count == 1 ? 0 : parts.count);
  for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
    for (std::size_t i = 0; parts.count > 1 && i < sample.consecutive[g].size(); ++i) {
      const Access& access = sample.consecutive[g][i];
      if (access.is_store) {
        stores_of[parts.of_instruction.at(access.instruction)].push_back(access);
      }
    }
  }
  std::vector<LineSet> own;  // by part
  for (const AccessTrace& stores : stores_of) {
    own.emplace_back(line_bytes);
    own.back().add_stores(stores);
    own.back().finish();
  }
  for (const std::uint64_t line : stored.lines()) {
    const auto part = std::find_if(own.begin(), own.end(),
                                   [line](const LineSet& set) { return set.holds(line); });
    traffic[part == own.end() ? 0 : static_cast<std::size_t>(part - own.begin())].written.at(
        index(around.reuse_of(line))) += of_one * stored.times_of(line);
  }
}

void add_counts(const HierarchyCounts& counts, double groups, LaunchTraffic& traffic) {
  const auto per_group = [groups](auto count) { return static_cast<double>(count) / groups; };
  traffic.accesses = per_group(counts.accesses);
  traffic.split_accesses = per_group(counts.split_accesses);
  traffic.forwarded_loads = per_group(counts.forwarded_loads);
  traffic.blocked_loads = per_group(counts.blocked_loads);
  traffic.blocked_waits = per_group(counts.blocked_waits);
  traffic.aliased_loads = per_group(counts.aliased_loads);
  traffic.l1_chained_misses = per_group(counts.l1_chained_misses);
  for (std::size_t kind = 0; kind < kMissKinds; ++kind) {
    traffic.l1_misses.at(kind) = per_group(counts.l1_misses.at(kind));
  }
  traffic.l1_conflicts = per_group(counts.l1_conflicts);
  traffic.replayed_lane_cycles = per_group(counts.replayed_lane_cycles);
  traffic.l1_write_backs = per_group(counts.l1_write_backs);
  traffic.non_temporal_lines = per_group(counts.non_temporal_lines);
  traffic.tlb1_misses = per_group(counts.tlb1_misses);
}

void add_walks(const HierarchyCounts& counts, double groups,
               const std::array<double, kReuses>& shares, LaunchTraffic& traffic) {
  const auto walks = [groups](const PageWalks& counted, double share) {
    return Walks{share * (static_cast<double>(counted.all) / groups),
                 share * (static_cast<double>(counted.leading) / groups)};
  };
  traffic.repeated_walks = walks(counts.repeated_walks, 1);
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    traffic.first_walks.at(reuse) = walks(counts.first_walks, shares.at(reuse));
  }
}

struct PassedPages {
  double passed = 0;
  double distance_bytes = 0;
};

// Pages that each group passes in rounds which its trace only stands for, as the group before it
// did: lost in between as far as all pages of a group exceed a TLB.
PassedPages passed_pages_of(const SampledGroups& sample, const Neighbourhood& around,
                            const LineSet& pages, std::uint64_t page_bytes) {
  const auto judged = static_cast<double>(sample.last_judged() - sample.first_counted());
  double passed = 0;
  double shared = 0;
  for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
    passed += passed_pages(sample.consecutive[g], page_bytes, [](std::uint64_t) { return true; });
    shared += passed_pages(sample.consecutive[g], page_bytes, [&around](std::uint64_t page) {
      return around.reuse_of(page) == Reuse::group;
    });
  }
  const double all = (static_cast<double>(pages.lines().size()) + passed) / judged;
  return {sample.accesses_of_average * shared / judged, static_cast<double>(page_bytes) * all};
}

// Fewer accesses are simulated before a thread has woken up.
constexpr std::size_t kWorthASecondThread = 16384;

// What of a launch's traffic is counted beside the simulation, on a second thread if there is one.
class Beside {
 public:
  // All of them have to outlive this; `second` may be null.
  Beside(const SampledGroups& sample, const HierarchyShape& shape, const AccessTrace& warming,
         SecondThread* second)
      : sample_(sample),
        shape_(shape),
        warming_(warming),
        touched_(shape.l1.line_bytes),
        stored_(shape.l1.line_bytes) {
    std::size_t accesses = 0;
    for (std::size_t g = sample.first_counted(); g < sample.consecutive.size(); ++g) {
      accesses += sample.consecutive[g].size();
    }
    if (second != nullptr && accesses >= kWorthASecondThread &&
        second->start([this] { count(true); })) {
      second_ = second;
    }
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() { wait(); }

  // Whether what loads meet among stores is counted here.
  [[nodiscard]] bool counts_conflicts() const { return second_ != nullptr; }

  // What touched_by_judged() says. Throws what counting it did.
  [[nodiscard]] const LineSet& touched() {
    if (second_ == nullptr) {
      touched_ = touched_by_judged(sample_, shape_.l1.line_bytes);
    } else {
      touched_known_.wait();
      if (touching_failed_) {
        std::rethrow_exception(touching_failed_);
      }
    }
    return touched_;
  }

  // Which have to outlive this.
  void know_pages(const Neighbourhood& around, const LineSet& pages) {
    around_ = &around;
    pages_ = &pages;
    pages_known_.count_down();
  }
  // Once the pages are known. The results are there then; throws what counting them did.
  void finish() {
    if (second_ == nullptr) {
      count(false);
    }
    wait();
    if (failure_) {
      std::rethrow_exception(failure_);
    }
  }

  [[nodiscard]] const HierarchyCounts& conflicts() const { return conflicts_; }
  [[nodiscard]] const LineSet& stored() const { return stored_; }
  [[nodiscard]] const PassedPages& passed() const { return passed_; }

 private:
  void count(bool is_beside) noexcept {
    if (is_beside) {
      try {
        touched_ = touched_by_judged(sample_, shape_.l1.line_bytes);
      } catch (...) {
        touching_failed_ = std::current_exception();
      }
      touched_known_.count_down();
    }
    try {
      if (is_beside) {
        conflicts_ = conflicts_of(sample_, shape_, warming_);
      }
      stored_ = stored_by_judged(sample_, shape_.l1.line_bytes);
    } catch (...) {
      failure_ = std::current_exception();
    }
    pages_known_.wait();
    try {
      if (pages_ != nullptr && !failure_) {
        passed_ = passed_pages_of(sample_, *around_, *pages_, shape_.tlb1.line_bytes);
      }
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
  void wait() {
    if (second_ != nullptr) {
      if (pages_ == nullptr) {  // nobody will know them
        pages_known_.count_down();
      }
      std::exchange(second_, nullptr)->wait();
    }
  }

  const SampledGroups& sample_;
  const HierarchyShape& shape_;
  const AccessTrace& warming_;
  SecondThread* second_ = nullptr;  // while it counts
  const Neighbourhood* around_ = nullptr;
  const LineSet* pages_ = nullptr;
  std::latch touched_known_{1};
  std::latch pages_known_{1};
  LineSet touched_;
  std::exception_ptr touching_failed_;
  HierarchyCounts conflicts_;
  LineSet stored_;
  PassedPages passed_;
  std::exception_ptr failure_;
};

}  // namespace

std::size_t SampledGroups::first_counted() const { return consecutive.size() / 2; }

std::size_t SampledGroups::last_judged() const {
  return std::min(consecutive.size(), first_counted() + kJudgedGroups);
}

LaunchTraffic traffic_of(const SampledGroups& sample, const HierarchyShape& shape,
                         SecondThread* second) {
  return traffic_of_parts(sample, shape, {}, second).front();
}

std::vector<LaunchTraffic> traffic_of_parts(const SampledGroups& sample,
                                            const HierarchyShape& shape, const CodeParts& parts,
                                            SecondThread* second) {
  if (sample.consecutive.empty()) {
    throw Error(ErrorKind::input, "no work-group was sampled: there is no traffic to count");
  }
  LaunchTraffic shared;
  shared.groups = static_cast<double>(sample.groups[0]) * static_cast<double>(sample.groups[1]) *
                  static_cast<double>(sample.groups[2]);
  const std::uint64_t line_bytes = shape.l1.line_bytes;
  const std::uint64_t page_bytes = shape.tlb1.line_bytes;
  if (page_bytes == 0 || page_bytes % line_bytes != 0) {
    throw Error(ErrorKind::input, "pages are whole lines");
  }
  const AccessTrace warming = warming_of(sample, line_bytes);
  std::optional<Neighbourhood> pages_around;
  LineSet pages(page_bytes);
  Beside beside(sample, shape, warming, parts.count == 1 ? second : nullptr);
  const Neighbourhood around(sample, line_bytes);
  const LineSet& touched = beside.touched();
  shared.distance_bytes = distances(sample, around, touched, line_bytes);
  for (double& distance : shared.distance_bytes) {
    distance = std::min(distance, sample.most_bytes);
  }
  shared.crowding = crowding_of(touched.lines(), shape.l2.classes());
  // What the second cache has kept since the row, or the plane, of groups before.
  const double l2_share = static_cast<double>(shape.l2.capacity_bytes) / shared.crowding;
  const bool keeps_rows = shared.distance_bytes[index(Reuse::row)] < l2_share;
  const bool keeps_planes = shared.distance_bytes[index(Reuse::plane)] < l2_share;
  std::function<bool(std::uint64_t)> is_kept;
  if (keeps_rows || keeps_planes) {
    is_kept = [&around, keeps_rows, keeps_planes](std::uint64_t line) {
      const Reuse reuse = around.reuse_beyond_groups(line);
      return reuse == Reuse::row ? keeps_rows : reuse == Reuse::plane && keeps_planes;
    };
  }
  pages_around = around.pages(page_bytes);
  pages = touched.larger(page_bytes);
  beside.know_pages(*pages_around, pages);
  SimulatedParts simulated =
      simulate(sample, shape, parts, std::move(is_kept), warming, beside.counts_conflicts());
  beside.finish();
  simulated.counts.front().add(beside.conflicts(), 1);  // none, where the simulation counts them
  shared.page_distance_bytes = distances(sample, *pages_around, pages, page_bytes);
  for (std::size_t reuse = 0; reuse < kReuses; ++reuse) {
    // The few groups may end before their pages do.
    double& distance = shared.page_distance_bytes.at(reuse);
    distance = std::max(distance, shared.distance_bytes.at(reuse));
  }

  shared.passed_pages = beside.passed().passed;
  shared.passed_page_distance_bytes = beside.passed().distance_bytes;

  std::vector<LaunchTraffic> traffic(parts.count, shared);
  const std::size_t first = sample.first_counted();
  const double groups =
      static_cast<double>(sample.consecutive.size() - first) / sample.accesses_of_average;
  const std::array<double, kReuses> shares = shares_of_new_pages(*pages_around, pages);
  for (std::size_t part = 0; part < parts.count; ++part) {
    add_counts(simulated.counts[part], groups, traffic[part]);
    add_walks(simulated.counts[part], groups, shares, traffic[part]);
  }
  const double of_one =
      sample.accesses_of_average / static_cast<double>(sample.last_judged() - first);
  add_misses(sample, simulated, around, rounds_of(sample, around, touched, line_bytes), line_bytes,
             of_one, traffic);
  add_written(sample, parts, around, beside.stored(), line_bytes, of_one, traffic);
  return traffic;
}

}  // namespace clgauge::lens
