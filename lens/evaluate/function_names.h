#pragma once

#include <optional>
#include <string_view>

namespace clgauge::lens {

// So many registers hold an argument of so many lanes, `bytes` each; three lie as four do.
[[nodiscard]] unsigned registers_of_lanes(unsigned lanes, unsigned bytes,
                                          unsigned register_bytes) noexcept;

// A function of a runtime's mathematics, by its name.
struct FunctionCall {
  // That an argument takes, at most.
  static constexpr unsigned kMostRegisters = 2;

  std::string_view
      stem;  // "sin" of sinf, __ocl_svml_z0_sinf16_native, Sleef_sind4_u10, _Z7_cl_sinDv4_f
  bool is_float = false;  // else of doubles
  unsigned lanes = 1;
  unsigned register_bytes = 16;  // in so many bytes of a vector register each argument begins anew

  [[nodiscard]] unsigned element_bytes() const noexcept { return is_float ? 4 : 8; }
  // That hold an argument.
  [[nodiscard]] unsigned registers() const noexcept {
    return registers_of_lanes(lanes, element_bytes(), register_bytes);
  }
};

// Whether it is a function of the C library's mathematics: of doubles, or of floats ("sinf").
[[nodiscard]] bool is_of_c_library(std::string_view symbol) noexcept;

// Of a function of PoCL's or Sleef's, whether its values are known or not.
[[nodiscard]] std::optional<FunctionCall> named_function(std::string_view symbol);

// Nothing for functions whose values nobody here knows, vectors whose registers are not known, and
// functions of several arguments that the object holds, unless they are seen to read all of them
// (`vector_arguments_read`, a bit each: vector_arguments.h).
[[nodiscard]] std::optional<FunctionCall> function_called(std::string_view symbol,
                                                          unsigned vector_arguments_read = 0);

// "__ocl_svml_z0_exp2f16_native" is "exp2f", sixteen lanes, in registers of AVX-512.
struct IntelsVectors {
  std::string_view name;
  unsigned lanes = 1;
  unsigned register_bytes = 16;
};

// Nothing for other names. Of "exp21" both "exp2" and "exp" may be meant: `is_name` says which are
// names.
[[nodiscard]] std::optional<IntelsVectors> intels_vectors(
    std::string_view symbol, bool (*is_name)(std::string_view) = nullptr);

}  // namespace clgauge::lens
