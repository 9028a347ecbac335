#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lens/throughput/code_sequence.h"
#include "lens/throughput/late_loads.h"
#include "lens/throughput/traced_path.h"

namespace clgauge::lens {

class SchedulingTable;

// The blocks of a path, by their places in it, that end with a jump which is not foreseen this
// time: of jumps of which so large a part is not, by instruction. Thread-safe.
[[nodiscard]] std::vector<std::uint32_t> unforeseen_ends(const MachineCode& code,
                                                         const TracedPath& path,
                                                         std::span<const double> unforeseen);

// What a path takes from its block `first` on, simulated as it ran behind those before: cycles. A
// core waits for the jumps at the ends of the blocks that are `unforeseen`; `late` may be null.
[[nodiscard]] double simulated_path_cycles(const MachineCode& code, const CodeSequences& sequences,
                                           SchedulingTable& table, const TracedPath& path,
                                           std::size_t first,
                                           std::span<const std::uint32_t> unforeseen,
                                           const LateLoads* late);

}  // namespace clgauge::lens
