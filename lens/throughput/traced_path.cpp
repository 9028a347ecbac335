#include "lens/throughput/traced_path.h"

#include <algorithm>

namespace clgauge::lens {

TracedPath part_of(const TracedPath& path, std::size_t first, std::size_t last) {
  TracedPath part;
  part.blocks.assign(path.blocks.begin() + static_cast<std::ptrdiff_t>(first),
                     path.blocks.begin() + static_cast<std::ptrdiff_t>(last));
  const auto start = static_cast<std::uint32_t>(first);
  auto one = std::ranges::lower_bound(path.forwarded, start, {}, &TracedForwarding::loaded_in);
  for (; one != path.forwarded.end() && one->loaded_in < last; ++one) {
    if (one->stored_in >= start) {
      part.forwarded.push_back(
          {one->stored_in - start, one->store, one->loaded_in - start, one->load, one->bytes});
    }
  }
  return part;
}

}  // namespace clgauge::lens
