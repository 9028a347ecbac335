#include "lens/simt/first_cache.h"

#include <algorithm>
#include <utility>

namespace clgauge::lens::simt {
namespace {

constexpr std::uint64_t kLeastBytes = 4096;
constexpr unsigned kWays = 16;

CacheShape shape_of(std::uint64_t capacity_bytes) {
  const std::uint64_t least = kSectorBytes * kWays;
  const std::uint64_t bytes = std::max(capacity_bytes, kLeastBytes) / least * least;
  return {bytes, kSectorBytes, kWays, Replacement::lru, true, 0};
}

}  // namespace

std::vector<Extent> kept_buffers(const EvaluatedLaunch& launch, std::uint64_t capacity_bytes) {
  std::vector<Extent> buffers;
  for (const EvaluatedArgument& argument : launch.arguments) {
    if (argument.kind == EvaluatedArgument::Kind::buffer) {
      buffers.push_back({argument.address, argument.size_bytes});
    }
  }
  std::sort(buffers.begin(), buffers.end(),
            [](const Extent& a, const Extent& b) { return a.bytes < b.bytes; });
  std::uint64_t bytes = 0;
  std::size_t count = 0;
  while (count < buffers.size() && bytes + buffers[count].bytes <= capacity_bytes) {
    bytes += buffers[count].bytes;
    ++count;
  }
  buffers.resize(count);
  return buffers;
}

FirstCache::FirstCache(const ptx::Program& program, std::uint64_t capacity_bytes,
                       std::vector<Extent> kept)
    : program_(program), cache_(shape_of(capacity_bytes)), kept_(std::move(kept)) {}

FirstCache::Misses FirstCache::run(GroupRecord& group) {
  Misses misses;
  std::size_t most = 0;
  for (std::size_t s = 0; s < group.sub_groups(); ++s) {
    most = std::max(most, group.runs_of(s).size());
  }
  for (std::size_t turn = 0; turn < most; ++turn) {
    for (std::size_t s = 0; s < group.sub_groups(); ++s) {
      const auto runs = group.runs_of(s);
      if (turn < runs.size()) {
        const RecordedRun& one = runs[turn];
        for (std::uint32_t n = one.first_access; n < one.first_access + one.accesses; ++n) {
          if (access(group, group.access(n), misses)) {
            group.note_missed(n);
          }
        }
      }
    }
  }
  return misses;
}

bool FirstCache::access(const GroupRecord& group, const RecordedAccess& one, Misses& misses) {
  const ptx::Access& access = program_.accesses[one.access];
  if (access.is_atomic || (access.is_store && !one.is_whole)) {
    return false;  // the second cache's
  }
  missed_.clear();
  missed_kept_.clear();
  for (const std::uint64_t sector : group.sectors_of(one)) {
    const std::uint64_t address = sector * kSectorBytes;
    const bool is_kept = std::any_of(kept_.begin(), kept_.end(), [&](const Extent& buffer) {
      return address - buffer.begin < buffer.bytes;
    });
    if (is_kept && loaded_.insert(sector).second) {
      missed_kept_.push_back(sector);
    } else if (!is_kept && !cache_.access(sector)) {
      missed_.push_back(sector);
    }
  }
  if (access.is_store) {
    return false;  // it is there now
  }
  misses.requested += requested(missed_);
  misses.kept += requested(missed_kept_);
  return !missed_.empty() || !missed_kept_.empty();
}

}  // namespace clgauge::lens::simt
