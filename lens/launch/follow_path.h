#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/evaluate/trace.h"
#include "lens/launch/instruction_kind.h"
#include "lens/throughput/traced_path.h"
#include "lens/traffic/hierarchy.h"

namespace clgauge::lens {

// So many instructions of a path, unless fewer are enough.
struct FollowFurther {
  std::uint64_t instructions = 0;
  std::function<bool(const TracedPath& path)> unless{};  // null: they are
};

// The way that a group took, by its jumps and accesses, as far as so many instructions. `kinds` are
// those of the code's instructions. Nothing where the trace does not tell it: behind jumps to
// anywhere, and where accesses belong to no instruction on the way.
[[nodiscard]] std::optional<TracedPath> follow_path(const MachineCode& code,
                                                    const std::vector<InstructionKind>& kinds,
                                                    const GroupTrace& trace,
                                                    const AccessTrace& accesses,
                                                    std::uint64_t most_instructions,
                                                    const FollowFurther& further = {});

}  // namespace clgauge::lens
