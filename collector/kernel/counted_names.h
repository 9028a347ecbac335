#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

// The names under which the collector counts what a kernel does: it counts under no other, and
// whoever asks for a count under another has mistyped it.
namespace clgauge::collector {

struct CountedAs {
  std::string_view builtin;
  std::string_view name;
};

// Builtins that count under another name than their own.
inline constexpr std::array<CountedAs, 19> kCountedAs{{{"mad", "madd"},
                                                       {"fma", "madd"},
                                                       {"fmin", "minmax"},
                                                       {"fmax", "minmax"},
                                                       {"min", "minmax"},
                                                       {"max", "minmax"},
                                                       {"fabs", "abs"},
                                                       {"abs_diff", "abs"},
                                                       {"select", "select"},
                                                       {"bitselect", "bit"},
                                                       {"rotate", "bit"},
                                                       {"add_sat", "add"},
                                                       {"sub_sat", "add"},
                                                       {"hadd", "add"},
                                                       {"rhadd", "add"},
                                                       {"mul_hi", "mul"},
                                                       {"mad_hi", "madd"},
                                                       {"mad_sat", "madd"},
                                                       {"clamp", "minmax"}}};

// Kinds of operations, then the builtins of OpenCL C 3.0 that count under their own name.
inline constexpr std::string_view kOperations[] = {
    "add", "mul", "madd", "div", "rem", "neg", "cmp", "select", "minmax", "abs", "bit", "cvt",
    "sqrt", "atomic",
    // of numbers with a fraction
    "acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi", "atanh",
    "atanpi", "cbrt", "ceil", "copysign", "cos", "cosh", "cospi", "erf", "erfc", "exp", "exp10",
    "exp2", "expm1", "fdim", "floor", "fmod", "fract", "frexp", "half_cos", "half_divide",
    "half_exp", "half_exp10", "half_exp2", "half_log", "half_log10", "half_log2", "half_powr",
    "half_recip", "half_rsqrt", "half_sin", "half_sqrt", "half_tan", "hypot", "ilogb", "ldexp",
    "lgamma", "lgamma_r", "log", "log10", "log1p", "log2", "logb", "maxmag", "minmag", "modf",
    "nan", "native_cos", "native_divide", "native_exp", "native_exp10", "native_exp2", "native_log",
    "native_log10", "native_log2", "native_powr", "native_recip", "native_rsqrt", "native_sin",
    "native_sqrt", "native_tan", "nextafter", "pow", "pown", "powr", "remainder", "remquo", "rint",
    "rootn", "round", "rsqrt", "sign", "sin", "sincos", "sinh", "sinpi", "smoothstep", "step",
    "tan", "tanh", "tanpi", "tgamma", "trunc",
    // relational
    "all", "any", "isequal", "isfinite", "isgreater", "isgreaterequal", "isinf", "isless",
    "islessequal", "islessgreater", "isnan", "isnormal", "isnotequal", "isordered", "isunordered",
    "signbit",
    // of integers and of vectors
    "bit_reverse", "bitfield_extract_signed", "bitfield_extract_unsigned", "bitfield_insert", "clz",
    "ctz", "dot", "popcount", "shuffle", "shuffle2", "upsample"};

// How the names of the other builtins begin: of images, groups, address spaces and vendors,
// hundreds.
inline constexpr std::string_view kOperationFamilies[] = {
    "read_image", "write_image", "get_image", "sub_group_", "work_group_", "get_fence",
    "to_",        "dot_",        "amd_",      "arm_",       "intel_"};

inline constexpr std::string_view kSyncKinds[] = {
    "barrier_local",     "barrier_global", "barrier_local_global", "barrier_sub_group", "fence",
    "wait_group_events", "async_copy"};

[[nodiscard]] constexpr bool is_operation(std::string_view name) {
  return std::find(std::begin(kOperations), std::end(kOperations), name) != std::end(kOperations) ||
         std::any_of(std::begin(kOperationFamilies), std::end(kOperationFamilies),
                     [&](std::string_view family) { return name.starts_with(family); });
}

[[nodiscard]] constexpr bool is_sync_kind(std::string_view name) {
  return std::find(std::begin(kSyncKinds), std::end(kSyncKinds), name) != std::end(kSyncKinds);
}

}  // namespace clgauge::collector
