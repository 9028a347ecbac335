#include "model/terms/simt_order.h"

#include <algorithm>
#include <array>

namespace clgauge::model {

namespace {

constexpr std::size_t kNdRange = 3;
// Further than any group reaches.
constexpr double kElsewhere = 1e15;

void copy_shape(const Stream& from, Stream& to) {
  to.element_bytes = from.element_bytes;
  to.accesses = from.accesses;
  to.members = from.members;
  to.footprint_elements = from.footprint_elements;
  to.extent_bytes = from.extent_bytes;
  to.loaded = from.loaded;
  to.stored = from.stored;
  to.affine = from.affine;
  to.walks = from.walks;
  to.jumps = from.jumps;
  to.levels.clear();
}

}  // namespace

void SimtOrder::put_group(std::span<const Stream> nest, double groups,
                          std::vector<Stream>& streams) const {
  streams.resize(nest.size());
  for (std::size_t s = 0; s < nest.size(); ++s) {
    const auto& levels = nest[s].levels;
    Stream& stream = streams[s];
    copy_shape(nest[s], stream);
    const auto loops = levels.begin() + 1;
    const auto rest = loops + static_cast<std::ptrdiff_t>(plain_levels);
    const auto steps = rest + kNdRange;
    const auto end = steps + static_cast<std::ptrdiff_t>(barrier_levels);
    stream.levels.push_back(levels.front());
    stream.levels.insert(stream.levels.end(), rest, steps);
    stream.levels.insert(stream.levels.end(), loops, rest);
    stream.levels.insert(stream.levels.end(), steps, end);
    const bool is_shared = std::all_of(
        end, levels.end(), [](const NestLevel& level) { return level.stride_bytes == 0; });
    stream.levels.push_back({groups, is_shared ? 0 : kElsewhere});
  }
}

void SimtOrder::put_launch(std::span<const Stream> nest, double at_once,
                           std::vector<Stream>& streams) const {
  streams.resize(nest.size());
  for (std::size_t s = 0; s < nest.size(); ++s) {
    const auto& levels = nest[s].levels;
    Stream& stream = streams[s];
    copy_shape(nest[s], stream);
    const auto loops = levels.begin() + 1;
    const auto rest = loops + static_cast<std::ptrdiff_t>(plain_levels);
    const auto steps = rest + kNdRange;
    const auto groups = steps + static_cast<std::ptrdiff_t>(barrier_levels);
    stream.levels.push_back(levels.front());
    stream.levels.insert(stream.levels.end(), rest, steps);
    double room = std::max(1.0, at_once);
    std::array<NestLevel, kNdRange> later;
    for (std::size_t d = 0; d < kNdRange; ++d) {
      const NestLevel& all = groups[static_cast<std::ptrdiff_t>(d)];
      const double now = std::min(all.trips, room);
      stream.levels.push_back({now, all.stride_bytes, all.walks});
      later[d] = {all.trips / now, all.stride_bytes * now, all.walks};
      room = std::max(1.0, room / all.trips);
    }
    stream.levels.insert(stream.levels.end(), loops, rest);
    stream.levels.insert(stream.levels.end(), steps, groups);
    stream.levels.insert(stream.levels.end(), later.begin(), later.end());
  }
}

}  // namespace clgauge::model
