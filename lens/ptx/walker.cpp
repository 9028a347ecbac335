#include "lens/ptx/walker.h"

#include <bit>
#include <string>

#include "lens/ptx/blame.h"
#include "lens/ptx/group_walker.h"
#include "lens/ptx/program.h"

namespace clgauge::lens {

using ptx::Access;
using ptx::ItemAccess;
using ptx::Program;
using ptx::Space;

struct PtxWalker::State : ptx::GroupObserver {
  State(const PtxKernel& walked, const EvaluatedLaunch& requested, const ExecutionShape& execution,
        std::uint64_t line, const WalkLimits& limits)
      : kernel(walked),
        program(walked.program()),
        group(program, requested, limits),
        shape(execution),
        line_bytes(line),
        most_accesses(limits.most_accesses),
        events(group.items()) {}

  void walk(const ptx::Ids& number) {
    runs.assign(program.blocks.size(), 0);
    accesses = 0;
    for (std::vector<ItemEvent>& of_item : events) {
      of_item.clear();
    }
    group.walk(number, *this);
  }

  void ran(std::size_t sub_group, const ptx::BlockRun& run) override {
    runs[run.block] += run.lanes.count;
    for (const ItemAccess& one : run.accesses) {
      const std::size_t first = sub_group * ptx::kLanes;
      for (std::uint32_t left = one.lanes; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        add(one, lane, events[first + lane]);
      }
    }
  }

  void ended(std::size_t /*sub_group*/, unsigned /*items*/) override {}

  void add(const ItemAccess& one, std::size_t lane, std::vector<ItemEvent>& to) {
    if (one.access == ItemAccess::kBarrier) {
      add(0, one.place, to);
    } else if (one.space != Space::shared) {
      const Access& access = program.accesses[one.access];
      const std::uint64_t address = one.addresses.at(lane);
      add(address, access.place, to);
      if (access.is_atomic) {
        add(address, access.place + 1, to);
      }
    }
  }

  void add(std::uint64_t address, std::uint32_t place, std::vector<ItemEvent>& to) {
    if (++accesses > most_accesses) {
      ptx::refuse(RefusalKind::step_limit,
                  "a work-group makes more than " + std::to_string(most_accesses) + " accesses");
    }
    to.push_back({address, place});
  }

  PtxKernel kernel;
  const Program& program;
  ptx::GroupWalker group;
  ExecutionShape shape;
  std::uint64_t line_bytes;
  std::uint64_t most_accesses;
  std::uint64_t accesses = 0;                  // of the group
  std::vector<std::vector<ItemEvent>> events;  // of each item
  std::vector<std::uint64_t> runs;             // of each block
};

PtxWalker::PtxWalker(const PtxKernel& kernel, const EvaluatedLaunch& launch,
                     const ExecutionShape& shape, std::uint64_t line_bytes,
                     const WalkLimits& limits)
    : state_(std::make_unique<State>(kernel, launch, shape, line_bytes, limits)) {}
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
  std::vector<MemoryAccess> accesses;
  merge_sub_groups({state_->events.begin(), state_->events.end()}, state_->program.places,
                   state_->shape, state_->line_bytes, accesses);
  trace.accesses = accesses.size();
  sink.consume(accesses);
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
