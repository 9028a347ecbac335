#include "lens/ptx/kept_runs.h"

namespace clgauge::lens::ptx {
namespace {

bool are_further_on(std::span<const std::uint64_t> addresses, const std::uint64_t* before,
                    std::uint64_t distance) {
  std::uint64_t differing = 0;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    differing |= addresses[i] - before[i] - distance;
  }
  return differing == 0;
}

}  // namespace

void KeptRuns::add(std::uint32_t block, unsigned lanes, std::span<const WarpAccess> accesses) {
  runs_.push_back({block, lanes, accesses_.size(), accesses.size()});
  for (const WarpAccess& one : accesses) {
    const auto& addresses = one.addresses;
    Access& kept = accesses_.emplace_back();
    kept.access = one.access;
    kept.space = one.space;
    kept.unknown_lanes = static_cast<std::uint8_t>(one.unknown_lanes);
    kept.count = static_cast<std::uint8_t>(addresses.size());
    if (addresses.empty()) {
      continue;
    }
    kept.first = addresses[0];
    kept.step = addresses.size() > 1 ? addresses[1] - addresses[0] : 0;
    kept.is_listed = !go_on_by(kept.step, addresses);
    if (kept.is_listed) {
      list(addresses, kept);
    }
  }
}

void KeptRuns::list(std::span<const std::uint64_t> addresses, Access& kept) {
  if (kept.access >= last_.size()) {
    last_.resize(kept.access + std::size_t{1});
  }
  List& last = last_[kept.access];
  const std::uint64_t* const before = addresses_.data() + last.first;
  kept.first = last.first;
  kept.step = last.count == addresses.size() ? addresses[0] - before[0] : 0;
  if (last.count != addresses.size() || !are_further_on(addresses, before, kept.step)) {
    last = {addresses_.size(), addresses.size()};
    kept.first = last.first;
    kept.step = 0;
    addresses_.insert(addresses_.end(), addresses.begin(), addresses.end());
  }
}

WarpAccess KeptRuns::read(const Access& one, std::vector<std::uint64_t>& addresses) const {
  WarpAccess access{one.access, one.space, {}, one.unknown_lanes};
  if (one.is_listed && one.step == 0) {
    access.addresses = std::span(addresses_).subspan(one.first, one.count);
    return access;
  }
  addresses.resize(one.count);
  for (std::size_t i = 0; i < one.count; ++i) {
    addresses[i] = one.is_listed ? addresses_[one.first + i] + one.step : one.first + i * one.step;
  }
  access.addresses = addresses;
  return access;
}

void KeptRuns::tell(WarpSink& sink) {
  std::vector<WarpAccess> accesses;
  std::vector<std::vector<std::uint64_t>> addresses;
  for (const Run& run : runs_) {
    if (addresses.size() < run.accesses) {
      addresses.resize(run.accesses);
    }
    accesses.clear();
    for (std::size_t i = 0; i < run.accesses; ++i) {
      accesses.push_back(read(accesses_[run.first + i], addresses[i]));
    }
    sink.run_block(run.block, run.lanes, accesses);
  }
}

void KeptRuns::clear() {
  runs_.clear();
  accesses_.clear();
  addresses_.clear();
  last_.clear();
}

}  // namespace clgauge::lens::ptx
