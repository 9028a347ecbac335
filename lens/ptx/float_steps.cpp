#include "lens/ptx/float_steps.h"

#include <algorithm>
#include <array>
#include <optional>

namespace clgauge::lens::ptx {
namespace {

struct FloatOperation {
  std::string_view opcode;
  Code code;
  std::uint8_t sources;
  bool is_of_floats_only;
};
constexpr std::array<FloatOperation, 20> kOperations{
    {{"add", Code::float_add, 2, false},    {"sub", Code::float_sub, 2, false},
     {"mul", Code::float_mul, 2, false},    {"fma", Code::float_fma, 3, true},
     {"mad", Code::float_fma, 3, false},    {"div", Code::float_div, 2, false},
     {"rcp", Code::float_rcp, 1, true},     {"sqrt", Code::float_sqrt, 1, true},
     {"rsqrt", Code::float_rsqrt, 1, true}, {"min", Code::float_min, 2, false},
     {"max", Code::float_max, 2, false},    {"abs", Code::float_abs, 1, false},
     {"neg", Code::float_neg, 1, false},    {"copysign", Code::float_copysign, 2, true},
     {"ex2", Code::float_exp2, 1, true},    {"lg2", Code::float_log2, 1, true},
     {"sin", Code::float_sin, 1, true},     {"cos", Code::float_cos, 1, true},
     {"tanh", Code::float_tanh, 1, true},   {"testp", Code::float_test, 1, true}}};

const FloatOperation* operation_of(std::string_view opcode) {
  const auto* const found =
      std::find_if(kOperations.begin(), kOperations.end(),
                   [&](const FloatOperation& one) { return one.opcode == opcode; });
  return found == kOperations.end() ? nullptr : found;
}

// "rn", "rzi", ...
bool set_rounding(std::string_view word, FloatForm& form) {
  const bool is_integral = word.size() == 3 && word.ends_with('i');
  const std::string_view way = is_integral ? word.substr(0, 2) : word;
  if (way == "rn") {
    form.rounding = Rounding::to_nearest;
  } else if (way == "rz") {
    form.rounding = Rounding::towards_zero;
  } else if (way == "rm") {
    form.rounding = Rounding::down;
  } else if (way == "rp") {
    form.rounding = Rounding::up;
  } else {
    return false;
  }
  form.is_integral = is_integral;
  return true;
}

// Nothing for modifiers that are not evaluated.
std::optional<FloatForm> form_of(const Named& named) {
  constexpr std::array<std::string_view, 6> kSayNothing{"approx", "full", "and", "or", "xor", "to"};
  FloatForm form;
  for (const std::string& modifier : named.code.modifiers) {
    if (modifier == "ftz") {
      form.flushes = true;
    } else if (modifier == "sat") {
      form.saturates = true;
    } else if (modifier == "NaN") {
      form.keeps_nan = true;
    } else if (!type_of(modifier) && !set_rounding(modifier, form) &&
               std::find(kSayNothing.begin(), kSayNothing.end(), modifier) == kSayNothing.end()) {
      return std::nullopt;
    }
  }
  return form;
}

bool is_brain_float(std::string_view name) { return name == "bf16"; }

// One number in a register, and not of those for matrices alone.
bool is_evaluated(const Type& type, std::string_view name) {
  return type.is_floating() && type.lanes == 1 && name != "tf32";
}

template <typename Choice>
std::optional<std::uint8_t> choice_of(const Named& named, const Choice& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (named.has(names.at(i))) {
      return static_cast<std::uint8_t>(i);
    }
  }
  return std::nullopt;
}

bool emit_test(const Named& named) {
  constexpr std::array<const char*, 6> kTests{"finite",     "infinite", "number",
                                              "notanumber", "normal",   "subnormal"};
  const auto test = choice_of(named, kTests);
  if (test) {
    named.emit.put(Code::float_test, named.type().bits, false, named.target(), {named.source(1)});
    named.emit.program().steps.back().option = *test;
  }
  return test.has_value();
}

}  // namespace

bool is_floating_opcode(std::string_view opcode) {
  const FloatOperation* const operation = operation_of(opcode);
  return operation != nullptr && operation->is_of_floats_only;
}

bool takes_floats(const Named& named, const Type& type) {
  return type.is_floating() && type.lanes == 1 &&
         std::none_of(
             named.type_names.begin(), named.type_names.end(),
             [](const std::string& name) { return is_brain_float(name) || name == "tf32"; });
}

std::int32_t put_float(const Named& named, Code code, unsigned bits, std::int32_t to,
                       const std::vector<std::int32_t>& from, std::uint8_t option) {
  named.emit.put(code, bits, false, to, from);
  Step& step = named.emit.program().steps.back();
  step.option = option;
  step.form = form_of(named).value_or(FloatForm{.flushes = named.has("ftz")});
  return to;
}

std::int32_t compared_floats(const Named& named) {
  constexpr std::array<const char*, 14> kRelations{"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                                   "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
  const auto relation = choice_of(named, kRelations);
  if (!relation) {
    named.emit.fail("expected a comparison");
  }
  const unsigned bits = named.types.back().bits;
  Emitter& emit = named.emit;
  return put_float(named, Code::float_compare, bits, emit.fresh_slot(),
                   {emit.source(emit.operand(1), bits), emit.source(emit.operand(2), bits)},
                   *relation);
}

bool emit_float(const Named& named) {
  const FloatOperation* const operation = operation_of(named.code.opcode);
  if (operation == nullptr || named.types.size() != 1 || !takes_floats(named, named.type())) {
    return false;
  }
  if (operation->code == Code::float_test) {
    return emit_test(named);
  }
  const auto form = form_of(named);
  if (!form || named.code.operands.size() != operation->sources + std::size_t{1}) {
    return false;
  }
  Code code = operation->code;
  if (named.type().bits == 64 && named.has("approx")) {
    code = code == Code::float_rcp     ? Code::float_rough_rcp
           : code == Code::float_rsqrt ? Code::float_rough_rsqrt
                                       : code;
  }
  std::vector<std::int32_t> from;
  for (std::size_t i = 1; i <= operation->sources; ++i) {
    from.push_back(named.source(i));
  }
  put_float(named, code, named.type().bits, named.target(), from);
  return true;
}

bool emit_float_conversion(const Named& named) {
  const Type to = named.types[0];
  const Type from = named.types[1];
  auto form = form_of(named);
  const auto is_one = [&](std::size_t i) {
    return named.types[i].is_integer() || is_evaluated(named.types[i], named.type_names[i]);
  };
  if (!form || !is_one(0) || !is_one(1) || named.code.operands.size() != 2) {
    return false;
  }
  form->is_bfloat = is_brain_float(named.type_names[0]) || is_brain_float(named.type_names[1]);
  const bool is_other_bfloat = form->is_bfloat && ((to.bits == 16 && from.bits == 16) ||
                                                   form->rounding != Rounding::to_nearest);
  if (is_other_bfloat) {
    return false;
  }
  // Floats of the same width are rounded to integers only where the rounding says so.
  Emitter& emit = named.emit;
  const std::int32_t source = emit.source(emit.operand(1), from.bits);
  const Code code = to.is_integer()     ? Code::float_to_integer
                    : from.is_integer() ? Code::integer_to_float
                                        : Code::float_convert;
  const Type& integer = to.is_integer() ? to : from;
  const unsigned register_bits = emit.bits_of(emit.operand(0));
  const bool extends = to.is_integer() && register_bits > to.bits;
  const std::int32_t result = emit.target(emit.operand(0));
  emit.put(code, to.bits, integer.is_signed(), extends ? emit.fresh_slot() : result, {source});
  Step& step = emit.program().steps.back();
  step.option = from.bits;
  step.form = *form;
  if (extends) {
    const std::int32_t made = step.target;
    emit.put(Code::extend, register_bits, to.is_signed(), result, {made});
    emit.program().steps.back().option = to.bits;
  }
  return true;
}

}  // namespace clgauge::lens::ptx
