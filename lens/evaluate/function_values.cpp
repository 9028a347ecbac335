#include "lens/evaluate/function_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "lens/evaluate/operands.h"

namespace clgauge::lens {
namespace {

using std::string_view;

constexpr double kPi = std::numbers::pi;

// What a function computes of one lane: at most three numbers, the second of which may be an
// integer in the call. `beside` goes where a pointer leads, or into the next registers.
struct Lane {
  double x = 0, y = 0, z = 0;
  double beside = 0;
  bool is_float = false;
};

enum class Shape : std::uint8_t { plain, integer_second, output, pair, integer, integer_output };

enum class Library : std::uint8_t { c, opencl };

struct Function {
  string_view name;
  unsigned arguments;
  double (*value)(Lane&);  // null where nobody here knows it
  Shape shape = Shape::plain;
  Library library = Library::c;
};

// sin(pi x) and its kin are exact where x is a multiple of 1/2.
double sine_of_pi(double x) {
  const double rest = std::remainder(x, 2.0);
  return std::abs(rest) == 1 ? std::copysign(0.0, x) : std::sin(kPi * rest);
}
double cosine_of_pi(double x) {
  const double rest = std::abs(std::remainder(x, 2.0));
  return rest == 0.5 ? 0.0 : std::cos(kPi * rest);
}
double logarithm_of_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}
double root(double x, double n) {
  const bool is_odd = std::fmod(n, 2.0) != 0;
  return x < 0 && is_odd ? -std::pow(-x, 1 / n) : std::pow(x, 1 / n);
}

constexpr Function kFunctions[] = {
    {"acos", 1, [](Lane& l) { return std::acos(l.x); }},
    {"acosh", 1, [](Lane& l) { return std::acosh(l.x); }},
    {"acospi", 1, [](Lane& l) { return std::acos(l.x) / kPi; }, Shape::plain, Library::opencl},
    {"asin", 1, [](Lane& l) { return std::asin(l.x); }},
    {"asinh", 1, [](Lane& l) { return std::asinh(l.x); }},
    {"asinpi", 1, [](Lane& l) { return std::asin(l.x) / kPi; }, Shape::plain, Library::opencl},
    {"atan", 1, [](Lane& l) { return std::atan(l.x); }},
    {"atan2", 2, [](Lane& l) { return std::atan2(l.x, l.y); }},
    {"atan2pi", 2, [](Lane& l) { return std::atan2(l.x, l.y) / kPi; }, Shape::plain,
     Library::opencl},
    {"atanh", 1, [](Lane& l) { return std::atanh(l.x); }},
    {"atanpi", 1, [](Lane& l) { return std::atan(l.x) / kPi; }, Shape::plain, Library::opencl},
    {"cbrt", 1, [](Lane& l) { return std::cbrt(l.x); }},
    {"ceil", 1, [](Lane& l) { return std::ceil(l.x); }},
    {"copysign", 2, [](Lane& l) { return std::copysign(l.x, l.y); }},
    {"cos", 1, [](Lane& l) { return std::cos(l.x); }},
    {"cosh", 1, [](Lane& l) { return std::cosh(l.x); }},
    {"cospi", 1, [](Lane& l) { return cosine_of_pi(l.x); }, Shape::plain, Library::opencl},
    {"div", 2, [](Lane& l) { return l.x / l.y; }, Shape::plain, Library::opencl},
    {"erf", 1, [](Lane& l) { return std::erf(l.x); }},
    {"erfc", 1, [](Lane& l) { return std::erfc(l.x); }},
    {"exp", 1, [](Lane& l) { return std::exp(l.x); }},
    {"exp10", 1, [](Lane& l) { return std::pow(10.0, l.x); }},
    {"exp2", 1, [](Lane& l) { return std::exp2(l.x); }},
    {"expm1", 1, [](Lane& l) { return std::expm1(l.x); }},
    {"fabs", 1, [](Lane& l) { return std::abs(l.x); }},
    {"fdim", 2, [](Lane& l) { return std::fdim(l.x, l.y); }},
    {"floor", 1, [](Lane& l) { return std::floor(l.x); }},
    {"fma", 3, [](Lane& l) { return std::fma(l.x, l.y, l.z); }},
    {"fmax", 2, [](Lane& l) { return std::fmax(l.x, l.y); }},
    {"fmin", 2, [](Lane& l) { return std::fmin(l.x, l.y); }},
    {"fmod", 2, [](Lane& l) { return std::fmod(l.x, l.y); }},
    {"fract", 1,
     [](Lane& l) {
       l.beside = std::floor(l.x);
       return l.x - l.beside;
     },
     Shape::output, Library::opencl},
    {"frexp", 1,
     [](Lane& l) {
       int exponent = 0;
       const double fraction = std::frexp(l.x, &exponent);
       l.beside = exponent;
       return fraction;
     },
     Shape::integer_output},
    {"hypot", 2, [](Lane& l) { return std::hypot(l.x, l.y); }},
    {"ilogb", 1, [](Lane& l) -> double { return std::ilogb(l.x); }, Shape::integer},
    {"inv", 1, [](Lane& l) { return 1 / l.x; }, Shape::plain, Library::opencl},
    {"ldexp", 2, [](Lane& l) { return std::ldexp(l.x, static_cast<int>(l.y)); },
     Shape::integer_second},
    {"lgamma", 1, [](Lane& l) { return logarithm_of_gamma(l.x); }},
    {"lgammar", 1,
     [](Lane& l) {
       int sign = 0;
       const double logarithm = ::lgamma_r(l.x, &sign);
       l.beside = sign;
       return logarithm;
     },
     Shape::integer_output, Library::opencl},
    {"log", 1, [](Lane& l) { return std::log(l.x); }},
    {"log10", 1, [](Lane& l) { return std::log10(l.x); }},
    {"log1p", 1, [](Lane& l) { return std::log1p(l.x); }},
    {"log2", 1, [](Lane& l) { return std::log2(l.x); }},
    {"logb", 1, [](Lane& l) { return std::logb(l.x); }},
    {"maxmag", 2, [](Lane& l) { return std::abs(l.x) < std::abs(l.y) ? l.y : l.x; }, Shape::plain,
     Library::opencl},
    {"minmag", 2, [](Lane& l) { return std::abs(l.y) < std::abs(l.x) ? l.y : l.x; }, Shape::plain,
     Library::opencl},
    {"modf", 1, [](Lane& l) { return std::modf(l.x, &l.beside); }, Shape::output},
    {"nan", 1, nullptr},
    {"nearbyint", 1, [](Lane& l) { return std::nearbyint(l.x); }},
    {"nextafter", 2,
     [](Lane& l) {
       return l.is_float ? static_cast<double>(
                               std::nextafter(static_cast<float>(l.x), static_cast<float>(l.y)))
                         : std::nextafter(l.x, l.y);
     }},
    {"pow", 2, [](Lane& l) { return std::pow(l.x, l.y); }},
    {"pown", 2, [](Lane& l) { return std::pow(l.x, l.y); }, Shape::integer_second, Library::opencl},
    {"powr", 2, [](Lane& l) { return std::pow(l.x, l.y); }, Shape::plain, Library::opencl},
    {"rcbrt", 1, [](Lane& l) { return 1 / std::cbrt(l.x); }, Shape::plain, Library::opencl},
    {"remainder", 2, [](Lane& l) { return std::remainder(l.x, l.y); }},
    {"remquo", 2,
     [](Lane& l) {
       constexpr double kAsIs = 128;  // of the quotient, at least seven bits are right
       const double rest = std::remainder(l.x, l.y);
       const double quotient = std::fmod(std::nearbyint((l.x - rest) / l.y), kAsIs);
       l.beside = std::isfinite(quotient) ? quotient : 0;
       return rest;
     },
     Shape::integer_output},
    {"rint", 1, [](Lane& l) { return std::nearbyint(l.x); }},
    {"rootn", 2, [](Lane& l) { return root(l.x, l.y); }, Shape::integer_second, Library::opencl},
    {"round", 1, [](Lane& l) { return std::round(l.x); }},
    {"rsqrt", 1, [](Lane& l) { return 1 / std::sqrt(l.x); }, Shape::plain, Library::opencl},
    {"sin", 1, [](Lane& l) { return std::sin(l.x); }},
    {"sincos", 1,
     [](Lane& l) {
       l.beside = std::cos(l.x);
       return std::sin(l.x);
     },
     Shape::output},
    {"sincosreg", 1,
     [](Lane& l) {
       l.beside = std::cos(l.x);
       return std::sin(l.x);
     },
     Shape::pair, Library::opencl},
    {"sinh", 1, [](Lane& l) { return std::sinh(l.x); }},
    {"sinpi", 1, [](Lane& l) { return sine_of_pi(l.x); }, Shape::plain, Library::opencl},
    {"sqrt", 1, [](Lane& l) { return std::sqrt(l.x); }},
    {"tan", 1, [](Lane& l) { return std::tan(l.x); }},
    {"tanh", 1, [](Lane& l) { return std::tanh(l.x); }},
    {"tanpi", 1, [](Lane& l) { return sine_of_pi(l.x) / cosine_of_pi(l.x); }, Shape::plain,
     Library::opencl},
    {"tgamma", 1, [](Lane& l) { return std::tgamma(l.x); }},
    {"trunc", 1, [](Lane& l) { return std::trunc(l.x); }},
};

// Asked at every call that is walked.
static_assert(std::ranges::is_sorted(kFunctions, {}, &Function::name));

const Function* entry_of(string_view stem) noexcept {
  const auto* const found = std::ranges::lower_bound(kFunctions, stem, {}, &Function::name);
  return found != std::end(kFunctions) && found->name == stem ? found : nullptr;
}

// One whose values are known.
const Function* function_named(string_view stem) noexcept {
  const Function* const found = entry_of(stem);
  return found != nullptr && found->value != nullptr ? found : nullptr;
}

// "sin" of doubles, "sinf" of floats: into `call`.
bool takes_scalar_name(string_view name, FunctionCall& call) noexcept {
  call.is_float = function_named(name) == nullptr && !name.empty() && name.back() == 'f';
  call.stem = call.is_float ? name.substr(0, name.size() - 1) : name;
  return function_named(call.stem) != nullptr;
}

unsigned leading_number(string_view text) noexcept {
  unsigned number = 0;
  for (const char digit : text.substr(0, text.find_first_not_of("0123456789"))) {
    number = std::min(number * 10 + static_cast<unsigned>(digit - '0'), 10000U);
  }
  return number;
}

// Of AVX-512 (z), AVX2 and AVX (l, e), SSE (h).
unsigned register_bytes_of(char processor) noexcept {
  switch (processor) {
    case 'z':
      return 64;
    case 'l':
    case 'e':
      return 32;
    case 'h':
      return 16;
    default:
      return 0;
  }
}

bool is_scalar_name(string_view name) noexcept {
  FunctionCall ignored;
  return takes_scalar_name(name, ignored);
}

std::optional<FunctionCall> intels(string_view symbol) {
  const auto vectors = intels_vectors(symbol, is_scalar_name);
  if (!vectors) {
    return std::nullopt;
  }
  FunctionCall call;
  takes_scalar_name(vectors->name, call);
  call.lanes = vectors->lanes;
  call.register_bytes = vectors->register_bytes;
  return call;
}

// "Sleef_sin_u10", "Sleef_sinf_u10", "Sleef_sind4_u10", "Sleef_atan2f8_u10".
std::optional<FunctionCall> sleefs(string_view symbol) {
  constexpr string_view kPrefix = "Sleef_";
  if (symbol.substr(0, kPrefix.size()) != kPrefix) {
    return std::nullopt;
  }
  FunctionCall call;
  string_view name = symbol.substr(kPrefix.size());
  if (name.substr(0, 6) == "lgamma") {  // whose second result is the sign
    return std::nullopt;
  }
  name = name.substr(0, name.find('_'));
  if (takes_scalar_name(name, call)) {
    return call;
  }
  const auto digits = name.find_last_not_of("0123456789") + 1;
  call.lanes = leading_number(name.substr(digits));
  if (digits < 2 || call.lanes == 0) {
    return std::nullopt;
  }
  call.is_float = name[digits - 1] == 'f';
  call.stem = name.substr(0, digits - 1);
  return call;
}

// PoCL's: "_Z7_cl_powDv4_fS_", "_Z14_cl_native_sinf", "_Z8_cl_pownfi".
std::optional<FunctionCall> pocls(string_view symbol) {
  if (symbol.substr(0, 2) != "_Z") {
    return std::nullopt;
  }
  const std::size_t length = leading_number(symbol.substr(2));
  const auto start = symbol.find_first_not_of("0123456789", 2);
  if (start == string_view::npos || symbol.size() <= start + length) {
    return std::nullopt;
  }
  string_view name = symbol.substr(start, length);
  string_view parameters = symbol.substr(start + length);
  constexpr string_view kPrefix = "_cl_";
  if (name.substr(0, kPrefix.size()) != kPrefix) {
    return std::nullopt;
  }
  name.remove_prefix(kPrefix.size());
  for (const string_view quality : {string_view("native_"), string_view("half_")}) {
    if (name.substr(0, quality.size()) == quality) {
      name.remove_prefix(quality.size());
    }
  }
  FunctionCall call;
  call.stem = name;
  if (parameters.substr(0, 2) == "Dv") {
    call.lanes = leading_number(parameters.substr(2));
    parameters = parameters.substr(std::min(parameters.size(), parameters.find('_') + 1));
  }
  if (parameters.empty() || (parameters.front() != 'f' && parameters.front() != 'd')) {
    return std::nullopt;
  }
  call.is_float = parameters.front() == 'f';
  return call;
}

unsigned element_bytes(const FunctionCall& call) noexcept { return call.is_float ? 4 : 8; }

// Vectors of three lie as vectors of four.
unsigned registers_of(const FunctionCall& call, unsigned bytes) noexcept {
  return registers_of_lanes(call.lanes, bytes, call.register_bytes);
}

double number_in(const Vector& from, unsigned at, bool is_float) noexcept {
  return is_float ? static_cast<double>(lane<float>(from, at)) : lane<double>(from, at);
}

void put_number(Vector& to, unsigned at, bool is_float, double value) noexcept {
  is_float ? set_lane<float>(to, at, static_cast<float>(value)) : set_lane<double>(to, at, value);
  const unsigned bytes = is_float ? 4 : 8;
  to.unknown &= ~(low_bits(bytes) << (at * bytes));
}

constexpr unsigned kIntegerBytes = 4;  // beside numbers of either type

void put_integer(Vector& to, unsigned at, double value) noexcept {
  set_lane<std::int32_t>(to, at, static_cast<std::int32_t>(value));
  to.unknown &= ~(low_bits(kIntegerBytes) << (at * kIntegerBytes));
}

bool writes_behind_pointer(const Function& function) noexcept {
  return function.shape == Shape::output || function.shape == Shape::integer_output;
}

// Reads lane `i` of the arguments; false where one is not known.
bool read_arguments(const FunctionCall& call, const Function& function, const Machine& m,
                    unsigned i, Lane& lane_of) {
  const unsigned bytes = element_bytes(call);
  const unsigned each = call.register_bytes / bytes;
  unsigned first = 0;
  lane_of.is_float = call.is_float;
  for (unsigned k = 0; k < function.arguments; ++k) {
    double& to = k == 0 ? lane_of.x : k == 1 ? lane_of.y : lane_of.z;
    if (k == 1 && function.shape == Shape::integer_second) {
      if (call.lanes == 1) {  // in edi
        const Scalar& integer = m.general[kRdi];
        to = static_cast<double>(static_cast<std::int32_t>(integer.value));
        return (integer.unknown & 0xFU) == 0;
      }
      const unsigned integers = call.register_bytes / 4;
      const Vector& from = m.vector[first + i / integers];
      to = static_cast<double>(lane<std::int32_t>(from, i % integers));
      return (from.unknown >> (i % integers * 4) & 0xFU) == 0;
    }
    const Vector& from = m.vector[first + i / each];
    if ((from.unknown >> (i % each * bytes) & low_bits(bytes)) != 0) {
      return false;
    }
    to = number_in(from, i % each, call.is_float);
    first += registers_of(call, bytes);
  }
  return true;
}

}  // namespace

unsigned registers_of_lanes(unsigned lanes, unsigned bytes, unsigned register_bytes) noexcept {
  const unsigned held = lanes == 3 ? 4 : lanes;
  return std::max(1U, (held * bytes + register_bytes - 1) / register_bytes);
}

std::optional<IntelsVectors> intels_vectors(string_view symbol, bool (*is_name)(string_view)) {
  constexpr string_view kPrefix = "__ocl_svml_";
  constexpr std::size_t kProcessor = 3;  // "z0_"
  if (symbol.substr(0, kPrefix.size()) != kPrefix || symbol.size() < kPrefix.size() + kProcessor) {
    return std::nullopt;
  }
  IntelsVectors vectors;
  vectors.register_bytes = register_bytes_of(symbol[kPrefix.size()]);
  string_view name = symbol.substr(kPrefix.size() + kProcessor);
  name = name.substr(0, name.find_last_of("0123456789") + 1);
  for (const unsigned lanes : {32U, 16U, 8U, 4U, 3U, 2U, 1U}) {
    const std::size_t digits = lanes < 10 ? 1 : 2;
    if (vectors.register_bytes == 0 || name.size() <= digits ||
        leading_number(name.substr(name.size() - digits)) != lanes) {
      continue;
    }
    vectors.name = name.substr(0, name.size() - digits);
    vectors.lanes = lanes;
    if (is_name == nullptr || is_name(vectors.name)) {
      return vectors;
    }
  }
  return std::nullopt;
}

bool is_of_c_library(string_view symbol) noexcept {
  const auto is_named = [](string_view name) {
    const Function* const entry = entry_of(name);
    return entry != nullptr && entry->library == Library::c;
  };
  return is_named(symbol) ||
         (symbol.ends_with('f') && is_named(symbol.substr(0, symbol.size() - 1)));
}

std::optional<FunctionCall> named_function(string_view symbol) {
  if (auto call = pocls(symbol)) {
    return call;
  }
  return sleefs(symbol);
}

std::optional<FunctionCall> function_called(string_view symbol, unsigned vector_arguments_read) {
  FunctionCall librarys;
  const bool is_librarys = takes_scalar_name(symbol, librarys);
  std::optional<FunctionCall> call = is_librarys ? librarys : intels(symbol);
  const bool is_intels = !is_librarys && call.has_value();
  if (!call) {
    call = sleefs(symbol);
  }
  if (!call) {
    call = pocls(symbol);
  }
  if (!call || function_named(call->stem) == nullptr) {
    return std::nullopt;
  }
  if (!is_intels) {
    // System V: vectors of 16 and 32 bytes lie in a register each; larger ones, as the compiler
    // was told. Two of Sleef's results come as a structure.
    constexpr unsigned kLargest = 32;
    call->register_bytes = kLargest;
    const Function& function = *function_named(call->stem);
    if (registers_of(*call, element_bytes(*call)) > 1 ||
        (writes_behind_pointer(function) && symbol.front() != '_')) {
      return std::nullopt;
    }
    // A function that the object holds may have lost an argument that is the same in all calls.
    if (function.arguments > 1 && !is_librarys &&
        (static_cast<unsigned>(std::countr_one(vector_arguments_read)) < function.arguments ||
         function.shape != Shape::plain)) {
      return std::nullopt;
    }
  }
  return registers_of(*call, element_bytes(*call)) <= FunctionResult::kMostRegisters / 2
             ? call
             : std::nullopt;
}

std::optional<FunctionResult> result_of(const FunctionCall& call, const Machine& m) {
  const Function& function = *function_named(call.stem);
  const unsigned bytes = element_bytes(call);
  const unsigned each = call.register_bytes / bytes;
  const unsigned registers = registers_of(call, bytes);
  FunctionResult result;
  const unsigned integers = call.register_bytes / kIntegerBytes;  // in a register
  result.register_count = function.shape == Shape::pair      ? 2 * registers
                          : function.shape != Shape::integer ? registers
                          : call.lanes == 1                  ? 0
                                            : (call.lanes + integers - 1) / integers;
  for (Vector& vector : result.registers) {
    vector.unknown = ~std::uint64_t{0};
  }
  for (Vector& vector : result.outputs) {
    vector.unknown = ~std::uint64_t{0};
  }
  bool is_any_known = false;
  for (unsigned i = 0; i < call.lanes; ++i) {
    Lane lane_of;
    if (!read_arguments(call, function, m, i, lane_of)) {
      continue;
    }
    is_any_known = true;
    const double value = function.value(lane_of);
    if (function.shape == Shape::integer) {
      if (call.lanes == 1) {
        result.integer = static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
      } else {
        put_integer(result.registers.at(i / integers), i % integers, value);
      }
      continue;
    }
    put_number(result.registers.at(i / each), i % each, call.is_float, value);
    if (function.shape == Shape::pair) {
      put_number(result.registers.at(registers + i / each), i % each, call.is_float,
                 lane_of.beside);
    } else if (function.shape == Shape::output) {
      put_number(result.outputs.at(i / each), i % each, call.is_float, lane_of.beside);
    } else if (function.shape == Shape::integer_output) {
      put_integer(result.outputs.at(i / integers), i % integers, lane_of.beside);
    }
  }
  if (!is_any_known) {
    return std::nullopt;
  }
  // What lies above a single number is anybody's: no compiler's code goes by it, but masks that
  // whole registers make have bits of it beside the one that counts.
  if (call.lanes == 1) {
    for (unsigned i = 0; i < result.register_count; ++i) {
      result.registers.at(i).unknown &= ~(low_bits(call.register_bytes) & ~low_bits(bytes));
    }
  }
  if (writes_behind_pointer(function) && m.general[kRdi].unknown == 0) {
    result.output_at = m.general[kRdi].value;
    result.output_bytes =
        call.lanes * (function.shape == Shape::integer_output ? kIntegerBytes : bytes);
    result.register_bytes = call.register_bytes;
  }
  return result;
}

bool is_rare(const FunctionCall& call, const FunctionResult& result) {
  if (result.register_count == 0) {
    return false;
  }
  if (const Function* const function = function_named(call.stem);
      function != nullptr && function->shape == Shape::integer) {
    return false;
  }
  const unsigned bytes = element_bytes(call);
  const unsigned each = call.register_bytes / bytes;
  for (unsigned i = 0; i < call.lanes; ++i) {
    const Vector& in = result.registers.at(i / each);
    if ((in.unknown >> (i % each * bytes) & low_bits(bytes)) != 0) {
      continue;
    }
    const bool is_ordinary = call.is_float ? std::isnormal(lane<float>(in, i % each))
                                           : std::isnormal(lane<double>(in, i % each));
    if (!is_ordinary) {
      return true;
    }
  }
  return false;
}

KeptCalls::Registers arguments_of(const FunctionCall& call, const Machine& m) {
  constexpr double kOrdinary = 0.75;
  const unsigned bytes = element_bytes(call);
  KeptCalls::Registers arguments;
  for (std::size_t r = 0; r < arguments.size(); ++r) {
    Vector vector = m.vector[r];
    for (unsigned i = 0; i < vector.bytes.size() / bytes; ++i) {
      if ((vector.unknown >> (i * bytes) & low_bits(bytes)) != 0) {
        put_number(vector, i, call.is_float, kOrdinary);
      }
    }
    arguments.at(r) = vector.bytes;
  }
  return arguments;
}

}  // namespace clgauge::lens
