#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "kernels/size_expression.h"

// A kernel family is described once: sources, options, tunables, NDRange rule, arguments, work,
// reference, tolerance. Tests, benchmarks, prediction and selection all read this description; it
// is plain data, free of any device. Sizes are text expressions in the family's size parameters
// (size_expression.h), so that the collector can count a variant symbolically.
namespace clgauge::kernels {

// ---- Arguments, in the order of the kernel's parameters.

// How a buffer's elements are drawn. Real data stays normal: subnormals cost fivefold.
struct Uniform {
  double low = -1;
  double high = 1;
};
// Random integers of [0, below).
struct Indices {
  std::string below;
};
using Values = std::variant<Uniform, Indices>;

enum class Role {
  input,
  output,        // poisoned before a checked run; what the kernel must not write stays poisoned
  input_output,  // filled like an input, checked like an output
};

struct BufferArgument {
  std::string name;
  std::string dtype;     // of one scalar: "float32", "float64", "int32", "uint32", "uint8"
  std::string elements;  // scalars in the buffer
  Role role = Role::input;
  Values values = Uniform{};
};
// Whether it holds integers that no run of the kernel changes: they may decide what it does, and
// are known before it runs.
[[nodiscard]] bool holds_given_integers(const BufferArgument& buffer);

struct LocalArgument {
  std::string name;
  std::string bytes;
};
// An integer scalar is a size expression; it is what loops and guards depend on.
struct IntegerArgument {
  std::string name;
  std::string dtype;  // "int32", "uint32", "int64", "uint64"
  std::string value;
};
struct RealArgument {
  std::string name;
  std::string dtype;  // "float32", "float64"
  double value = 0;
};
using Argument = std::variant<BufferArgument, LocalArgument, IntegerArgument, RealArgument>;

// ---- Reference.

// Buffers by argument name, as doubles whatever their dtype (integers up to 2^53 are exact).
using Arrays = std::map<std::string, std::vector<double>>;

// Serial, in double precision. Takes the inputs (and the old values of input_output buffers) and
// returns every output and input_output buffer. NaN marks an element that must not be written.
using Reference = std::function<Arrays(const Sizes&, const Arrays&)>;

// ---- Families.

struct Variant {
  std::string name;                                // unique in its family: "naive", "tiled16"
  std::string file;                                // below the kernel folder: "matmul/tiled.cl"
  std::string kernel;                              // function in that file
  std::map<std::string, std::int64_t> parameters;  // tunables, passed as -DNAME=value
  std::string options;                             // further build options
  std::vector<std::string> global;                 // NDRange: one to three expressions
  std::vector<std::string> local;                  // group shape, same length
  std::vector<std::string> constraints;            // comparisons that the sizes must fulfil
  std::vector<Argument> arguments;
  Reference reference;
  // Largest |result - reference| of an element, relative to the largest |reference| of its buffer.
  double tolerance = 1e-5;
};

// Where tests draw a size from; constraints of a variant narrow it further.
struct SizeRange {
  std::int64_t least = 1;
  std::int64_t most = 1;
};

struct Family {
  std::string name;     // "matmul"
  std::string group;    // "target", or "heldout": must not influence any choice of a model
  std::string summary;  // one line: what is computed
  // Useful work of any variant, by size: floating-point operations, and bytes to and from memory
  // if every array element moved exactly once.
  std::string flops;
  std::string bytes;
  std::map<std::string, SizeRange> test_sizes;  // small enough for a serial reference
  std::vector<Sizes> evaluation_sizes;  // from cache to memory, powers of two and neighbours
  std::vector<Variant> variants;
};

// ---- A variant at concrete sizes.

struct Launch {
  unsigned dimensions = 1;
  std::array<std::size_t, 3> global{1, 1, 1};
  std::array<std::size_t, 3> local{1, 1, 1};
};

// Refuses names that no size of the family has, and a size without a value, by Error(usage).
void check_size_names(const Family& family, const Sizes& sizes);

// The first constraint that the sizes do not fulfil; empty when the variant may run.
[[nodiscard]] std::string violated_constraint(const Variant& variant, const Sizes& sizes);

// The NDRange at these sizes. Throws Error(input) when a constraint is not fulfilled, or when the
// group shape does not divide the NDRange.
[[nodiscard]] Launch launch_of(const Variant& variant, const Sizes& sizes);

// Options for clBuildProgram: the tunables and the variant's own.
[[nodiscard]] std::string build_options(const Variant& variant);

// Bytes of one scalar of a dtype. Throws Error(input) for an unknown name.
[[nodiscard]] std::size_t bytes_of(const std::string& dtype);

// Bytes of all buffers together at these sizes.
[[nodiscard]] std::size_t buffer_bytes(const Variant& variant, const Sizes& sizes);

}  // namespace clgauge::kernels
