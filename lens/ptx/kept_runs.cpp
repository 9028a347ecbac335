#include "lens/ptx/kept_runs.h"

namespace clgauge::lens::ptx {

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
    for (std::size_t i = 0; i < addresses.size() && !kept.is_listed; ++i) {
      kept.is_listed = addresses[i] != kept.first + i * kept.step;
    }
    if (kept.is_listed) {
      kept.first = addresses_.size();
      addresses_.insert(addresses_.end(), addresses.begin(), addresses.end());
    }
  }
}

WarpAccess KeptRuns::read(const Access& one, std::vector<std::uint64_t>& addresses) const {
  WarpAccess access{one.access, one.space, {}, one.unknown_lanes};
  if (one.is_listed) {
    access.addresses = std::span(addresses_).subspan(one.first, one.count);
    return access;
  }
  addresses.clear();
  for (std::size_t i = 0; i < one.count; ++i) {
    addresses.push_back(one.first + i * one.step);
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
}

}  // namespace clgauge::lens::ptx
