#pragma once

#include <cstdint>
#include <vector>

#include "lens/code/machine_code.h"

namespace clgauge::lens {

// What a loop does, instruction by instruction: two loops that compilers made of the same source
// have it in common, whatever registers they use, wherever they lie and whatever they refer to.
// Empty for a loop without instructions. Thread-safe.
[[nodiscard]] std::vector<std::uint32_t> loop_signature(const MachineCode& code, const Loop& loop);

}  // namespace clgauge::lens
