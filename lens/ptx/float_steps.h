#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lens/ptx/named_operation.h"

namespace clgauge::lens::ptx {

// Appends arithmetic of floats of 16, 32 or 64 bits. False for what is none, and for forms that are
// not evaluated: several numbers in a register, bf16, rare modifiers.
[[nodiscard]] bool emit_float(const Named& named);
// A conversion from or to a float; likewise.
[[nodiscard]] bool emit_float_conversion(const Named& named);

// Whether numbers of this type, which the instruction names, are evaluated.
[[nodiscard]] bool takes_floats(const Named& named, const Type& type);
// setp.lt.f32: into a slot of its own.
[[nodiscard]] std::int32_t compared_floats(const Named& named);
// A step with the instruction's rounding and other forms.
std::int32_t put_float(const Named& named, Code code, unsigned bits, std::int32_t to,
                       const std::vector<std::int32_t>& from, std::uint8_t option = 0);

// Instructions that there are of floats only.
[[nodiscard]] bool is_floating_opcode(std::string_view opcode);

}  // namespace clgauge::lens::ptx
