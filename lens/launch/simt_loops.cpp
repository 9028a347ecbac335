#include "lens/launch/simt_loops.h"

#include <algorithm>
#include <string>

#include "lens/launch/simt_features.h"
#include "lens/ptx/blame.h"
#include "lens/ptx/loops.h"

namespace clgauge::lens {
namespace {

std::string place_of(const ptx::Program& program, const ptx::Loop& loop) {
  const auto first = std::find_if(program.noted.begin(), program.noted.end(),
                                  [&](const ptx::Noted& one) { return one.block == loop.header; });
  return first == program.noted.end() ? program.kernel
                                      : program.kernel + ", " + ptx::place_of(*first->instruction);
}

// Its part of whatever it has most of: a loop of few instructions may hold most of the waits.
double part_of(const simt::GroupDemand& some, const simt::GroupDemand& whole) {
  const auto part = [](double one, double all) { return all > 0 ? one / all : 0; };
  return std::max({part(some.busy_cycles, whole.busy_cycles), part(some.lines, whole.lines),
                   part(some.local_passes, whole.local_passes),
                   part(some.first_path.total_cycles, whole.first_path.total_cycles)});
}

}  // namespace

std::vector<HotLoop> simt_loops(const SimtLaunch& launch, const simt::GroupDemand& whole) {
  const ptx::Program& program = launch.code.program;
  std::vector<HotLoop> hot;
  for (const ptx::Loop& loop : ptx::loops_of(program)) {
    const double iterations = whole.block_runs.at(loop.header);
    if (iterations <= 0) {
      continue;
    }
    const simt::GroupDemand demand =
        simt::WalkedGroups(launch.code, launch.launch, launch.around, loop.blocks)
            .demand(launch.memory_share);
    if (part_of(demand, whole) < kHotShare) {
      continue;
    }
    HotLoop& one = hot.emplace_back();
    one.place = place_of(program, loop);
    one.iterations_per_group = iterations;
    one.cycles_per_iteration = demand.busy_cycles / iterations;
    one.share = whole.busy_cycles > 0 ? demand.busy_cycles / whole.busy_cycles : 0;
    one.features = simt_features(demand, launch.shape);
    one.features["f_lens_groups"] = launch.shape.groups;
  }
  std::stable_sort(hot.begin(), hot.end(),
                   [](const HotLoop& a, const HotLoop& b) { return a.share > b.share; });
  return hot;
}

}  // namespace clgauge::lens
