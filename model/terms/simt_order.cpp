#include "model/terms/simt_order.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

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

// The levels of a stream of a nest: within a group, a work-item's loops without a barrier, the rest
// of the group, loops with one; then groups.
class Levels {
 public:
  Levels(const std::vector<NestLevel>& levels, const SimtOrder& order)
      : levels_(levels),
        loops_(levels.begin() + 1),
        rest_(loops_ + static_cast<std::ptrdiff_t>(order.plain_levels)),
        steps_(rest_ + kNdRange),
        groups_(steps_ + static_cast<std::ptrdiff_t>(order.barrier_levels)) {}

  void add_group(std::vector<NestLevel>& to) const {
    to.push_back(levels_.front());
    to.insert(to.end(), rest_, steps_);
  }
  void add_loops(std::vector<NestLevel>& to) const {
    to.insert(to.end(), loops_, rest_);
    to.insert(to.end(), steps_, groups_);
  }
  [[nodiscard]] std::span<const NestLevel> groups() const { return {groups_, levels_.end()}; }

 private:
  using At = std::vector<NestLevel>::const_iterator;

  const std::vector<NestLevel>& levels_;
  At loops_;
  At rest_;
  At steps_;
  At groups_;
};

}  // namespace

void SimtOrder::put_group(std::span<const Stream> nest, double groups,
                          std::vector<Stream>& streams) const {
  streams.resize(nest.size());
  for (std::size_t s = 0; s < nest.size(); ++s) {
    const Levels levels(nest[s].levels, *this);
    Stream& stream = streams[s];
    copy_shape(nest[s], stream);
    levels.add_group(stream.levels);
    levels.add_loops(stream.levels);
    const bool is_shared = std::ranges::all_of(
        levels.groups(), [](const NestLevel& level) { return level.stride_bytes == 0; });
    stream.levels.push_back({groups, is_shared ? 0 : kElsewhere});
  }
}

void SimtOrder::put_launch(std::span<const Stream> nest, double at_once,
                           std::vector<Stream>& streams) const {
  streams.resize(nest.size());
  for (std::size_t s = 0; s < nest.size(); ++s) {
    const Levels levels(nest[s].levels, *this);
    Stream& stream = streams[s];
    copy_shape(nest[s], stream);
    levels.add_group(stream.levels);
    double room = std::max(1.0, at_once);
    std::array<NestLevel, kNdRange> later;
    for (std::size_t d = 0; d < kNdRange; ++d) {
      const NestLevel& all = levels.groups()[d];
      const double now = std::min(all.trips, room);
      stream.levels.push_back({now, all.stride_bytes, all.walks});
      later[d] = {all.trips / now, all.stride_bytes * now, all.walks};
      room = std::max(1.0, room / all.trips);
    }
    levels.add_loops(stream.levels);
    stream.levels.insert(stream.levels.end(), later.begin(), later.end());
  }
}

}  // namespace clgauge::model
