#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/evaluate/trace.h"
#include "lens/launch/instruction_kind.h"
#include "lens/throughput/traced_path.h"
#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

// The way that a group took, by its jumps and accesses, as far as so many instructions. `kinds` are
// those of the code's instructions. Nothing where the trace does not tell it: behind jumps to
// anywhere, and where accesses belong to no instruction on the way.
[[nodiscard]] std::optional<TracedPath> follow_path(const MachineCode& code,
                                                    const std::vector<InstructionKind>& kinds,
                                                    const GroupTrace& trace,
                                                    const AccessTrace& accesses,
                                                    std::uint64_t most_instructions);

}  // namespace clgauge::lens
