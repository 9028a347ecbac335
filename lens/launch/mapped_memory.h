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
  // An address that nobody means: of an access without active lanes, on a way whose registers hold
  // what was left in them.
  enum class Stray : std::uint8_t {
    no,
    behind_stack,  // beyond what the runtime's frames leave of the thread's stack
    far            // a gigabyte and more from whatever the launch has
  };

  MappedMemory() = default;
  // Code, constants, local memory and stack lie below `own_end`.
  explicit MappedMemory(std::span<const EvaluatedArgument> arguments, std::uint64_t own_end);

  // Whether all pages of [address, address + bytes) are there.
  [[nodiscard]] bool holds(std::uint64_t address, std::uint64_t bytes) const;
  [[nodiscard]] Stray stray(std::uint64_t address) const;

 private:
  struct Buffer {
    std::uint64_t address = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  std::vector<Buffer> buffers_;  // of those that not everything is mapped around
  std::vector<Range> near_;      // buffers, with a gigabyte on both sides
  std::uint64_t own_end_ = ~std::uint64_t{0};
};

}  // namespace clgauge::lens
