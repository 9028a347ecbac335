#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collector/analysis/accesses.h"
#include "collector/analysis/block_counts.h"
#include "collector/footprint/footprint.h"

namespace clgauge::collector {

// One way in which an array is accessed: an access and, where it is known, its place in the array.
struct PlaceInArray {
  const PlacedAccess* access = nullptr;
  const PlacedAccess::Place* place = nullptr;  // null: the pointer may go elsewhere, too
};

// What was found for arrays so far: many are accessed just like another.
class FootprintFormulas {
 public:
  struct Found {
    std::optional<Footprint> footprint;
    std::string reason;  // why there is none
  };
  [[nodiscard]] const Found& of(Workspace& workspace, const std::vector<Reference>& references);

 private:
  std::deque<std::pair<std::vector<Reference>, Found>> found_;
};

// The distinct elements of `element_bytes` that accesses to one array touch in the whole launch.
// Where a place in the array cannot be told, the number of accesses, flagged.
[[nodiscard]] Footprint footprint_in_elements(Workspace& workspace, BlockCounts& counts,
                                              FootprintFormulas& formulas,
                                              const std::vector<PlaceInArray>& places,
                                              int element_bytes);

}  // namespace clgauge::collector
