#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clgauge::microbench {

// Nodes of a buffer that are visited one after another, each by what the one before it holds.
struct RingShape {
  std::size_t nodes = 0;
  std::size_t stride_bytes = 64;  // a node for each so many bytes
  // Nodes start at multiples of this within their stride, evenly over all of them, so that nodes a
  // page apart do not meet in one set of a cache. 0: all at the start of their stride.
  std::size_t stagger_bytes = 0;
  // Nodes are visited in windows of so many, one window after another, at random within it: no
  // prefetcher sees where it goes, and few pages are in use at a time. 0: at random over all.
  std::size_t window_nodes = 0;
  std::size_t offset_bytes = 0;  // from the beginning of the buffer

  friend bool operator==(const RingShape&, const RingShape&) = default;
};

// Of the buffer that holds it.
[[nodiscard]] inline std::size_t bytes_of(const RingShape& ring) {
  return ring.offset_bytes + ring.nodes * ring.stride_bytes;
}

// The order of a ring. Immutable and thread-safe; the same for equal shapes, everywhere.
class Ring {
 public:
  // Throws Error(input) for a shape without nodes, with sizes that are no multiples of 4 bytes, or
  // beyond what 32 bits number.
  explicit Ring(const RingShape& shape);

  [[nodiscard]] std::size_t bytes() const { return bytes_of(shape_); }
  // Where the node lies that is visited after so many steps from the first, in 32-bit words.
  [[nodiscard]] std::uint32_t word(std::uint64_t step) const;
  // The buffer: at each node the word of the next one; zero elsewhere.
  [[nodiscard]] std::vector<std::uint32_t> content() const;

 private:
  RingShape shape_;
  std::vector<std::uint32_t> order_;       // within a window
  std::vector<std::uint32_t> last_order_;  // within the last one, which may be shorter
};

}  // namespace clgauge::microbench
