#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "model/terms/term.h"

namespace clgauge::model {

// Operations that take many times as long as an addition, by work-item: f_<class>_float32 (float16
// counts as float32) and f_<class>_float64, where the class is div (and remainders), sqrt (and
// rsqrt, cbrt, hypot), exp (and hyperbolic and error functions), log, trig (and inverses) or pow;
// f_loop_<class>_float32, _float64 where work-items may run alone (arrangement.h), for libraries
// are faster by vectors; f_atomics: atomic updates of any type, f_local_atomics: those in local
// memory; f_div_int: divisions of integers, those for addresses too.
[[nodiscard]] std::unique_ptr<Term> special_term();

// The class of a floating-point operation as the collector names it: "exp" for "native_exp2";
// nothing for plain arithmetic.
[[nodiscard]] std::optional<std::string_view> special_class(std::string_view op);

}  // namespace clgauge::model
