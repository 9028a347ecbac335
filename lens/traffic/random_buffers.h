#pragma once

#include <cstdint>
#include <vector>

#include "lens/traffic/buffer_rounds.h"
#include "lens/traffic/launch_traffic.h"
#include "lens/traffic/neighbourhood.h"

namespace clgauge::lens {

// Tells which buffers groups ask for lines of in no order, often enough for these to come again,
// and how evenly (AskedOfBuffer::is_at_random and what goes with it), by what the second cache
// missed of them and what the judged groups touch that none around them does.
void find_random_buffers(const SampledGroups& sample, const Neighbourhood& around,
                         const std::vector<Miss>& misses, std::uint64_t line_bytes,
                         std::vector<AskedOfBuffer>& asked);

}  // namespace clgauge::lens
