#pragma once

#include <optional>
#include <span>

#include "lens/launch/group_walks.h"
#include "lens/launch/sample_launch.h"
#include "lens/throughput/traced_path.h"

namespace clgauge::lens {

// The way of the first of these groups, or of another one whose blocks are more of what an average
// group of `sample` does, as far as it shows enough of that. The code is known. `sample` has its
// passes and calls.
[[nodiscard]] std::optional<TracedPath> typical_path(const SampledCode& code,
                                                     const LaunchSample& sample,
                                                     std::span<const WalkedGroup> groups);

}  // namespace clgauge::lens
