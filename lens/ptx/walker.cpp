#include "lens/ptx/walker.h"

#include <algorithm>
#include <bit>
#include <span>
#include <string>

#include "lens/items/line_accesses.h"
#include "lens/ptx/blame.h"
#include "lens/ptx/group_walker.h"
#include "lens/ptx/program.h"

namespace clgauge::lens {

using ptx::Access;
using ptx::ItemAccess;
using ptx::Program;
using ptx::Space;

namespace {

// What a sub-group accesses, phase by phase between barriers.
struct SubGroupAccesses {
  std::vector<MemoryAccess> accesses;
  std::vector<std::uint32_t> ends;    // of each turn, in `accesses`
  std::vector<std::uint32_t> phases;  // where each ends, in `ends`: the last one with the sub-group

  void clear() {
    accesses.clear();
    ends.clear();
    phases.clear();
  }
  [[nodiscard]] std::size_t end_of_phase(std::size_t phase) const {
    return phase < phases.size() ? phases[phase] : ends.size();
  }
  [[nodiscard]] std::span<const MemoryAccess> turn(std::size_t number) const {
    const std::size_t first = number == 0 ? 0 : ends[number - 1];
    return std::span(accesses).subspan(first, ends[number] - first);
  }
};

// Hands accesses on to a sink, so many at a time that they stay in a near cache.
class Batches {
 public:
  explicit Batches(AccessSink& sink) : sink_(sink) { some_.reserve(2 * kBatch); }

  void add(std::span<const MemoryAccess> accesses) {
    some_.insert(some_.end(), accesses.begin(), accesses.end());
    if (some_.size() >= kBatch) {
      finish();
    }
  }
  void finish() {
    all_ += some_.size();
    sink_.consume(some_);
    some_.clear();
  }
  [[nodiscard]] std::size_t all() const { return all_; }

 private:
  static constexpr std::size_t kBatch = 1024;

  AccessSink& sink_;
  std::vector<MemoryAccess> some_;
  std::size_t all_ = 0;  // that the sink was given
};

void put_turns(const std::vector<SubGroupAccesses>& sub_groups, bool takes_turns, Batches& all) {
  std::vector<std::size_t> next(sub_groups.size());  // turn of each
  std::size_t phases = 0;
  std::size_t most_turns = 0;
  for (const SubGroupAccesses& one : sub_groups) {
    phases = std::max(phases, one.phases.size() + 1);
    most_turns = std::max(most_turns, one.ends.size());
  }
  const std::size_t at_once = takes_turns ? 1 : most_turns;
  const auto pass = [&](std::size_t s, std::size_t phase) {
    const std::size_t end = std::min(sub_groups[s].end_of_phase(phase), next[s] + at_once);
    const bool any = next[s] < end;
    while (next[s] < end) {
      all.add(sub_groups[s].turn(next[s]++));
    }
    return any;
  };
  for (std::size_t phase = 0; phase < phases; ++phase) {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (std::size_t s = 0; s < sub_groups.size(); ++s) {
        goes_on = pass(s, phase) || goes_on;
      }
    }
  }
}

}  // namespace

struct PtxWalker::State : ptx::GroupObserver {
  State(const PtxKernel& walked, const EvaluatedLaunch& requested, bool in_turns,
        std::uint64_t line_bytes, const WalkLimits& limits)
      : kernel(walked),
        program(walked.program()),
        group(program, requested, limits),
        takes_turns(in_turns),
        most_accesses(limits.most_accesses),
        lines(line_bytes),
        sub_groups((group.items() + ptx::kLanes - 1) / ptx::kLanes) {}

  void walk(const ptx::Ids& number) {
    runs.assign(program.blocks.size(), 0);
    accesses = 0;
    for (SubGroupAccesses& one : sub_groups) {
      one.clear();
    }
    group.walk(number, *this);
  }

  void ran(std::size_t sub_group, const ptx::BlockRun& run) override {
    runs[run.block] += run.lanes.count;
    SubGroupAccesses& to = sub_groups[sub_group];
    for (const ItemAccess& one : run.accesses) {
      if (one.access == ItemAccess::kBarrier) {
        to.phases.push_back(static_cast<std::uint32_t>(to.ends.size()));
      } else if (one.space != Space::shared) {
        add(one, to);
      }
    }
  }

  void ended(std::size_t /*sub_group*/, unsigned /*items*/) override {}

  void add(const ItemAccess& one, SubGroupAccesses& to) {
    const Access& access = program.accesses[one.access];
    count(static_cast<std::uint64_t>(std::popcount(one.lanes)) * (access.is_atomic ? 2U : 1U));
    const std::uint32_t end = access.place + (access.is_atomic ? 2U : 1U);
    const auto addresses = one.addresses_of(one.lanes, some_addresses);
    for (std::uint32_t place = access.place; place < end; ++place) {
      const AccessPlace& about = program.places[place];
      ptx::each_piece(addresses, about.bytes, [&](std::uint64_t first, std::uint64_t behind) {
        lines.touch(first, behind - first);
      });
      lines.put(place, about, to.accesses);
      to.ends.push_back(static_cast<std::uint32_t>(to.accesses.size()));
    }
  }

  void count(std::uint64_t some) {
    accesses += some;
    if (accesses > most_accesses) {
      ptx::refuse(RefusalKind::step_limit,
                  "a work-group makes more than " + std::to_string(most_accesses) + " accesses");
    }
  }

  PtxKernel kernel;
  const Program& program;
  ptx::GroupWalker group;
  bool takes_turns;
  std::uint64_t most_accesses;
  std::uint64_t accesses = 0;  // of the group
  LineAccesses lines;
  std::vector<std::uint64_t> some_addresses;
  std::vector<SubGroupAccesses> sub_groups;
  std::vector<std::uint64_t> runs;  // of each block
};

PtxWalker::PtxWalker(const PtxKernel& kernel, const EvaluatedLaunch& launch, bool takes_turns,
                     std::uint64_t line_bytes, const WalkLimits& limits)
    : state_(std::make_unique<State>(kernel, launch, takes_turns, line_bytes, limits)) {}
PtxWalker::~PtxWalker() = default;
PtxWalker::PtxWalker(PtxWalker&&) noexcept = default;
PtxWalker& PtxWalker::operator=(PtxWalker&&) noexcept = default;

GroupTrace PtxWalker::walk(const std::array<std::uint64_t, 3>& group, AccessSink& sink) {
  state_->walk(group);
  GroupTrace trace;
  trace.block_counts = state_->runs;
  for (std::size_t b = 0; b < state_->runs.size(); ++b) {
    trace.instructions += state_->runs[b] * state_->program.blocks[b].instructions;
  }
  Batches all(sink);
  put_turns(state_->sub_groups, state_->takes_turns, all);
  all.finish();
  trace.accesses = all.all();
  return trace;
}

ItemOperations PtxWalker::operations(const std::vector<double>& block_runs) const {
  const Program& program = state_->program;
  ItemOperations sums;
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    add_times(program.blocks[b].operations, block_runs.at(b), sums);
  }
  for (std::size_t a = 0; a < program.accesses.size(); ++a) {
    const Access& one = program.accesses[a];
    const double runs = block_runs.at(program.access_blocks[a]);
    const Space space = one.space == Space::generic ? state_->group.launch().seen(a) : one.space;
    if (space == Space::shared || space == Space::local) {
      (space == Space::shared ? sums.local_accesses : sums.private_accesses) +=
          one.is_atomic ? 2 * runs : runs;
    } else if (space != Space::param) {
      const double bytes = runs * program.places[one.place].bytes;
      sums.global_bytes_loaded += one.is_store ? 0 : bytes;
      sums.global_bytes_stored += one.is_store || one.is_atomic ? bytes : 0;
    }
  }
  return sums;
}

}  // namespace clgauge::lens
