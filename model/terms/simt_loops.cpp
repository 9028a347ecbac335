#include "model/terms/simt_loops.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "model/terms/simt_counts.h"

namespace clgauge::model {

namespace {

using collector::Access;
using collector::KernelModel;
using collector::LoopCount;

// Words that loads bring are under way at once, and rounds of a loop that are unrolled together.
constexpr double kSimtWordsAtOnce = 16;
constexpr double kSimtUnrolled = 4;
constexpr std::int64_t kMostSpelledOut = 64;
constexpr std::int64_t kMostInAll = 512;

// Cycles until a result can be used.
constexpr double kSimtPlainCycles = 4;
constexpr double kSimtDivisionCycles = 40;
constexpr double kSimtFunctionCycles = 60;
constexpr double kSimtBarrierCycles = 20;
constexpr double kSimtJumpCycles = 18;  // from a counter's sum to its comparison to the jump

double simt_cycles_of(const collector::Chain& chain) {
  return kSimtPlainCycles * (chain.arithmetic + chain.simple) +
         kSimtDivisionCycles * chain.divisions + kSimtFunctionCycles * chain.functions;
}

// Loads of global memory before local memory is read, and behind that: a barrier is between them.
double phases_of(const KernelModel& model, const LoopCount& loop) {
  const auto is_load_of = [&](const Access& access, bool local) {
    return access.direction == "load" && access.loop_strides.count(loop.name) > 0 &&
           (local ? access.space == "local" : access.space == "global");
  };
  std::optional<int> first;
  for (const Access& access : model.accesses) {
    if (is_load_of(access, true)) {
      first = std::min(first.value_or(access.line), access.line);
    }
  }
  bool is_before = false;
  bool is_behind = false;
  for (const Access& access : model.accesses) {
    if (loop.has_barrier && first && is_load_of(access, false)) {
      (access.line < *first ? is_before : is_behind) = true;
    }
  }
  return is_before && is_behind ? 2 : 1;
}

// How many rounds may go together.
double most_unrolled(const KernelModel& model, const LoopCount& loop) {
  const bool is_outer =
      std::any_of(model.loops.begin(), model.loops.end(),
                  [&](const LoopCount& other) { return other.parent == loop.name; });
  if (loop.has_barrier) {
    return 1;
  }
  if (is_unrolled_on_gpus(loop)) {
    return loop.constant_trips > 0 ? static_cast<double>(loop.constant_trips) : kSimtUnrolled;
  }
  return is_outer ? 1 : kSimtUnrolled;
}

}  // namespace

// Also where it runs differently often within another one that is spelled out.
bool is_unrolled_on_gpus(const LoopCount& loop) {
  if (loop.constant_trips > 0) {
    return loop.constant_trips <= kMostSpelledOut;
  }
  const collector::Formula& in_all = loop.iterations.per_item;
  return !loop.left_on_data && in_all.symbols().empty() &&
         in_all.evaluate({}).value_or(kMostInAll + 1) <= kMostInAll;
}

SimtLoops::SimtLoops(const KernelModel& model, FormulaTable& table)
    : straight_cycles_(simt_cycles_of(model.straight_chain)),
      straight_loads_(model.straight_chain.loads) {
  for (const LoopCount& loop : model.loops) {
    loops_.push_back({table.add(loop.iterations), simt_cycles_of(loop.chain), loop.chain.loads,
                      most_unrolled(model, loop), is_unrolled_on_gpus(loop),
                      phases_of(model, loop)});
  }
  for (const auto& sync : model.sync) {
    barriers_.push_back(table.add(sync.count));
  }
}

double SimtLoops::iterations(const FormulaTable::Values& values) const {
  double all = 0;
  for (const Loop& loop : loops_) {
    all += loop.is_unrolled ? 0 : number(values, loop.iterations) / loop.most_unrolled;
  }
  return all;
}

// Of the loops that an access of so many in all may stand in, the one with most iterations.
bool SimtLoops::is_innermost(const FormulaTable::Values& values, std::size_t loop,
                             double total) const {
  const double own = number(values, loops_[loop].iterations);
  for (std::size_t l = 0; l < loops_.size(); ++l) {
    const double other = number(values, loops_[l].iterations);
    if (other <= total && (other > own || (other == own && l > loop))) {
      return false;
    }
  }
  return true;
}

double SimtLoadTimes::of(double loads) const noexcept {
  const double missed = std::min(1.0, missed_part * loads);
  const double far = std::min(1.0, missed_part * memory_part * loads);
  return seconds[0] + missed * (seconds[1] - seconds[0]) + far * (seconds[2] - seconds[1]);
}

// Of one iteration.
double SimtLoops::waits(const FormulaTable::Values& values, std::size_t loop,
                        std::span<const SimtAccess> accesses, const SimtLoadTimes& times) const {
  const double iterations = number(values, loops_[loop].iterations);
  double words = 0;
  double global_loads = 0;
  bool is_local = false;
  bool sees_stores = false;
  for (const SimtAccess& access : accesses) {
    const double total = number(values, access.total);
    const bool is_here = access.loop == loop || (access.loop == kNoSlot && total >= iterations &&
                                                 is_innermost(values, loop, total));
    if (is_here && !access.is_store && total > 0) {
      sees_stores = sees_stores || access.is_stored;
      words += total / iterations * std::max(1.0, access.bytes / kRegisterBytes);
      is_local = is_local || access.is_local;
      // Constants have a cache of their own, as near as registers.
      global_loads += access.is_local || access.is_constant ? 0 : total / iterations;
    }
  }
  if (words <= 0) {
    return 0;
  }
  const double together =
      sees_stores ? 1 : std::clamp(kSimtWordsAtOnce / words, 1.0, loops_[loop].most_unrolled);
  const double rounds =
      std::max({loops_[loop].chain_loads, 1 / together, words / kSimtWordsAtOnce});
  const double seconds = global_loads > 0 ? times.of(global_loads / rounds)
                         : is_local       ? times.seconds[0]
                                          : 0;
  return loops_[loop].phases * seconds * rounds;
}

SimtLoops::Path SimtLoops::path(const FormulaTable::Values& values, const LaunchShape& shape,
                                std::span<const SimtAccess> accesses,
                                const SimtLoadTimes& times) const {
  const auto items = static_cast<double>(shape.work_items());
  Path path;
  path.cycles = straight_cycles_ + kSimtBarrierCycles * sum_of(values, barriers_) / items;
  for (std::size_t l = 0; l < loops_.size(); ++l) {
    const Loop& loop = loops_[l];
    const double runs = number(values, loop.iterations) / items;
    if (runs > 0) {
      const double jump = loop.is_unrolled ? 0 : kSimtJumpCycles / loop.most_unrolled;
      path.cycles += runs * std::max(loop.cycles, jump);
      path.seconds += runs * waits(values, l, accesses, times);
    }
  }
  double local_loads = 0;
  double global_loads = 0;
  for (const SimtAccess& access : accesses) {
    if (!access.is_store && !access.is_constant && access.loop == kNoSlot) {
      (access.is_local ? local_loads : global_loads) += number(values, access.total) / items;
    }
  }
  const double rounds = std::max(straight_loads_, local_loads + global_loads > 0 ? 1.0 : 0.0);
  path.seconds += rounds * (local_loads > 0 && global_loads == 0
                                ? times.seconds[0]
                                : times.of(std::max(1.0, global_loads / std::max(1.0, rounds))));
  return path;
}

}  // namespace clgauge::model
