#include "lens/evaluate/function_values.h"

#include <cmath>

#include "lens/evaluate/mathematics_table.h"
#include "lens/evaluate/operands.h"

namespace clgauge::lens {
namespace {

using Shape = MathematicsFunction::Shape;

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

// Reads lane `i` of the arguments; false where one is not known.
bool read_arguments(const FunctionCall& call, const MathematicsFunction& function, const Machine& m,
                    unsigned i, MathematicsFunction::Lane& lane_of) {
  const unsigned bytes = call.element_bytes();
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
    first += call.registers();
  }
  return true;
}

}  // namespace

std::optional<FunctionResult> result_of(const FunctionCall& call, const Machine& m) {
  const MathematicsFunction& function = *known_function(call.stem);
  const unsigned bytes = call.element_bytes();
  const unsigned each = call.register_bytes / bytes;
  const unsigned registers = call.registers();
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
    MathematicsFunction::Lane lane_of;
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
  if (function.writes_behind_pointer() && m.general[kRdi].unknown == 0) {
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
  if (const MathematicsFunction* const function = known_function(call.stem);
      function != nullptr && function->shape == Shape::integer) {
    return false;
  }
  const unsigned bytes = call.element_bytes();
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
  const unsigned bytes = call.element_bytes();
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
