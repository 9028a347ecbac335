#include "microbench/ring.h"

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <utility>

#include "base/error.h"

namespace clgauge::microbench {
namespace {

constexpr std::size_t kWordBytes = sizeof(std::uint32_t);
// By how many places nodes move on each time all places have had one: odd, so that all sets of a
// cache meet equally soon.
constexpr std::size_t kTurn = 5;
constexpr std::uint64_t kSeed = 0x9e3779b97f4a7c15ULL;

// Fisher and Yates' shuffle; xorshift, because the standard's distributions differ by library.
std::vector<std::uint32_t> shuffled(std::size_t nodes) {
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0U);
  std::uint64_t state = kSeed;
  for (std::size_t i = nodes; i-- > 1;) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    std::swap(order[i], order[state % (i + 1)]);
  }
  return order;
}

}  // namespace

Ring::Ring(const RingShape& shape) : shape_(shape) {
  constexpr std::size_t kMostBytes =
      std::size_t{std::numeric_limits<std::uint32_t>::max()} * kWordBytes;
  if (shape.nodes == 0 || shape.stride_bytes == 0 || shape.stride_bytes % kWordBytes != 0 ||
      shape.stagger_bytes % kWordBytes != 0 || shape.stagger_bytes > shape.stride_bytes ||
      shape.offset_bytes % kWordBytes != 0 || shape.offset_bytes > kMostBytes / 2 ||
      shape.nodes > kMostBytes / 2 / shape.stride_bytes) {
    throw Error(ErrorKind::input,
                fmt::format("no buffer has a ring of {} nodes, {} bytes apart and {} staggered",
                            shape.nodes, shape.stride_bytes, shape.stagger_bytes));
  }
  if (shape_.window_nodes == 0 || shape_.window_nodes > shape_.nodes) {
    shape_.window_nodes = shape_.nodes;
  }
  order_ = shuffled(shape_.window_nodes);
  last_order_ = shuffled(shape_.nodes % shape_.window_nodes);
}

std::uint32_t Ring::word(std::uint64_t step) const {
  const auto at = static_cast<std::size_t>(step % shape_.nodes);
  const std::size_t first = at - at % shape_.window_nodes;
  const bool is_last = first + shape_.window_nodes > shape_.nodes;
  const std::size_t node = first + (is_last ? last_order_ : order_)[at - first];
  std::size_t byte = shape_.offset_bytes + node * shape_.stride_bytes;
  if (shape_.stagger_bytes > 0) {
    const std::size_t places = shape_.stride_bytes / shape_.stagger_bytes;
    byte += (node + node / places * kTurn) % places * shape_.stagger_bytes;
  }
  return static_cast<std::uint32_t>(byte / kWordBytes);
}

std::vector<std::uint32_t> Ring::content() const {
  std::vector<std::uint32_t> words(bytes() / kWordBytes);
  std::uint32_t from = word(0);
  for (std::uint64_t step = 1; step <= shape_.nodes; ++step) {
    const std::uint32_t to = word(step);
    words[from] = to;
    from = to;
  }
  return words;
}

}  // namespace clgauge::microbench
