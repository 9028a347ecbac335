#include "lens/launch/data_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "lens/traffic/line_set.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kRowLineBytes = 64;
// Of the lines that are new to a group, so many at least are of rows or planes before.
constexpr double kLeastShare = 0.2;
// What is nearer lies where the group before has its own.
constexpr double kFarther = 2;
// Points of a stencil lie a little more or less than a plane apart.
constexpr double kAlike = 1.03;
// So many lines are asked about, evenly, and of each so many others tried.
constexpr std::size_t kMostAsked = 256;
constexpr std::ptrdiff_t kMostTried = 4096;

// Where an instruction's accesses begin, from the lowest to the highest.
struct Range {
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t last = 0;
};

std::vector<Range> ranges_of(const AccessTrace& trace) {
  std::vector<Range> ranges;  // by instruction
  for (const Access& access : trace) {
    if (access.instruction >= ranges.size()) {
      ranges.resize(access.instruction + std::size_t{1});
    }
    Range& range = ranges[access.instruction];
    range.first = std::min(range.first, access.address);
    range.last = std::max(range.last, access.address);
  }
  return ranges;
}

// How much further one range is than the other; 0 where it is not, or only at one of its ends, more
// than by a line: lists may name any place.
std::uint64_t advance(const Range& from, const Range& to) {
  const std::uint64_t step = to.first - from.first;
  const std::uint64_t at_last = to.last - from.last;
  const bool is_further = to.first > from.first && to.last > from.last;
  return is_further && step - at_last + kRowLineBytes <= 2 * kRowLineBytes ? step : 0;
}

// What a group accesses, by how much further in memory each instruction is than in the group
// before: arrays of other elements, and those whose elements lists name (a vector beside the rows
// of a sparse matrix), go on by steps of their own.
std::map<std::uint64_t, AccessTrace> parts_by_step(const AccessTrace& before,
                                                   const AccessTrace& group) {
  const std::vector<Range> from = ranges_of(before);
  const std::vector<Range> to = ranges_of(group);
  std::vector<std::uint64_t> steps(to.size(), 0);
  for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
    steps[i] = advance(from[i], to[i]);
  }
  std::map<std::uint64_t, AccessTrace> parts;
  for (const Access& access : group) {
    if (!access.is_cover && steps[access.instruction] > 0) {
      parts[steps[access.instruction]].push_back(access);
    }
  }
  return parts;
}

LineSet lines_of(const AccessTrace& trace) {
  LineSet lines(kRowLineBytes);
  lines.add(trace);
  lines.finish();
  return lines;
}

// How many groups before one with these lines touched the line at this place of them: that for
// which this line comes to lie on one of them.
std::optional<double> last_turn(const std::vector<std::uint64_t>& lines, std::size_t place,
                                std::uint64_t step) {
  const auto from = lines.begin() + static_cast<std::ptrdiff_t>(place);
  const auto to = from + std::min(kMostTried, lines.end() - from);
  for (auto ahead = from; ahead < to; ++ahead) {
    const auto bytes = static_cast<double>((*ahead - lines[place]) * kRowLineBytes);
    const double groups = std::round(bytes / static_cast<double>(step));
    if (groups >= kFarther &&
        std::abs(groups * static_cast<double>(step) - bytes) < kRowLineBytes) {
      return groups;
    }
  }
  return std::nullopt;
}

struct Cluster {
  GroupsBack groups;
  std::size_t members = 0;
};

// The distance that most of these sorted ones have, more or less; they are taken out.
std::optional<Cluster> take_most_frequent(std::vector<double>& distances, double least) {
  auto best = std::pair(distances.begin(), distances.begin());
  for (auto first = distances.begin(); first != distances.end(); ++first) {
    const auto last =
        std::upper_bound(first, distances.end(), std::max(*first + 1, kAlike * *first));
    if (last - first > best.second - best.first) {
      best = {first, last};
    }
  }
  const auto members = static_cast<std::size_t>(best.second - best.first);
  if (members == 0 || static_cast<double>(members) < least) {
    return std::nullopt;
  }
  const Cluster found{{*best.first, *(best.second - 1)}, members};
  distances.erase(best.first, best.second);
  return found;
}

// How many groups back the new ones of these lines were touched, each by groups that are so much
// further in memory than the one before.
std::vector<double> groups_back(const LineSet& old, const std::vector<std::uint64_t>& lines,
                                std::uint64_t step, double most_groups, double& fresh) {
  std::vector<double> all;
  const std::size_t stride = 1 + lines.size() / kMostAsked;
  for (std::size_t i = 0; i < lines.size(); i += stride) {
    if (!old.holds(lines[i])) {
      ++fresh;
      if (const auto back = last_turn(lines, i, step); back && *back <= most_groups) {
        all.push_back(*back);
      }
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

std::optional<DataRows> data_rows(const AccessTrace& before, const AccessTrace& group,
                                  double most_groups) {
  const LineSet old = lines_of(before);
  std::optional<DataRows> rows;
  std::size_t most = 0;
  for (const auto& [step, part] : parts_by_step(before, group)) {
    double fresh = 0;
    std::vector<double> distances =
        groups_back(old, lines_of(part).lines(), step, most_groups, fresh);
    const auto one = take_most_frequent(distances, kLeastShare * fresh);
    if (!one || one->members <= most) {
      continue;
    }
    most = one->members;
    rows = DataRows{one->groups};
    if (const auto other = take_most_frequent(distances, kLeastShare * fresh)) {
      rows = one->groups.least < other->groups.least ? DataRows{one->groups, other->groups}
                                                     : DataRows{other->groups, one->groups};
    }
  }
  return rows;
}

}  // namespace clgauge::lens
