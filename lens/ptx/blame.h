#pragma once

#include <string>

#include "lens/evaluate/refusal.h"
#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// "PTX line 57 (ld.global.u32, source line 4)"
[[nodiscard]] std::string place_of(const Instruction& instruction);

// Refuses a branch or an access that depends on a value that is not known: names both.
[[noreturn]] void refuse_unknown(RefusalKind kind, const Program& program, std::uint32_t origin,
                                 const Value& value);
// Refuses what nobody can follow, by what it is.
[[noreturn]] void refuse_instruction(const Instruction& instruction);
[[noreturn]] void refuse(RefusalKind kind, const std::string& what);

}  // namespace clgauge::lens::ptx
