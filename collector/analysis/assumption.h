#pragma once

#include <string>

#include "collector/kernel/launch.h"
#include "collector/symbolic/context.h"
#include "collector/symbolic/evaluate.h"

namespace clgauge::collector {

// A statement about sizes: "n >= 16", "k < n", "n % 16 == 0", "m == 2*n".
struct Assumption {
  enum class Kind { at_least, equal, divisible };
  Kind kind = Kind::at_least;
  symbolic::Poly difference;  // >= 0, == 0, or divisible by `divisor`
  std::int64_t divisor = 1;
};

// Throws Error(input) with the text and what was expected.
[[nodiscard]] Assumption parse_assumption(symbolic::Context& context, const std::string& text);

// Adds it to what the context knows. Throws Error(input) for a divisibility of anything but a
// single symbol, of which nothing could be concluded.
void apply(symbolic::Context& context, const Assumption& assumption);

// True when all values are given and contradict it.
[[nodiscard]] bool violates(const symbolic::Context& context, const Assumption& assumption,
                            const symbolic::Values& values);

// The arguments of a launch that are plain numbers, or become numbers by way of others
// (--arg n=48 --arg m=2*n). Throws Error(input) for a value that never becomes one integer.
[[nodiscard]] Bindings known_values(const LaunchDescription& launch);

}  // namespace clgauge::collector
