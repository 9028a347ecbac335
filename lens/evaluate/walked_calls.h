#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lens/evaluate/function_values.h"
#include "lens/evaluate/machine.h"

namespace clgauge::lens {

// What a function of mathematics that the object holds makes of a call's own arguments, by walking
// its code aside: the group's accesses, branches and counts know nothing of it. Compilers leave out
// of such functions what is the same in all their calls (fmod by 2 pi), so that nothing but its
// code says what one computes. Its outputs behind pointers are in memory then; the machine is
// otherwise as it was, but for what it holds below the stack pointer.
//
// Nothing where arguments are not known, or where the code goes on by what is not.
[[nodiscard]] std::optional<FunctionResult> walk_call(Machine& m, const Operation& op,
                                                      std::string_view symbol,
                                                      std::uint64_t address);

}  // namespace clgauge::lens
