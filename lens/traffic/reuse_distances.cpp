#include "lens/traffic/reuse_distances.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "lens/traffic/crowding.h"
#include "lens/traffic/passed_pages.h"
#include "lens/traffic/random_buffers.h"

namespace clgauge::lens {
namespace {

// Of lines that each lie in one of so many parts of a cache.
double crowding_of_lines(const std::vector<std::uint64_t>& lines, std::uint64_t classes) {
  std::vector<double> by_class(classes);
  for (const std::uint64_t line : lines) {
    ++by_class[line % classes];
  }
  return crowding_of(by_class);
}

// Groups of a row, rows of a plane and planes: of the data, else of the launch.
std::array<double, 3> rows_of_all(const SampledGroups& sample) {
  return sample.rows_of_data.value_or(std::array{static_cast<double>(sample.groups[0]),
                                                 static_cast<double>(sample.groups[1]),
                                                 static_cast<double>(sample.groups[2])});
}

// The same as a core goes through them.
std::array<double, 3> rows_of(const SampledGroups& sample) {
  return sample.rows_of_data ? *sample.rows_of_data
                             : sample.rows_of_order.value_or(rows_of_all(sample));
}

}  // namespace

TouchedLines touched_by_judged(const SampledGroups& sample, std::uint64_t line_bytes,
                               std::uint64_t classes) {
  TouchedLines touched{LineSet(line_bytes)};
  const std::size_t half = (sample.first_counted() + sample.last_judged()) / 2;
  for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
    if (g == half) {
      touched.crowding_of_half = crowding_of_lines(touched.lines.lines(), classes);
    }
    touched.lines.add(sample.consecutive[g]);
  }
  touched.lines.finish();
  touched.crowding = crowding_of_lines(touched.lines.lines(), classes);
  return touched;
}

LineSet stored_by_judged(const SampledGroups& sample, std::uint64_t line_bytes) {
  LineSet lines(line_bytes);
  for (std::size_t g = sample.first_counted(); g < sample.last_judged(); ++g) {
    lines.add_stores(sample.consecutive[g]);
  }
  lines.finish();
  return lines;
}

std::array<double, kReuses> crowding_of(const SampledGroups& sample, const TouchedLines& touched,
                                        double bytes_of_launch) {
  std::array<double, kReuses> crowding{};
  crowding.fill(touched.crowding);
  // Lines leave parts of a cache alone only as far as they leave parts of their buffers alone.
  const double of_launch =
      std::isfinite(sample.most_bytes)
          ? std::clamp(sample.most_bytes / std::max(1.0, bytes_of_launch), 1.0, touched.crowding)
          : 1;
  // Twice as many groups of a row share what is left to them as the judged ones do.
  const auto judged = static_cast<double>(sample.last_judged() - sample.first_counted());
  const double doublings = std::max(0.0, std::log2(rows_of(sample)[0] / judged));
  const double eased = std::clamp(touched.crowding / touched.crowding_of_half, 0.5, 1.0);
  const double of_row = std::max(of_launch, touched.crowding * std::pow(eased, doublings));
  crowding[index(Reuse::row)] = of_row;
  crowding[index(Reuse::plane)] = of_row;
  crowding[index(Reuse::none)] = of_launch;
  return crowding;
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
  const auto [nx, ny, nz] = rows_of_all(sample);
  const auto [row, column, depth] = rows_of(sample);
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
                            const LineSet& pages, const CacheShape& tlb) {
  const std::uint64_t page_bytes = tlb.line_bytes;
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
  const AccessTrace& first = sample.consecutive[sample.first_counted()];
  // How others choose a set nobody has timed.
  const double crowding =
      shared > 0 && tlb.folds ? crowding_of_passed(first, pages.lines(), tlb) : 1;
  return {sample.accesses_of_average * shared / judged,
          static_cast<double>(page_bytes) * all * crowding};
}

}  // namespace clgauge::lens
