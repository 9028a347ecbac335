#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// The pages that a launch could access, whatever its masks say: those of its buffers and what the
// driver has laid around them. Of no launch: everything. Thread-safe.
class MappedMemory {
 public:
  MappedMemory() = default;
  explicit MappedMemory(std::span<const EvaluatedArgument> arguments);

  // Whether all pages of [address, address + bytes) are there.
  [[nodiscard]] bool holds(std::uint64_t address, std::uint64_t bytes) const;

 private:
  struct Buffer {
    std::uint64_t address = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  std::vector<Buffer> buffers_;  // of those that not everything is mapped around
};

}  // namespace clgauge::lens
