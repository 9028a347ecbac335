#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "model/terms/term.h"

namespace clgauge::model {

// Operations that take many times as long as an addition, by work-item and whatever the control
// flow around them: f_<class>_float32 (float16 counts as float32) and f_<class>_float64, where the
// class is div (and remainders), sqrt (and rsqrt, cbrt, hypot), exp (and hyperbolic and error
// functions), log, trig (and inverses) or pow; f_atomics: atomic updates of any type.
[[nodiscard]] std::unique_ptr<Term> special_term();

// The class of a floating-point operation as the collector names it: "exp" for "native_exp2";
// nothing for plain arithmetic.
[[nodiscard]] std::optional<std::string_view> special_class(std::string_view op);

}  // namespace clgauge::model
