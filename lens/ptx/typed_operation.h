#pragma once

#include <initializer_list>
#include <string_view>

#include "lens/ptx/module.h"

namespace clgauge::lens::ptx {

// The types among an instruction's modifiers: "cvt.rn.f32.s64" has f32 first and s64 last.
struct OperationTypes {
  Type first;
  Type last;
  bool is_typed = false;
};
[[nodiscard]] OperationTypes types_of(const Instruction& instruction);

// f: float or less, d: double, i: integer of 32 bits or less, l: of 64.
[[nodiscard]] char letter_of(const Type& type);

[[nodiscard]] bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words);

}  // namespace clgauge::lens::ptx
