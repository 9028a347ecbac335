#include "lens/launch/buffer_ends.h"

#include <algorithm>

namespace clgauge::lens {

BufferEnds::BufferEnds(std::span<const EvaluatedArgument> arguments) {
  constexpr std::uint64_t kMostPlaces = 4096;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const EvaluatedArgument& one = arguments[i];
    const std::uint64_t place = (one.address + kReach) / (2 * kReach);
    if (one.kind != EvaluatedArgument::Kind::buffer || place >= kMostPlaces) {
      continue;
    }
    buffers_.resize(std::max<std::size_t>(buffers_.size(), place + 1));
    Buffer& buffer = buffers_[place];
    buffer = {one.address, one.size_bytes, buffer.owners + 1, {i, one.size_bytes, 0, 0, false}};
  }
}

void BufferEnds::leave(Buffer& buffer, std::uint64_t address, std::uint64_t bytes, bool is_store) {
  if (buffer.owners != 1) {
    return;
  }
  Overrun& overrun = buffer.overrun;
  const std::uint64_t end = buffer.begin + buffer.size_bytes;
  if (address < buffer.begin) {
    overrun.before_bytes = std::max(overrun.before_bytes, buffer.begin - address);
  }
  if (address + bytes > end) {
    overrun.behind_bytes = std::max(overrun.behind_bytes, address + bytes - end);
  }
  overrun.is_stored = overrun.is_stored || is_store;
}

void BufferEnds::add(const BufferEnds& more) {
  for (std::size_t place = 0; place < buffers_.size(); ++place) {
    Overrun& overrun = buffers_[place].overrun;
    const Overrun& other = more.buffers_.at(place).overrun;
    overrun.before_bytes = std::max(overrun.before_bytes, other.before_bytes);
    overrun.behind_bytes = std::max(overrun.behind_bytes, other.behind_bytes);
    overrun.is_stored = overrun.is_stored || other.is_stored;
  }
}

std::vector<Overrun> BufferEnds::overruns() const {
  std::vector<Overrun> all;
  for (const Buffer& buffer : buffers_) {
    if (buffer.overrun.before_bytes > 0 || buffer.overrun.behind_bytes > 0) {
      all.push_back(buffer.overrun);
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Overrun& a, const Overrun& b) { return a.argument < b.argument; });
  return all;
}

}  // namespace clgauge::lens
