#pragma once

#include "model/features/launch_shape.h"
#include "model/terms/device_traits.h"

namespace clgauge::model {

// The part of a launch's work-items that no compiler for a CPU lays side by side in vectors: those
// at the end of a row of a group that do not fill one. Intel's runtime makes vectors of 16
// work-items along the first dimension where registers have 64 bytes, whatever the kernel's types,
// and runs the rest one after another: of groups of 8x8 all, of groups of 100 four. A kernel with
// barriers it runs all one after another where some would be left, as its code shows of groups of
// 18x18, 100 and 255. None on a GPU.
[[nodiscard]] double lone_part(const LaunchShape& shape, const DeviceTraits& traits,
                               bool has_barrier);

}  // namespace clgauge::model
