#pragma once

#include <cstdint>
#include <string_view>

namespace clgauge::lens {

// A function of the C library's mathematics or of OpenCL C's, by its name for doubles ("sin").
struct MathematicsFunction {
  // What it computes of one lane: at most three numbers, the second of which may be an integer in
  // the call. `beside` goes where a pointer leads, or into the next registers.
  struct Lane {
    double x = 0, y = 0, z = 0;
    double beside = 0;
    bool is_float = false;
  };
  enum class Shape : std::uint8_t { plain, integer_second, output, pair, integer, integer_output };
  enum class Library : std::uint8_t { c, opencl };

  std::string_view name;
  unsigned arguments;
  double (*value)(Lane&);  // by the C library; null where nobody here knows it
  Shape shape = Shape::plain;
  Library library = Library::c;

  [[nodiscard]] constexpr bool writes_behind_pointer() const noexcept {
    return shape == Shape::output || shape == Shape::integer_output;
  }
};

// Null for other names. Thread-safe.
[[nodiscard]] const MathematicsFunction* mathematics_function(std::string_view name) noexcept;
// One whose values are known.
[[nodiscard]] const MathematicsFunction* known_function(std::string_view name) noexcept;

}  // namespace clgauge::lens
