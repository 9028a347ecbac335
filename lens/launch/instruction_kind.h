#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lens/code/machine_code.h"

namespace clgauge::lens {

// Instructions whose accesses cost more than an access.
enum class InstructionKind : std::uint8_t {
  plain,
  gather,
  scatter,
  non_temporal_store,
  masked_load,
  masked_store,
  locked,  // an atomic update
};

// Whether it makes one access at a time.
constexpr bool is_plain(InstructionKind kind) {
  return kind == InstructionKind::plain || kind == InstructionKind::masked_load;
}

// By instruction of the code.
[[nodiscard]] std::vector<InstructionKind> instruction_kinds(const MachineCode& code);
// Whether any instruction loads or stores vectors under a mask.
[[nodiscard]] bool has_masked_accesses(const MachineCode& code);
// Of the locked updates of a group that passes its blocks so often, the part that compare and
// exchange.
[[nodiscard]] double compared_part(const MachineCode& code, std::span<const double> passes);

}  // namespace clgauge::lens
