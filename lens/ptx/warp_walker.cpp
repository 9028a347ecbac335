#include "lens/ptx/warp_walker.h"

#include <bit>
#include <span>
#include <vector>

#include "lens/ptx/group_walker.h"
#include "lens/ptx/kept_runs.h"

namespace clgauge::lens::ptx {

struct WarpWalker::State : GroupObserver {
  State(const Program& program, const EvaluatedLaunch& launch, const WalkLimits& limits)
      : group(program, launch, limits) {}

  void walk(const Ids& number, WarpSink& to) {
    sink = &to;
    told = 0;
    kept.resize((group.items() + kLanes - 1) / kLanes);
    for (KeptRuns& one : kept) {  // a walk may have been given up
      one.clear();
    }
    begin(0);
    group.walk(number, *this);
  }

  void begin(std::size_t sub_group) {
    const std::uint64_t rest = group.items() - sub_group * kLanes;
    sink->begin_sub_group(static_cast<unsigned>(rest < kLanes ? rest : kLanes));
  }

  void ran(std::size_t sub_group, const BlockRun& run) override {
    gather(run);
    if (sub_group == told) {
      sink->run_block(run.block, run.lanes.count, accesses);
    } else {
      kept[sub_group].add(run.block, run.lanes.count, accesses);
    }
  }

  // Those behind it that have waited for their turn have it.
  void ended(std::size_t sub_group, unsigned /*items*/) override {
    has_ended.resize(kept.size());
    has_ended[sub_group] = true;
    while (told < kept.size() && has_ended[told]) {
      if (++told < kept.size()) {
        begin(told);
        kept[told].tell(*sink);
        kept[told].clear();
      }
    }
    if (told == kept.size()) {
      has_ended.clear();
    }
  }

  void gather(const BlockRun& run) {
    accesses.clear();
    if (addresses.size() < run.accesses.size()) {
      addresses.resize(run.accesses.size());
    }
    for (std::size_t i = 0; i < run.accesses.size(); ++i) {
      const ItemAccess& one = run.accesses[i];
      const bool is_barrier = one.access == ItemAccess::kBarrier;
      accesses.push_back(
          {one.access, one.space, one.addresses_of(one.known, addresses[i]),
           is_barrier ? 0 : static_cast<unsigned>(std::popcount(one.lanes & ~one.known))});
    }
  }

  GroupWalker group;
  WarpSink* sink = nullptr;
  std::size_t told = 0;  // the sub-group whose turn it is
  std::vector<KeptRuns> kept;
  std::vector<bool> has_ended;
  std::vector<std::vector<std::uint64_t>> addresses;  // by access of the last block
  std::vector<WarpAccess> accesses;
};

WarpWalker::WarpWalker(const Program& program, const EvaluatedLaunch& launch,
                       const WalkLimits& limits)
    : state_(std::make_unique<State>(program, launch, limits)) {}
WarpWalker::~WarpWalker() = default;
WarpWalker::WarpWalker(WarpWalker&&) noexcept = default;
WarpWalker& WarpWalker::operator=(WarpWalker&&) noexcept = default;

void WarpWalker::walk(const std::array<std::uint64_t, 3>& group, WarpSink& sink) {
  state_->has_ended.clear();
  state_->walk(group, sink);
}

}  // namespace clgauge::lens::ptx
