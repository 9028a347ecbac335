#pragma once

#include <string>
#include <vector>

namespace clgauge::lens {

// Instructions to be filled in. After a '?': q, l, w, b: a general register of that size; x, y: one
// of the vector registers that VEX can name, X, Y, Z: one of all 32; k: a mask register; K: a mask
// for the destination, zeroing now and then, M: one that only merges; i: an immediate byte; s: a
// signed one; m: memory.
[[nodiscard]] std::vector<std::string> integer_templates();
[[nodiscard]] std::vector<std::string> vector_templates();
[[nodiscard]] std::vector<std::string> float_templates();

// AVX-512 as Skylake's servers have it: mask registers, moves and integers; floating point.
[[nodiscard]] std::vector<std::string> avx512_templates();
[[nodiscard]] std::vector<std::string> avx512_float_templates();
// IFMA, VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ and GFNI, which came later.
[[nodiscard]] std::vector<std::string> later_avx512_templates();
// AVX512-FP16; AVX512-BF16; AVX-VNNI, whose instructions VEX encodes.
[[nodiscard]] std::vector<std::string> half_templates();
[[nodiscard]] std::vector<std::string> bfloat_templates();
[[nodiscard]] std::vector<std::string> vex_dot_product_templates();

}  // namespace clgauge::lens
