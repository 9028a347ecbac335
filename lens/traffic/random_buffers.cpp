#include "lens/traffic/random_buffers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <unordered_set>

#include "lens/traffic/divisor.h"
#include "lens/traffic/line_places.h"

namespace clgauge::lens {
namespace {

using Lines = std::vector<std::uint64_t>;

bool is_irregular(MissKind kind) {
  return kind == load_overlapped || kind == load_leading || kind == store_irregular ||
         kind == store_leading || kind == load_gathered || kind == load_gathered_leading;
}

// Buffers of whose misses nothing says that they are coming, and of which all groups together ask
// for so much that lines may come again.
std::vector<bool> may_be_random(const SampledGroups& sample, const Neighbourhood& around,
                                const std::vector<Miss>& misses, std::uint64_t line_bytes,
                                const std::vector<AskedOfBuffer>& asked) {
  constexpr double kIrregular = 0.25;   // of the misses
  constexpr double kLeastAsked = 0.25;  // of the buffer
  struct Counted {
    double all = 0;
    double irregular = 0;
  };
  std::vector<Counted> counted(sample.buffers.size());
  for (const Miss& miss : misses) {
    const std::size_t buffer = buffer_of(sample.buffers, miss.line * line_bytes);
    if (buffer < counted.size() && around.reuse_of(miss.line) == Reuse::none) {
      counted[buffer].all += miss.times;
      counted[buffer].irregular += is_irregular(miss.kind) ? miss.times : 0;
    }
  }
  std::vector<bool> may_be;
  for (std::size_t buffer = 0; buffer < counted.size(); ++buffer) {
    const double bytes = static_cast<double>(line_bytes) * asked[buffer].lines;
    may_be.push_back(counted[buffer].irregular > kIrregular * counted[buffer].all &&
                     bytes * sample.all_groups() >
                         kLeastAsked * static_cast<double>(sample.buffers[buffer].bytes));
  }
  return may_be;
}

// By buffer, the lines of these that a group touches and none around it does, in the order of
// touching them.
std::vector<Lines> lines_in_order(const SampledGroups& sample, const Neighbourhood& around,
                                  const AccessTrace& trace, std::uint64_t line_bytes,
                                  const std::vector<bool>& buffers) {
  std::vector<Lines> lines(buffers.size());
  std::unordered_set<std::uint64_t> known;
  const Divisor line_of(line_bytes);
  const std::uint64_t lowest = std::ranges::min(sample.buffers, {}, &BufferExtent::begin).begin;
  std::array<std::uint64_t, 256> recent;  // of those known, the last with the same low bits
  recent.fill(~std::uint64_t{0});
  for (const Access& access : trace) {
    const std::uint64_t first = line_of.quotient(access.address);
    const std::uint64_t last = line_of.quotient(access.address + access.bytes - 1);
    if (access.address < lowest || access.is_cover ||
        (first == last && recent[first % recent.size()] == first)) {
      continue;
    }
    const std::size_t buffer = buffer_of(sample.buffers, access.address);
    if (buffer == buffers.size() || !buffers[buffer]) {
      continue;
    }
    for (std::uint64_t line = first; line <= last; ++line) {
      recent[line % recent.size()] = line;
      if (known.insert(line).second && around.reuse_of(line) == Reuse::none) {
        lines[buffer].push_back(line);
      }
    }
  }
  return lines;
}

// Of steps from line to line, how often the most frequent one is taken.
class CountedSteps {
 public:
  void count(std::uint64_t step) {
    const std::size_t place = places_.place_of(step + kFarthest, times_.size());
    if (place == times_.size()) {
      times_.push_back(0);
    }
    most_ = std::max(most_, ++times_[place]);
  }
  [[nodiscard]] std::uint64_t most() const { return most_; }

 private:
  // No lines are so far apart, and no step from there is the number of no line.
  static constexpr std::uint64_t kFarthest = std::uint64_t{1} << 63U;

  LinePlaces places_;
  std::vector<std::uint64_t> times_;
  std::uint64_t most_ = 0;
};

// Which part of a group's lines comes as far behind those of the group before it as most do. A line
// that one of them has alone (lanes that are masked out, one that a row before had) moves all
// behind it by a place.
double share_in_order(const Lines& before, const Lines& lines) {
  constexpr std::size_t kPlaces = 16;
  const std::size_t both = std::min(before.size(), lines.size());
  if (both < 2) {
    return 1;
  }
  CountedSteps steps;
  for (std::size_t i = 0; i < both; ++i) {
    const std::size_t from = i - std::min(i, kPlaces);
    const std::size_t to = std::min(before.size(), i + kPlaces + 1);
    for (std::size_t other = from; other < to; ++other) {
      steps.count(lines[i] - before[other]);
    }
  }
  return static_cast<double>(steps.most() - 1) / static_cast<double>(both - 1);
}

// Each sorted.
std::vector<Lines> as_they_lie(std::vector<Lines> groups) {
  std::ranges::for_each(groups, [](Lines& lines) { std::ranges::sort(lines); });
  return groups;
}

// share_in_order() of all of them.
double sum_in_order(const std::vector<Lines>& groups) {
  double sum = 0;
  for (std::size_t g = 1; g < groups.size(); ++g) {
    sum += share_in_order(groups[g - 1], groups[g]);
  }
  return sum;
}

// Whether groups, two at least, go on where those before them left off: each by the same steps, in
// the order of touching lines or of the lines themselves, or all within a small part of the buffer.
bool are_in_order(const std::vector<Lines>& groups, const std::vector<Lines>& sorted,
                  double lines_of_buffer) {
  constexpr double kInOrder = 0.3;
  constexpr double kSmallPart = 0.3;
  double spread = 0;
  for (const Lines& lines : sorted) {
    if (!lines.empty()) {
      spread += static_cast<double>(lines[lines.size() * 9 / 10] - lines[lines.size() / 10]);
    }
  }
  const auto all = static_cast<double>(groups.size());
  return std::max(sum_in_order(groups), sum_in_order(sorted)) > kInOrder * (all - 1) ||
         spread < kSmallPart * lines_of_buffer * all;
}

// AskedOfBuffer::shape: groups, sorted, that have nothing else in common share lines as often as
// some are asked for more than others.
double shape_of(const std::vector<Lines>& groups, double lines_of_buffer) {
  constexpr std::size_t kFarApart = 4;  // groups, in their order
  constexpr double kLeastShape = 0.2;
  double expected = 1;
  double shared = 1;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t h = g + kFarApart; h < groups.size(); ++h) {
      Lines both;
      std::ranges::set_intersection(groups[g], groups[h], std::back_inserter(both));
      shared += static_cast<double>(both.size());
      expected += static_cast<double>(groups[g].size()) * static_cast<double>(groups[h].size()) /
                  lines_of_buffer;
    }
  }
  return shared > expected
             ? std::clamp(expected / (shared - expected), kLeastShape, AskedOfBuffer::kMostEven)
             : AskedOfBuffer::kMostEven;
}

}  // namespace

void find_random_buffers(const SampledGroups& sample, const Neighbourhood& around,
                         const std::vector<Miss>& misses, std::uint64_t line_bytes,
                         std::vector<AskedOfBuffer>& asked) {
  const std::vector<bool> may_be = may_be_random(sample, around, misses, line_bytes, asked);
  if (std::ranges::none_of(may_be, std::identity())) {
    return;
  }
  const std::size_t first = sample.first_counted();
  std::vector<std::vector<Lines>> lines(may_be.size());  // by buffer, by group
  for (std::size_t g = first; g < sample.last_judged(); ++g) {
    std::vector<Lines> of_group =
        lines_in_order(sample, around, sample.consecutive[g], line_bytes, may_be);
    for (std::size_t buffer = 0; buffer < lines.size(); ++buffer) {
      lines[buffer].push_back(std::move(of_group[buffer]));
    }
  }
  for (std::size_t buffer = 0; buffer < lines.size(); ++buffer) {
    const auto groups = static_cast<double>(lines[buffer].size());
    double sum = 0;
    for (const Lines& of_group : lines[buffer]) {
      sum += static_cast<double>(of_group.size());
    }
    const double lines_of_buffer =
        static_cast<double>(sample.buffers[buffer].bytes) / static_cast<double>(line_bytes);
    if (!may_be[buffer] || sum == 0) {
      continue;
    }
    if (lines[buffer].size() == 1) {  // its second half goes on from the first
      Lines& all = lines[buffer].front();
      const auto half = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
      Lines second(half, all.end());
      all.erase(half, all.end());
      lines[buffer].push_back(std::move(second));
    }
    const std::vector<Lines> sorted = as_they_lie(lines[buffer]);
    if (!are_in_order(lines[buffer], sorted, lines_of_buffer)) {
      asked[buffer].is_at_random = true;
      asked[buffer].lines = sum / groups;
      asked[buffer].shape = shape_of(sorted, lines_of_buffer);
      asked[buffer].groups_since = static_cast<double>(first) + (groups - 1) / 2;
    }
  }
}

}  // namespace clgauge::lens
