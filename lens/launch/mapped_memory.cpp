#include "lens/launch/mapped_memory.h"

#include <algorithm>

#include "base/align.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kReach = 1ULL << 39U;  // half of what buffer_address() leaves between two
constexpr std::uint64_t kFar = 1ULL << 30U;
// Of a thread's stack, above the kernel's frame: 5 KiB of a worker's, 13 of the main thread's
// (Intel's runtime).
constexpr std::uint64_t kFramesAbove = 8192;

}  // namespace

MappedMemory::MappedMemory(std::span<const EvaluatedArgument> arguments, std::uint64_t own_end)
    : own_end_(own_end) {
  for (const EvaluatedArgument& one : arguments) {
    if (one.kind == EvaluatedArgument::Kind::buffer) {
      near_.push_back({one.address - kFar, one.address + one.size_bytes + kFar});
    }
    const bool has_ends = one.mapped_before_bytes != EvaluatedArgument::kEverything ||
                          one.mapped_behind_bytes != EvaluatedArgument::kEverything;
    if (one.kind != EvaluatedArgument::Kind::buffer || !has_ends) {
      continue;
    }
    const std::uint64_t before = std::min(one.mapped_before_bytes, kReach);
    const std::uint64_t behind = std::min(one.mapped_behind_bytes, kReach);
    const std::uint64_t end = one.address + one.size_bytes + behind;
    buffers_.push_back({one.address, (one.address - before) / kPage * kPage, align_up(end, kPage)});
  }
}

bool MappedMemory::holds(std::uint64_t address, std::uint64_t bytes) const {
  const auto is_meant = [address](const Buffer& buffer) {
    return address >= buffer.address - kReach && address < buffer.address + kReach;
  };
  const auto buffer = std::find_if(buffers_.begin(), buffers_.end(), is_meant);
  return buffer == buffers_.end() || (buffer->begin <= address && address + bytes <= buffer->end);
}

MappedMemory::Stray MappedMemory::stray(std::uint64_t address) const {
  const bool is_below_all = address > ~kFar;
  if (is_below_all || address < own_end_ || address - own_end_ < kFramesAbove) {
    return Stray::no;
  }
  if (address - own_end_ < kFar) {
    return Stray::behind_stack;
  }
  const bool is_near = std::ranges::any_of(near_, [address](const Range& range) {
    return range.begin <= address && address < range.end;
  });
  return is_near ? Stray::no : Stray::far;
}

}  // namespace clgauge::lens
