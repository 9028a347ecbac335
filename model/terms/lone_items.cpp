#include "model/terms/lone_items.h"

#include <algorithm>
#include <cstdint>

namespace clgauge::model {

double lone_part(const LaunchShape& shape, const DeviceTraits& traits, bool has_barrier) {
  constexpr double kLaneBytes = 4;
  if (traits.is_gpu) {
    return 0;
  }
  const std::int64_t row = shape.local[0];
  const auto lanes =
      static_cast<std::int64_t>(std::max(1.0, traits.vector_register_bytes / kLaneBytes));
  const std::int64_t beyond = row % lanes;
  return has_barrier && beyond > 0 ? 1 : static_cast<double>(beyond) / static_cast<double>(row);
}

}  // namespace clgauge::model
