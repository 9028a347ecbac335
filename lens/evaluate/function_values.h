#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lens/evaluate/machine.h"

namespace clgauge::lens {

// A function of a runtime's mathematics, by its name.
struct FunctionCall {
  std::string_view
      stem;  // "sin" of sinf, __ocl_svml_z0_sinf16_native, Sleef_sind4_u10, _Z7_cl_sinDv4_f
  bool is_float = false;  // else of doubles
  unsigned lanes = 1;
  unsigned register_bytes = 16;  // in so many bytes of a vector register each argument begins anew
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

// So many registers hold an argument of so many lanes, `bytes` each; three lie as four do.
[[nodiscard]] unsigned registers_of_lanes(unsigned lanes, unsigned bytes,
                                          unsigned register_bytes) noexcept;

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

// What such a call leaves: in vector registers from the first on or, of a single number that
// becomes an integer, in rax; and where its first pointer argument leads. A lane is known if those
// of all its arguments are.
struct FunctionResult {
  static constexpr unsigned kMostRegisters = 4;
  std::array<Vector, kMostRegisters> registers{};
  unsigned register_count = 0;
  std::optional<std::uint64_t> integer{};
  // Behind a pointer, a register's bytes after the other's.
  std::array<Vector, kMostRegisters> outputs{};
  unsigned output_bytes = 0;  // of all of them
  unsigned register_bytes = 0;
  std::uint64_t output_at = 0;
};

// By the C library: devices' own may differ in the last bits. Nothing where no lane is known.
[[nodiscard]] std::optional<FunctionResult> result_of(const FunctionCall& function,
                                                      const Machine& machine);

// Whether a known lane of it is no ordinary number (MathematicsCalls).
[[nodiscard]] bool is_rare(const FunctionCall& function, const FunctionResult& result);
// The vector registers of the call's arguments; ordinary numbers in lanes that are not known.
[[nodiscard]] KeptCalls::Registers arguments_of(const FunctionCall& function,
                                                const Machine& machine);

}  // namespace clgauge::lens
