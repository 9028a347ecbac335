#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// How far accesses went beyond one buffer of a launch.
struct Overrun {
  unsigned argument = 0;           // its number
  std::uint64_t size_bytes = 0;    // of the buffer
  std::uint64_t before_bytes = 0;  // from its first byte down
  std::uint64_t behind_bytes = 0;  // from its last byte up
  bool is_stored = false;          // any of these accesses is a store
};

// Watches a launch's accesses for those that leave its buffers, which have places far apart: what
// is within half the distance to the next belongs to one. Not thread-safe.
class BufferEnds {
 public:
  BufferEnds() = default;  // of no launch: sees nothing
  explicit BufferEnds(std::span<const EvaluatedArgument> arguments);

  // An access that is certain: no lane of it is masked off.
  void see(std::uint64_t address, std::uint64_t bytes, bool is_store) {
    const std::uint64_t place = (address + kReach) / (2 * kReach);
    if (place >= buffers_.size()) {
      return;
    }
    Buffer& buffer = buffers_[place];
    if (address - buffer.begin > buffer.size_bytes - bytes || bytes > buffer.size_bytes) {
      leave(buffer, address, bytes, is_store);
    }
  }

  // What was seen by another one of the same launch.
  void add(const BufferEnds& more);

  // Of the buffers that were left, by argument.
  [[nodiscard]] std::vector<Overrun> overruns() const;

 private:
  static constexpr std::uint64_t kReach = kBufferSpacing / 2;

  struct Buffer {
    std::uint64_t begin = 0;
    std::uint64_t size_bytes = 0;
    unsigned owners = 0;  // several cannot be told apart
    Overrun overrun{};
  };
  static void leave(Buffer& buffer, std::uint64_t address, std::uint64_t bytes, bool is_store);

  std::vector<Buffer> buffers_;  // by place
};

}  // namespace clgauge::lens
