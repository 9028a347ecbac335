#include "lens/evaluate/function_names.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>

#include "lens/evaluate/mathematics_table.h"

namespace clgauge::lens {
namespace {

using std::string_view;

// "sin" of doubles, "sinf" of floats: into `call`.
bool takes_scalar_name(string_view name, FunctionCall& call) noexcept {
  call.is_float = known_function(name) == nullptr && !name.empty() && name.back() == 'f';
  call.stem = call.is_float ? name.substr(0, name.size() - 1) : name;
  return known_function(call.stem) != nullptr;
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
    const MathematicsFunction* const entry = mathematics_function(name);
    return entry != nullptr && entry->library == MathematicsFunction::Library::c;
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
  if (!call || known_function(call->stem) == nullptr) {
    return std::nullopt;
  }
  if (!is_intels) {
    // System V: vectors of 16 and 32 bytes lie in a register each; larger ones, as the compiler
    // was told. Two of Sleef's results come as a structure.
    constexpr unsigned kLargest = 32;
    call->register_bytes = kLargest;
    const MathematicsFunction& function = *known_function(call->stem);
    if (call->registers() > 1 || (function.writes_behind_pointer() && symbol.front() != '_')) {
      return std::nullopt;
    }
    // A function that the object holds may have lost an argument that is the same in all calls.
    if (function.arguments > 1 && !is_librarys &&
        (static_cast<unsigned>(std::countr_one(vector_arguments_read)) < function.arguments ||
         function.shape != MathematicsFunction::Shape::plain)) {
      return std::nullopt;
    }
  }
  return call->registers() <= FunctionCall::kMostRegisters ? call : std::nullopt;
}

}  // namespace clgauge::lens
