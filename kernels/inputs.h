#pragma once

#include <cstdint>
#include <vector>

#include "kernels/family.h"

namespace clgauge::kernels {

// Random contents of every input and input_output buffer of a variant, rounded to the buffer's
// dtype, so that device and reference start from the same numbers. Repeatable by seed.
[[nodiscard]] Arrays random_inputs(const Variant& variant, const Sizes& sizes, std::uint64_t seed);

// Numbers as the bytes of `dtype`, and back.
[[nodiscard]] std::vector<std::byte> encode(const std::vector<double>& values,
                                            const std::string& dtype);
[[nodiscard]] std::vector<double> decode(const std::vector<std::byte>& bytes,
                                         const std::string& dtype);

}  // namespace clgauge::kernels
