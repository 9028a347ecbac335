#include "lens/traffic/neighbourhood.h"

#include <utility>

namespace clgauge::lens {

Neighbourhood::Neighbourhood(const SampledGroups& sample, std::uint64_t line_bytes)
    : group_(line_bytes), row_(line_bytes), plane_(line_bytes) {
  const std::size_t first = sample.first_counted();
  if (first > 0) {
    group_.add(sample.consecutive[first - 1]);
  }
  for (const AccessTrace& trace : sample.row_before) {
    row_.add(trace);
  }
  for (const AccessTrace& trace : sample.plane_before) {
    plane_.add(trace);
  }
  for (LineSet* set : {&group_, &row_, &plane_}) {
    set->finish();
  }
}

Neighbourhood::Neighbourhood(LineSet group, LineSet row, LineSet plane)
    : group_(std::move(group)), row_(std::move(row)), plane_(std::move(plane)) {}

Neighbourhood Neighbourhood::pages(std::uint64_t page_bytes) const {
  return {group_.larger(page_bytes), row_.larger(page_bytes), plane_.larger(page_bytes)};
}

Reuse Neighbourhood::reuse_of(std::uint64_t line) const {
  return group_.holds(line) ? Reuse::group : reuse_beyond_groups(line);
}

Reuse Neighbourhood::reuse_beyond_groups(std::uint64_t line) const {
  return row_.holds(line) ? Reuse::row : plane_.holds(line) ? Reuse::plane : Reuse::none;
}

}  // namespace clgauge::lens
