#include "lens/evaluate/runtime_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "lens/evaluate/argument_reduction.h"
#include "lens/evaluate/conversion_calls.h"
#include "lens/evaluate/function_values.h"
#include "lens/evaluate/operands.h"
#include "lens/evaluate/walked_calls.h"

namespace clgauge::lens {
namespace {

using std::string_view;

constexpr std::array<string_view, 2> kSvmlPrefixes{"__ocl_svml_", "__svml_"};
constexpr unsigned kMostOutputBytes = 256;  // of a pointer argument of sincos, modf and the like

bool starts_with_any(string_view text, std::initializer_list<string_view> prefixes) noexcept {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](string_view prefix) { return text.substr(0, prefix.size()) == prefix; });
}

// "_Z7_cl_powff" is _cl_pow.
string_view without_mangling(string_view symbol) noexcept {
  if (symbol.substr(0, 2) != "_Z") {
    return symbol;
  }
  symbol.remove_prefix(2);
  while (!symbol.empty() && symbol.front() >= '0' && symbol.front() <= '9') {
    symbol.remove_prefix(1);
  }
  return symbol;
}

bool is_svml(string_view symbol) noexcept {
  return starts_with_any(symbol, {kSvmlPrefixes[0], kSvmlPrefixes[1]});
}

struct VectorDivision {
  bool remainder = false;
  bool is_signed = false;
  unsigned lanes = 0;
};

// "__ocl_svml_l9_irem8": signed 32-bit remainders of eight lanes.
std::optional<VectorDivision> vector_division(string_view symbol) {
  if (!is_svml(symbol)) {
    return std::nullopt;
  }
  const auto digits = symbol.find_last_not_of("0123456789") + 1;
  const auto name = symbol.rfind('_', digits);
  const string_view stem = symbol.substr(name + 1, digits - name - 1);
  unsigned lanes = 0;
  for (const char digit : symbol.substr(digits)) {
    lanes = lanes * 10 + static_cast<unsigned>(digit - '0');
  }
  if (lanes == 0 || lanes > 16) {
    return std::nullopt;
  }
  if (stem == "idiv" || stem == "irem") {
    return VectorDivision{stem == "irem", true, lanes};
  }
  if (stem == "udiv" || stem == "urem") {
    return VectorDivision{stem == "urem", false, lanes};
  }
  return std::nullopt;
}

std::uint32_t divide(const VectorDivision& how, std::uint32_t a, std::uint32_t b) noexcept {
  if (!how.is_signed) {
    return how.remainder ? a % b : a / b;
  }
  const auto x = static_cast<std::int64_t>(static_cast<std::int32_t>(a));
  const auto y = static_cast<std::int64_t>(static_cast<std::int32_t>(b));
  return static_cast<std::uint32_t>(how.remainder ? x % y : x / y);
}

void divide_vectors(Machine& m, const Operation& op, const VectorDivision& how, Vector& result) {
  const Vector& a = m.vector[0];
  const Vector& b = m.vector[1];
  result = Vector{};
  result.unknown = whole_lanes(a.unknown | b.unknown, 4) & low_bits(4 * how.lanes);
  result.origin = a.unknown != 0 ? a.origin : b.origin;
  for (unsigned i = 0; i < how.lanes; ++i) {
    if ((result.unknown >> (4 * i) & 1U) != 0) {
      continue;
    }
    const auto divisor = lane<std::uint32_t>(b, i);
    if (divisor == 0) {  // masked-off lanes, say: the result is nobody's
      result.unknown |= 0xFULL << (4 * i);
      result.origin = computed_at(op);
    } else {
      set_lane(result, i, divide(how, lane<std::uint32_t>(a, i), divisor));
    }
  }
}

Origin called_at(const Operation& op) { return {op.instruction, Origin::Kind::called, 0}; }

// What a callee keeps: System V's registers; Intel's mathematics more of them, as LLVM's calling
// convention intel_ocl_bicc says.
struct KeptRegisters {
  unsigned first_vector = 32;  // this and all behind it
  unsigned first_mask = 8;
  bool rsi = false;
};

KeptRegisters kept_registers(string_view symbol) {
  if (!is_svml(symbol)) {
    return {};
  }
  // "__ocl_svml_z0_expf16": z is AVX-512, where the upper half of the registers is kept.
  return symbol.find("svml_z") != string_view::npos ? KeptRegisters{16, 4, true}
                                                    : KeptRegisters{8, 8, false};
}

// In which a function hands on what it returns, at most. No program goes by what a callee leaves in
// the others that it does not keep: they only lend lanes, which decide nothing, to operations of
// scalars (a conversion's upper lanes), and are zeros as they are where a kernel begins.
constexpr unsigned kVectorsOfResults = 4;

void forget_registers(Machine& m, const Operation& op, const KeptRegisters& kept) {
  for (const unsigned reg : {kRax, kRcx, kRdx, kRsi, kRdi, kR8, kR9, 10U, 11U}) {
    if (reg != kRsi || !kept.rsi) {
      m.general[reg].unknown = 0xFF;
      m.general[reg].origin = called_at(op);
    }
  }
  m.flags.unknown = Flags::all;
  m.flags.origin = called_at(op);
  for (unsigned reg = 0; reg < kept.first_vector; ++reg) {
    m.vector[reg] = Vector{};
    if (reg < kVectorsOfResults) {
      m.vector[reg].unknown = ~std::uint64_t{0};
      m.vector[reg].origin = called_at(op);
    }
  }
  for (unsigned reg = 0; reg < kept.first_mask; ++reg) {
    m.mask[reg].unknown = ~std::uint64_t{0};
    m.mask[reg].origin = called_at(op);
  }
}

unsigned number_at(string_view text, std::size_t at) {
  unsigned number = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && number < 1000; ++at) {
    number = number * 10 + static_cast<unsigned>(text[at] - '0');
  }
  return number;
}

// Where the name begins that follows the processor's ("__ocl_svml_z0_sinf16").
std::size_t svml_name_at(string_view symbol) noexcept {
  const auto after_processor = symbol.find('_', symbol.find("svml_") + 5);
  return after_processor == string_view::npos ? 0 : after_processor + 1;
}

// How much a function writes behind a pointer at most: return addresses lie close by.
unsigned most_output_bytes(string_view symbol) {
  const auto mentions = [&](string_view part) { return symbol.find(part) != string_view::npos; };
  const bool is_integer = mentions("frexp") || mentions("remquo") || mentions("lgamma");
  const unsigned element = is_integer || computes_floats(symbol) ? 4 : 8;
  if (is_of_c_library(symbol)) {
    return element;
  }
  unsigned lanes = 1;
  if (is_svml(symbol)) {  // "__ocl_svml_z0_sincosf16_native"
    const auto digits = symbol.find_first_of("0123456789", svml_name_at(symbol));
    lanes = digits == string_view::npos ? 0 : number_at(symbol, digits);
    return lanes == 0 ? kMostOutputBytes : std::min(kMostOutputBytes, lanes * element);
  }
  if (symbol.substr(0, 2) != "_Z") {
    return kMostOutputBytes;
  }
  for (auto at = symbol.find("Dv"); at != string_view::npos; at = symbol.find("Dv", at + 2)) {
    lanes = std::max(lanes, number_at(symbol, at + 2));
  }
  return std::min(kMostOutputBytes, lanes * element);
}

// Integer registers that may hold a function's pointers; what lies in further ones is the caller's.
std::span<const unsigned> pointer_arguments(string_view symbol) {
  static constexpr std::array kRegisters{kRdi, kRsi, kRdx, kRcx, kR8, kR9};
  if (is_svml(symbol)) {
    return std::span(kRegisters).first(1);
  }
  if (is_of_c_library(symbol)) {  // void sincosf(float, float *sine, float *cosine)
    return std::span(kRegisters).first(symbol.find("sincos") == string_view::npos ? 1 : 2);
  }
  return kRegisters;
}

// Memory that pointer arguments lead to, if the function writes through pointers. What the first of
// them leads to is seen to be stored by the call: who loads it waits for what the function makes.
void forget_outputs(Machine& m, const Operation& op, string_view symbol, bool is_known) {
  if (!writes_through_pointers(symbol)) {
    return;
  }
  const unsigned most = most_output_bytes(symbol);
  bool is_first = true;
  for (const unsigned reg : pointer_arguments(symbol)) {
    const Scalar& pointer = m.general[reg];
    // No output lies across the kernel's own return address.
    const std::uint64_t frame_end = initial_stack_pointer(m.layout);
    if (pointer.unknown == 0 && pointer.value >= m.layout.local && pointer.value < frame_end) {
      const std::uint64_t bytes = std::min<std::uint64_t>(most, frame_end - pointer.value);
      if (is_first && m.memory.holds(pointer.value, static_cast<unsigned>(bytes))) {
        m.touch(op, pointer.value, static_cast<unsigned>(bytes), true);
        is_first = false;
      }
      if (!is_known) {
        m.memory.forget(pointer.value, bytes);
      }
    }
  }
}

// Where argReductionS leaves its results.
struct ReducedAngleAt {
  ReducedAngle angle;
  std::uint64_t rest = 0;
  std::uint64_t rest_below = 0;
};

// Nothing where the angle, or where its parts go, is not known.
std::optional<ReducedAngleAt> angle_reduced_by(const Machine& m) {
  const Vector& angle = m.vector[0];
  const Scalar& rest = m.general[kRdi];
  const Scalar& below = m.general[kRsi];
  if ((angle.unknown & 0xFU) != 0 || rest.unknown != 0 || below.unknown != 0) {
    return std::nullopt;
  }
  const auto parts = reduced(lane<float>(angle, 0));
  return parts ? std::optional(ReducedAngleAt{*parts, rest.value, below.value}) : std::nullopt;
}

// What PoCL's sines and cosines go on with: without it, all that is computed from an angle is
// unknown, and no branch on it can be followed.
void leave_reduced(Machine& m, const ReducedAngleAt& result) {
  for (const auto& [at, value] : {std::pair(result.rest, result.angle.rest),
                                  std::pair(result.rest_below, result.angle.rest_below)}) {
    if (m.memory.holds(at, sizeof value)) {
      m.memory.store(at, &value, sizeof value, 0);
    }
  }
  m.general[kRax] = {result.angle.quadrant, 0, {}};
}

// What a function of mathematics makes of arguments that are known, so that what it decides can be
// followed.
void leave_result(Machine& m, const Operation& op, const FunctionResult& result) {
  for (unsigned i = 0; i < result.register_count; ++i) {
    m.vector[i] = result.registers.at(i);
    m.vector[i].origin = called_at(op);
  }
  if (result.integer) {
    m.general[kRax] = {*result.integer, 0, {}};
  }
  if (result.output_bytes != 0 && m.memory.holds(result.output_at, result.output_bytes)) {
    for (unsigned done = 0; done < result.output_bytes; done += result.register_bytes) {
      const Vector& output = result.outputs.at(done / result.register_bytes);
      const unsigned bytes = std::min(result.register_bytes, result.output_bytes - done);
      m.memory.store(result.output_at + done, output.bytes.data(), bytes,
                     output.unknown & low_bits(bytes));
    }
  }
}

const Scalar& known_argument(const Machine& m, const Operation& op, unsigned reg) {
  if (m.general[reg].unknown != 0) {
    m.refuse_unknown(RefusalKind::data_dependent_address, op, m.general[reg].origin);
  }
  return m.general[reg];
}

// In one piece, or a few.
constexpr std::uint64_t kFewBytes = 256;

// memset, memcpy and memmove, as accesses of the call instruction, a vector at a time.
void move_block(Machine& m, const Operation& op, bool copies) {
  constexpr unsigned kChunk = 32;
  const std::uint64_t to = known_argument(m, op, kRdi).value;
  const std::uint64_t bytes = known_argument(m, op, kRdx).value;
  // A call is one instruction, however much it moves.
  if (m.access_count > m.most_accesses || bytes / kChunk > m.most_accesses - m.access_count) {
    m.refuse(RefusalKind::step_limit, op,
             fmt::format("moves {} bytes, with which a work-group makes more than {} accesses",
                         bytes, m.most_accesses));
  }
  const Scalar from = copies ? known_argument(m, op, kRsi) : m.general[kRsi];
  // Backwards where a forward copy would overwrite what is still to be read.
  const bool backwards = copies && to - from.value < bytes;
  for (std::uint64_t done = 0; done < bytes;) {
    const auto chunk = static_cast<unsigned>(std::min<std::uint64_t>(kChunk, bytes - done));
    const std::uint64_t at = backwards ? bytes - done - chunk : done;
    Vector content;
    if (copies) {
      load_vector(m, op, from.value + at, chunk, content);
    } else {
      content.bytes.fill(static_cast<std::uint8_t>(from.value & 0xFFU));
      content.unknown = (from.unknown & 1U) != 0 ? ~std::uint64_t{0} : 0;
    }
    m.store(op, to + at, content.bytes.data(), chunk, content.unknown);
    done += chunk;
  }
  // No caller relies on vectors behind such a call; but lanes that a mask leaves out go on through
  // masks that are made of all lanes, and a mask with unknown lanes could be followed nowhere.
  forget_registers(m, op, {.first_vector = 0, .first_mask = 0});
  m.general[kRax] = {to, 0, {}};
}

}  // namespace

bool is_runtime_function(string_view symbol) noexcept {
  return is_svml(symbol) || is_of_c_library(symbol) ||
         symbol == "__lprefetch" ||  // a hint of Intel's
         starts_with_any(without_mangling(symbol), {"Sleef_", "_cl_", "__pocl_"});
}

bool computes_floats(string_view symbol) noexcept {
  if (symbol.substr(0, 2) == "_Z") {  // doubles are d and Dv4_d among the parameters
    const string_view named = without_mangling(symbol);
    const string_view parameters =
        named.substr(std::min<std::size_t>(named.size(), number_at(symbol, 2)));
    return parameters.find('d') == string_view::npos;
  }
  string_view stem = symbol;
  if (is_svml(stem)) {
    stem = stem.substr(svml_name_at(stem));
    stem = stem.substr(0, stem.find('_', stem.find_first_of("0123456789")));  // lgamma_rf16
  } else {
    if (starts_with_any(stem, {"Sleef_"})) {
      stem = stem.substr(stem.find('_') + 1);
    }
    stem = stem.substr(0, stem.find('_'));
  }
  while (!stem.empty() && stem.back() >= '0' && stem.back() <= '9') {
    stem.remove_suffix(1);
  }
  return !stem.empty() && stem.back() == 'f' && stem != "modf" && stem != "erf";
}

bool writes_through_pointers(string_view symbol) noexcept {
  const auto mentions = [&](string_view part) { return symbol.find(part) != string_view::npos; };
  const bool is_mangled = symbol.substr(0, 2) == "_Z";
  return mentions("sincos") || mentions("modf") || mentions("frexp") || mentions("fract") ||
         mentions("remquo") || mentions("lgamma_r") || mentions("lgammar") ||
         (is_mangled && mentions("P"));
}

bool takes_integer_exponent(string_view symbol) noexcept {
  const auto mentions = [&](string_view part) { return symbol.find(part) != string_view::npos; };
  return mentions("pown") || mentions("rootn") || mentions("ldexp");
}

void call_runtime(Machine& m, const Operation& op, const ImageFunction& callee) {
  const string_view symbol = callee.symbol;
  const bool moves = symbol == "memset" || symbol == "memcpy" || symbol == "memmove";
  std::string name(symbol);
  if (moves && known_argument(m, op, kRdx).value <= kFewBytes) {
    name += kOfFewBytes;
  }
  ++m.runtime_calls[name];
  m.call_sites.try_emplace(op.instruction, name);
  if (moves) {
    return move_block(m, op, symbol != "memset");
  }
  if (!is_runtime_function(symbol)) {
    m.refuse(RefusalKind::unknown_call, op,
             fmt::format("calls '{}', which may do anything", symbol));
  }
  const auto angle = reduces_angle(symbol) ? angle_reduced_by(m) : std::nullopt;
  const auto function = function_called(symbol, op.vector_arguments);
  // What a function of the object is not seen to read, the compiler may have left out.
  const bool is_sure = callee.external || (op.vector_arguments & 1U) != 0;
  auto result = function && is_sure ? result_of(*function, m) : std::nullopt;
  const auto walked = callee.external || result || (function && is_sure)
                          ? std::nullopt
                          : walk_call(m, op, symbol, callee.address);
  if (walked) {
    result = walked;
  } else if (!result) {
    result = function ? result_of(*function, m) : result_of_conversion(symbol, m);
  }
  const auto shape = function ? function : walked ? named_function(symbol) : std::nullopt;
  if (shape && result && !m.walks_mathematics) {
    MathematicsCalls& all = m.mathematics_calls;
    auto& calls = is_rare(*shape, *result) ? all.rare : all.ordinary;
    calls[std::string(symbol)].add([&] { return arguments_of(*shape, m); });
  }
  const auto division = vector_division(symbol);
  Vector quotients;
  if (division) {
    divide_vectors(m, op, *division, quotients);
  }
  forget_outputs(m, op, symbol, walked.has_value());
  forget_registers(m, op, kept_registers(symbol));
  if (division) {
    m.vector[0] = quotients;
  }
  if (angle) {
    leave_reduced(m, *angle);
  }
  if (result) {
    leave_result(m, op, *result);
  }
}

}  // namespace clgauge::lens
