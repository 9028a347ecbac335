#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace clgauge::kernels {

// Values of a problem's size parameters, by name. The same type as collector::Bindings.
using Sizes = std::map<std::string, std::int64_t>;

// The value of an integer expression in size parameters: + - * / % ( ), decimal integers, names;
// division rounds towards zero. A comparison (== != <= >= < >) of two such expressions is 1 or 0.
// Throws Error(input) with the position for bad syntax, a name without a value, division by zero
// or overflow of 64 bits. Thread-safe.
[[nodiscard]] std::int64_t evaluate(std::string_view expression, const Sizes& sizes);

}  // namespace clgauge::kernels
