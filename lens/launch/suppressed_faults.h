#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace clgauge::lens {

// How many faults masks suppress in a whole launch: where it is larger than the work there is, idle
// work-items load and store, under masks that say so, beyond the ends of buffers. `faults_of` walks
// a group; few are asked: groups at both ends of the launch's last dimension, and where some of
// them fault, those that tell how far inwards that goes.
[[nodiscard]] double suppressed_faults(
    const std::array<std::uint64_t, 3>& groups,
    const std::function<double(const std::array<std::uint64_t, 3>& group)>& faults_of);

// The groups that it asks of whichever launch, in their order.
[[nodiscard]] std::vector<std::array<std::uint64_t, 3>> groups_at_last_end(
    const std::array<std::uint64_t, 3>& groups);

}  // namespace clgauge::lens
