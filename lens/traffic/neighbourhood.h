#pragma once

#include <cstdint>

#include "lens/traffic/launch_traffic.h"
#include "lens/traffic/line_set.h"

namespace clgauge::lens {

constexpr std::size_t index(Reuse reuse) { return static_cast<std::size_t>(reuse); }

// What the groups around the judged ones touch. Immutable; thread-safe.
class Neighbourhood {
 public:
  Neighbourhood(const SampledGroups& sample, std::uint64_t line_bytes);

  // The pages of those lines.
  [[nodiscard]] Neighbourhood pages(std::uint64_t page_bytes) const;

  [[nodiscard]] Reuse reuse_of(std::uint64_t line) const;
  [[nodiscard]] Reuse reuse_beyond_groups(std::uint64_t line) const;

 private:
  Neighbourhood(LineSet group, LineSet row, LineSet plane);

  LineSet group_;
  LineSet row_;
  LineSet plane_;
};

}  // namespace clgauge::lens
