#pragma once

#include <cstdint>
#include <optional>

#include "collector/oracle/program.h"

namespace clgauge::collector::oracle {

// The integer operation of a step on operands of `width` bits (held sign-extended), wrapped to that
// width as the hardware does. Nothing where the result is undefined: division by zero, a shift
// beyond the width.
[[nodiscard]] std::optional<std::int64_t> compute(Code code, unsigned width, std::int64_t a,
                                                  std::int64_t b);

}  // namespace clgauge::collector::oracle
