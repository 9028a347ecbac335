#pragma once

#include <map>
#include <string>
#include <vector>

#include "collector/kernel/launch.h"
#include "collector/symbolic/context.h"

namespace clgauge::collector {

// What a caller promises of the sizes.
struct Assumption {
  enum class Kind {
    divisible,    // value % divisor == 0
    nonnegative,  // value >= 0
    zero,         // value == 0
  };
  Kind kind = Kind::nonnegative;
  symbolic::Poly value;
  std::int64_t divisor = 1;
  std::string text;  // as typed, without spaces
};

// A launch as the analysis uses it. Integer division in its expressions rounds down.
struct ParsedLaunch {
  std::vector<symbolic::Poly> global;
  std::vector<symbolic::Poly> local;  // empty: left to reqd_work_group_size
  std::vector<Assumption> assumptions;
  // Symbols that an assumption sets equal to an expression ("m==n", "n==48"), already substituted
  // in `global` and `local`.
  std::map<std::string, symbolic::Poly> definitions;
};

// Parses the sizes and assumptions of a launch and teaches `context` the assumptions: ranges and
// divisors of symbols (n>=16, n%16==0), relations (nx>=ny), definitions. A global size must be
// positive, so a size that is a bare symbol becomes one of range >= 1 (assumed). Throws
// Error(input) that names the entry. `context` must live as long as the result.
[[nodiscard]] ParsedLaunch parse_launch(symbolic::Context& context,
                                        const LaunchDescription& launch);

// One assumption: two expressions around ==, >=, <=, > or <. Throws Error(input).
[[nodiscard]] Assumption parse_assumption(symbolic::Context& context, const std::string& text);

// Whether the assumption is kept when its `value` comes to this number.
[[nodiscard]] bool holds(const Assumption& assumption, symbolic::Integer value);

// Whether the text is a floating-point literal: "0.5", "1e-3f".
[[nodiscard]] bool is_decimal_fraction(const std::string& text);

// The integer values that `launch.args` gives, and those that follow from assumptions such as
// m==n. An argument may refer to others ("n/2"); a plain decimal fraction ("0.5", of a
// floating-point argument) is not an integer and is left out. Throws Error(input) when arguments
// refer to each other in a circle or break an assumption.
[[nodiscard]] Bindings argument_values(const LaunchDescription& launch);

// The value of an expression such as those of a launch. Throws Error(input) that names the symbols
// that `values` lacks.
[[nodiscard]] std::int64_t expression_value(const std::string& text, const Bindings& values);

}  // namespace clgauge::collector
