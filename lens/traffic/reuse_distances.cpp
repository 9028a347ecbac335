#include "lens/traffic/reuse_distances.h"

#include <algorithm>
#include <cstddef>

#include "lens/traffic/passed_pages.h"
#include "lens/traffic/random_buffers.h"

namespace clgauge::lens {
namespace {

LineSet lines_of_judged(const SampledGroups& sample, std::uint64_t line_bytes,
                        void (LineSet::*add)(const AccessTrace&)) {
  LineSet lines(line_bytes);
  for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
    (lines.*add)(sample.consecutive[g]);
  }
  lines.finish();
  return lines;
}

}  // namespace

LineSet touched_by_judged(const SampledGroups& sample, std::uint64_t line_bytes) {
  return lines_of_judged(sample, line_bytes, &LineSet::add);
}

LineSet stored_by_judged(const SampledGroups& sample, std::uint64_t line_bytes) {
  return lines_of_judged(sample, line_bytes, &LineSet::add_stores);
}

double crowding_of(const std::vector<std::uint64_t>& lines, std::uint64_t classes) {
  std::vector<double> by_class(classes);
  for (const std::uint64_t line : lines) {
    ++by_class[line % classes];
  }
  double squares = 0;
  for (const double count : by_class) {
    squares += count * count;
  }
  const auto all = static_cast<double>(lines.size());
  // So many lines or fewer crowd nowhere.
  return lines.empty()
             ? 1
             : std::max(1.0, static_cast<double>(classes) * (squares - all) / (all * all));
}

std::vector<BufferRound> rounds_of(const SampledGroups& sample, const Neighbourhood& around,
                                   const LineSet& touched, const std::vector<Miss>& misses,
                                   std::uint64_t line_bytes) {
  std::vector<AskedOfBuffer> asked(sample.buffers.size() + 1);
  const auto judged = static_cast<double>(sample.last_judged() - sample.first_counted());
  for (const std::uint64_t line : touched.lines()) {
    if (around.reuse_of(line) == Reuse::none) {
      asked[buffer_of(sample.buffers, line * line_bytes)].lines += touched.times_of(line) / judged;
    }
  }
  find_random_buffers(sample, around, misses, line_bytes, asked);
  return buffer_rounds(sample.buffers, asked, sample.all_groups(), line_bytes);
}

std::array<double, kReuses> distances(const SampledGroups& sample, const Neighbourhood& around,
                                      const LineSet& touched, std::uint64_t line_bytes) {
  std::array<double, kReuses> shared{};
  for (const std::uint64_t line : touched.lines()) {
    shared.at(index(around.reuse_of(line))) += touched.times_of(line);
  }
  const auto judged = static_cast<double>(sample.last_judged() - sample.first_counted());
  const auto of_traces = [](const std::vector<AccessTrace>& traces) {
    return static_cast<double>(std::max<std::size_t>(1, traces.size()));
  };
  const double in_x = shared[index(Reuse::group)];
  const double in_y = shared[index(Reuse::row)] / of_traces(sample.row_before);
  const double in_z = shared[index(Reuse::plane)] / of_traces(sample.plane_before);
  const double own = shared[index(Reuse::none)] / judged;
  const auto [nx, ny, nz] = sample.rows_of_data.value_or(
      std::array{static_cast<double>(sample.groups[0]), static_cast<double>(sample.groups[1]),
                 static_cast<double>(sample.groups[2])});
  const auto [row, column, depth] = sample.rows_of_data
                                        ? *sample.rows_of_data
                                        : sample.rows_of_order.value_or(std::array{nx, ny, nz});
  const auto line = static_cast<double>(line_bytes);
  std::array<double, kReuses> distance{};
  distance[index(Reuse::group)] = line * touched.size() / judged;
  distance[index(Reuse::row)] = line * ((own + in_y + in_z) * row + in_x);
  distance[index(Reuse::plane)] = line * ((own + in_z) * row * column + in_y * row + in_x * column);
  distance[index(Reuse::none)] =
      line * (own * nx * ny * nz + in_x * ny * nz + in_y * nx * nz + in_z * nx * ny);
  return distance;
}

std::array<double, kReuses> shares_of_new_pages(const Neighbourhood& around, const LineSet& pages) {
  std::array<double, kReuses> shares{};
  for (const std::uint64_t page : pages.lines()) {
    shares.at(index(around.reuse_beyond_groups(page))) += pages.times_of(page) / pages.size();
  }
  return shares;
}

PassedPages passed_pages_of(const SampledGroups& sample, const Neighbourhood& around,
                            const LineSet& pages, std::uint64_t page_bytes) {
  const auto judged = static_cast<double>(sample.last_judged() - sample.first_counted());
  double passed = 0;
  double shared = 0;
  for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
    passed += passed_pages(sample.consecutive[g], page_bytes, [](std::uint64_t) { return true; });
    shared += passed_pages(sample.consecutive[g], page_bytes, [&around](std::uint64_t page) {
      return around.reuse_of(page) == Reuse::group;
    });
  }
  const double all = (static_cast<double>(pages.lines().size()) + passed) / judged;
  return {sample.accesses_of_average * shared / judged, static_cast<double>(page_bytes) * all};
}

}  // namespace clgauge::lens
