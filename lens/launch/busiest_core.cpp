#include "lens/launch/busiest_core.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace clgauge::lens {
namespace {

// Work of the first so many groups.
class WorkBefore {
 public:
  WorkBefore(std::span<const GroupWork> known, std::uint64_t groups) {
    for (std::size_t k = 0; k < known.size(); ++k) {
      const std::uint64_t end =
          k + 1 < known.size() ? (known[k].place + known[k + 1].place) / 2 + 1 : groups;
      const std::uint64_t start = stretches_.empty() ? 0 : stretches_.back().end;
      const double before =
          stretches_.empty() ? 0 : at_end(stretches_.back(), stretches_.back().end);
      stretches_.push_back({start, std::clamp(end, start, groups), before, known[k].work});
    }
  }

  [[nodiscard]] double operator()(std::uint64_t groups) const {
    const auto stretch = std::ranges::lower_bound(stretches_, groups, {}, &Stretch::end);
    return at_end(stretch == stretches_.end() ? stretches_.back() : *stretch, groups);
  }

 private:
  struct Stretch {
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    double before = 0;
    double of_each = 0;
  };
  static double at_end(const Stretch& stretch, std::uint64_t groups) {
    return stretch.before + stretch.of_each * static_cast<double>(groups - stretch.start);
  }
  std::vector<Stretch> stretches_;
};

std::uint64_t share(std::uint64_t left, std::uint64_t cores) {
  constexpr std::uint64_t kFew = 32;
  constexpr std::uint64_t kMany = 256;
  const std::uint64_t most = (left <= kMany * cores * cores ? kFew : kMany) * cores;
  return std::min(most, (left + cores - 1) / cores);
}

double by_shares(const WorkBefore& before, std::uint64_t groups, std::uint64_t cores) {
  std::vector<double> done(cores);
  for (std::uint64_t dealt = 0; dealt < groups;) {
    const std::uint64_t taken = share(groups - dealt, cores);
    *std::ranges::min_element(done) += before(dealt + taken) - before(dealt);
    dealt += taken;
  }
  return std::ranges::max(done);
}

// Each core begins with a part of its own, from the front on; who is done takes from the end of the
// part that has most groups left.
double by_parts(const WorkBefore& before, std::uint64_t groups, std::uint64_t cores) {
  struct Part {
    std::uint64_t next = 0;
    std::uint64_t end = 0;
    double done = 0;
  };
  std::vector<Part> parts(cores);
  for (std::uint64_t c = 0; c < cores; ++c) {
    parts[c] = {groups * c / cores, groups * (c + 1) / cores, 0};
  }
  for (std::uint64_t left = groups; left > 0; --left) {
    Part& free = *std::ranges::min_element(parts, {}, &Part::done);
    Part& from =
        free.next < free.end ? free : *std::ranges::max_element(parts, {}, [](const Part& part) {
          return part.end - part.next;
        });
    const std::uint64_t group = &from == &free ? from.next++ : --from.end;
    free.done += before(group + 1) - before(group);
  }
  return std::ranges::max(parts, {}, &Part::done).done;
}

}  // namespace

double busiest_core(std::span<const GroupWork> known, std::uint64_t groups, std::uint64_t cores,
                    Dealing dealing) {
  // Of so many groups the last ones are a small part.
  constexpr std::uint64_t kMostParts = 1024;
  const WorkBefore before(known, groups);
  const double all = before(groups);
  const double even = static_cast<double>(groups) / static_cast<double>(cores);
  if (all <= 0 || (dealing == Dealing::parts && groups > kMostParts)) {
    return even;
  }
  const double busiest = dealing == Dealing::shares ? by_shares(before, groups, cores)
                                                    : by_parts(before, groups, cores);
  return busiest * static_cast<double>(groups) / all;
}

}  // namespace clgauge::lens
