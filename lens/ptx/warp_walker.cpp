#include "lens/ptx/warp_walker.h"

#include <algorithm>

#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {
namespace {

constexpr unsigned kLanes = 32;

Ids id_of(std::uint64_t number, const Ids& local) {
  return {number % local[0], number / local[0] % local[1], number / local[0] / local[1]};
}

}  // namespace

WarpWalker::WarpWalker(const Program& program, const EvaluatedLaunch& launch,
                       const WalkLimits& limits)
    : launch_(program, launch, limits), blocks_(kLanes), by_lane_(kLanes) {
  lanes_.reserve(kLanes);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    lanes_.emplace_back(launch_);
  }
}

void WarpWalker::walk(const std::array<std::uint64_t, 3>& group, WarpSink& sink) {
  launch_.begin_group();
  const Ids& local = launch_.launch().local;
  const std::uint64_t items = local[0] * local[1] * local[2];
  for (std::uint64_t first = 0; first < items; first += kLanes) {
    walk_sub_group(group, first,
                   static_cast<unsigned>(std::min<std::uint64_t>(kLanes, items - first)), sink);
  }
}

void WarpWalker::walk_sub_group(const Ids& group, std::uint64_t first, unsigned items,
                                WarpSink& sink) {
  sink.begin_sub_group(items);
  for (unsigned lane = 0; lane < items; ++lane) {
    lanes_[lane].begin(group, id_of(first + lane, launch_.launch().local));
    blocks_[lane] = 0;
  }
  std::vector<unsigned> together;
  for (;;) {
    const auto end = blocks_.begin() + items;
    const std::uint32_t block = *std::min_element(blocks_.begin(), end);
    if (block == ItemRunner::kEnd) {
      return;
    }
    together.clear();
    for (unsigned lane = 0; lane < items; ++lane) {
      if (blocks_[lane] == block) {
        together.push_back(lane);
        by_lane_[lane].clear();
        blocks_[lane] = lanes_[lane].run_block(block, by_lane_[lane]);
      }
    }
    gather(together);
    sink.run_block(block, static_cast<unsigned>(together.size()), accesses_);
  }
}

// Lanes that run a block make the same accesses in the same order.
void WarpWalker::gather(std::span<const unsigned> lanes) {
  const std::vector<ItemAccess>& first = by_lane_[lanes.front()];
  accesses_.clear();
  if (addresses_.size() < first.size()) {
    addresses_.resize(first.size());
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    addresses_[i].clear();
    WarpAccess all{first[i].access, first[i].space};
    for (const unsigned lane : lanes) {
      const ItemAccess& one = by_lane_[lane].at(i);
      if (one.is_known) {
        addresses_[i].push_back(one.address);
      } else {
        ++all.unknown_lanes;
      }
    }
    all.addresses = addresses_[i];
    accesses_.push_back(all);
  }
}

}  // namespace clgauge::lens::ptx
