#pragma once

#include <string_view>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/throughput/traced_path.h"

namespace clgauge::lens {

// Loads that a core holds back until it is known where the stores before them go, for they met one
// of them not long before: sorting, permuting or counting in memory. Each pass with the last store
// before it of those that its load has met; nothing of loads that meet one every time.
//
// A Zen 4 (C programs: `a = s[i]; j = (j + a + key[i % 16]) % n; b = s[j]; s[i] = b; s[j] = a`, of
// two bytes each): 6.5, 4.9, 4.0, 3.5, 3.3 cycles a round for n = 256, 512, 1024, 2048, 4096, where
// it stores elsewhere 3.0: for some forty rounds after a load ran ahead of a store that it meets,
// a chain through such an index is as long as from one load to the next. Where j comes out of a
// list, so that it is known early, all that costs nothing.
[[nodiscard]] std::vector<TracedForwarding> cautious_loads(const MachineCode& code,
                                                           std::string_view cpu,
                                                           const TracedPath& path);

}  // namespace clgauge::lens
