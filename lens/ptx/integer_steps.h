#pragma once

#include <string_view>

#include "lens/ptx/named_operation.h"

namespace clgauge::lens::ptx {

// Appends arithmetic of integers and of bits, exactly as it is computed. False for what is none.
[[nodiscard]] bool emit_integer_form(const Named& named);

// Forms of integer instructions that are rare, and not evaluated by that.
[[nodiscard]] bool has_rare_form(const Named& named);

// Instructions that it has of integers, whether there are others of the name or not.
[[nodiscard]] bool is_integer_opcode(std::string_view opcode);

// add.cc and its like: with the carry of the one before, and leaving one.
void emit_with_carry(const Named& named);
// dp4a.u32.s32 d, a, b, c.
void emit_dot_product(const Named& named);

}  // namespace clgauge::lens::ptx
