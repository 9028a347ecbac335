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

// How much further in memory the second of two groups is; 0 where they do not compare. Of several
// arrays of different elements that of most accesses.
std::uint64_t advance(const AccessTrace& before, const AccessTrace& group) {
  std::map<std::uint64_t, std::size_t> by_distance;
  for (std::size_t i = 0; i < std::min(before.size(), group.size()); ++i) {
    if (before[i].instruction != group[i].instruction) {
      break;
    }
    if (!group[i].is_cover && group[i].address > before[i].address) {
      ++by_distance[group[i].address - before[i].address];
    }
  }
  const auto most = std::max_element(by_distance.begin(), by_distance.end(),
                                     [](auto& a, auto& b) { return a.second < b.second; });
  return most == by_distance.end() ? 0 : most->first;
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

// The distance that most of these sorted ones have, more or less; they are taken out.
std::optional<GroupsBack> take_most_frequent(std::vector<double>& distances, double least) {
  auto best = std::pair(distances.begin(), distances.begin());
  for (auto first = distances.begin(); first != distances.end(); ++first) {
    const auto last =
        std::upper_bound(first, distances.end(), std::max(*first + 1, kAlike * *first));
    if (last - first > best.second - best.first) {
      best = {first, last};
    }
  }
  const auto members = static_cast<double>(best.second - best.first);
  if (members == 0 || members < least) {
    return std::nullopt;
  }
  const GroupsBack found{*best.first, *(best.second - 1)};
  distances.erase(best.first, best.second);
  return found;
}

}  // namespace

std::optional<DataRows> data_rows(const AccessTrace& before, const AccessTrace& group,
                                  double most_groups) {
  const std::uint64_t step = advance(before, group);
  if (step == 0) {
    return std::nullopt;
  }
  const LineSet old = lines_of(before);
  const LineSet touched = lines_of(group);
  const std::vector<std::uint64_t>& lines = touched.lines();
  std::vector<double> groups_back;
  double fresh = 0;
  const std::size_t stride = 1 + lines.size() / kMostAsked;
  for (std::size_t i = 0; i < lines.size(); i += stride) {
    if (!old.holds(lines[i])) {
      ++fresh;
      if (const auto back = last_turn(lines, i, step); back && *back <= most_groups) {
        groups_back.push_back(*back);
      }
    }
  }
  std::sort(groups_back.begin(), groups_back.end());
  const auto row = take_most_frequent(groups_back, kLeastShare * fresh);
  if (!row) {
    return std::nullopt;
  }
  const auto other = take_most_frequent(groups_back, kLeastShare * fresh);
  if (!other) {
    return DataRows{*row};
  }
  return row->least < other->least ? DataRows{*row, other} : DataRows{*other, row};
}

}  // namespace clgauge::lens
