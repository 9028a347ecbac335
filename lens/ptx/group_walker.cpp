#include "lens/ptx/group_walker.h"

#include <algorithm>

namespace clgauge::lens::ptx {
namespace {

// Groups that take more are walked sub-group by sub-group to their end, and nothing is known of
// their local memory.
constexpr std::uint64_t kMostLaneBytes = 512U << 20U;

}  // namespace

GroupWalker::GroupWalker(const Program& program, const EvaluatedLaunch& launch,
                         const WalkLimits& limits)
    : launch_(program, launch, limits) {
  const bool has_barriers =
      std::any_of(program.steps.begin(), program.steps.end(),
                  [](const Step& step) { return step.code == Code::barrier; });
  const bool fits =
      LaneRunner::memory_bytes(program) <= kMostLaneBytes / std::max<std::size_t>(1, sub_groups());
  stops_at_barriers_ = has_barriers && fits;
  if (has_barriers && !fits) {
    launch_.shared() = SharedMemory();
  }
  const std::size_t runners = stops_at_barriers_ ? sub_groups() : 1;
  runners_.reserve(runners);
  for (std::size_t i = 0; i < runners; ++i) {
    runners_.emplace_back(program, launch_);
  }
}

std::uint64_t GroupWalker::items() const {
  const Ids& local = launch_.launch().local;
  return local[0] * local[1] * local[2];
}

void GroupWalker::begin(std::size_t sub_group, const Ids& group, LaneRunner& runner) const {
  const std::uint64_t first = sub_group * kLanes;
  runner.begin(group, first,
               static_cast<unsigned>(std::min<std::uint64_t>(kLanes, items() - first)));
}

void GroupWalker::walk(const Ids& group, GroupObserver& observer) {
  launch_.begin_group();
  for (std::size_t s = 0; s < sub_groups(); ++s) {
    LaneRunner& runner = runners_[stops_at_barriers_ ? s : 0];
    begin(s, group, runner);
    runner.run(stops_at_barriers_, [&](const BlockRun& run) { observer.ran(s, run); });
    if (!runner.waits()) {
      observer.ended(s, runner.items());
    }
  }
  for (bool some_wait = stops_at_barriers_; some_wait;) {
    some_wait = false;
    for (std::size_t s = 0; s < runners_.size(); ++s) {
      LaneRunner& runner = runners_[s];
      if (!runner.waits()) {
        continue;
      }
      runner.run(true, [&](const BlockRun& run) { observer.ran(s, run); });
      some_wait = some_wait || runner.waits();
      if (!runner.waits()) {
        observer.ended(s, runner.items());
      }
    }
  }
}

}  // namespace clgauge::lens::ptx
