#include "lens/ptx/walker.h"

#include "lens/ptx/item_runner.h"
#include "lens/ptx/program.h"

namespace clgauge::lens {

using ptx::Access;
using ptx::ItemAccess;
using ptx::Program;
using ptx::Space;

struct PtxWalker::State {
  State(const PtxKernel& walked, const EvaluatedLaunch& requested, const ExecutionShape& execution,
        std::uint64_t line, const WalkLimits& limits)
      : kernel(walked),
        program(walked.program()),
        launch(program, requested, limits),
        item(launch),
        shape(execution),
        line_bytes(line),
        events(limits.most_accesses) {}

  void walk(const ptx::Ids& group) {
    events.clear();
    runs.assign(program.blocks.size(), 0);
    launch.begin_group();
    const ptx::Ids& local = launch.launch().local;
    ptx::Ids id{};
    for (id[2] = 0; id[2] < local[2]; ++id[2]) {
      for (id[1] = 0; id[1] < local[1]; ++id[1]) {
        for (id[0] = 0; id[0] < local[0]; ++id[0]) {
          run_item(group, id);
        }
      }
    }
  }

  void run_item(const ptx::Ids& group, const ptx::Ids& id) {
    events.begin_item();
    item.begin(group, id);
    for (std::uint32_t block = 0; block != ptx::ItemRunner::kEnd;) {
      ++runs[block];
      accesses.clear();
      block = item.run_block(block, accesses);
      for (const ItemAccess& one : accesses) {
        add(one);
      }
    }
  }

  void add(const ItemAccess& one) {
    if (one.access == ItemAccess::kBarrier) {
      events.add(0, static_cast<std::uint32_t>(one.address));
    } else if (one.space != Space::shared) {
      const Access& access = program.accesses[one.access];
      events.add(one.address, access.place);
      if (access.is_atomic) {
        events.add(one.address, access.place + 1);
      }
    }
  }

  PtxKernel kernel;
  const Program& program;
  ptx::ItemLaunch launch;
  ptx::ItemRunner item;
  ExecutionShape shape;
  std::uint64_t line_bytes;
  GroupEvents events;
  std::vector<ItemAccess> accesses;  // of a block
  std::vector<std::uint64_t> runs;   // of each block
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
  merge_sub_groups(state_->events.of_items(), state_->program.places, state_->shape,
                   state_->line_bytes, accesses);
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
    const Space space = one.space == Space::generic ? state_->launch.seen(a) : one.space;
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
