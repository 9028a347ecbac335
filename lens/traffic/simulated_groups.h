#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "lens/traffic/hierarchy.h"
#include "lens/traffic/launch_traffic.h"

namespace clgauge::lens {

// What the caches missed, by part of the code.
struct SimulatedParts {
  std::vector<HierarchyCounts> counts;
  // Lines that the second cache missed, in the order of missing them, and the part that each is of:
  // none are named where all are of one.
  std::vector<Miss> misses;
  std::vector<std::uint32_t> missed_by;

  [[nodiscard]] std::uint32_t part_of_miss(std::size_t miss) const {
    return missed_by.empty() ? 0 : missed_by[miss];
  }
};

// What warms the caches before the groups that are counted.
[[nodiscard]] AccessTrace warming_of(const SampledGroups& sample, std::uint64_t line_bytes);

// Groups that run through one core's caches.
class GroupSimulation {
 public:
  // The sample has to outlive this. `leaves_out_conflicts`: what conflicts_of() counts is not
  // counted.
  GroupSimulation(const SampledGroups& sample, const HierarchyShape& shape,
                  bool leaves_out_conflicts);

  void warm(const AccessTrace& warming);
  // The caches hold the lines that `is_kept` names (none where it is empty).
  [[nodiscard]] SimulatedParts run(const CodeParts& parts,
                                   std::function<bool(std::uint64_t)> is_kept);

 private:
  const SampledGroups& sample_;
  HierarchySimulator simulator_;
};

// Those of the counts that caches do not decide: what loads meet among stores.
[[nodiscard]] HierarchyCounts conflicts_of(const SampledGroups& sample, const HierarchyShape& shape,
                                           const AccessTrace& warming);

}  // namespace clgauge::lens
