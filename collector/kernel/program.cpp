#include "collector/kernel/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/error.h"

namespace clgauge::collector {

using symbolic::Integer;

namespace {

// 64 bits did not suffice.
struct Narrow {};

template <typename T>
[[noreturn]] void overflow() {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    throw Narrow();
  } else {
    symbolic::throw_overflow();
  }
}

template <typename T>
T add(T a, T b) {
  T result = 0;
  if (__builtin_add_overflow(a, b, &result)) overflow<T>();
  return result;
}

template <typename T>
T subtract(T a, T b) {
  T result = 0;
  if (__builtin_sub_overflow(a, b, &result)) overflow<T>();
  return result;
}

template <typename T>
T multiply(T a, T b) {
  T result = 0;
  if (__builtin_mul_overflow(a, b, &result)) overflow<T>();
  return result;
}

template <typename T>
T floor_divide(T a, T b) {
  if (b == 0) symbolic::throw_division_by_zero();
  if (b == -1) return subtract<T>(0, a);
  const T quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

template <typename T>
T divide_exactly(T a, T b) {
  if (a % b != 0) {
    throw Error(ErrorKind::input,
                fmt::format("a count comes to {}/{}, which is not an integer: these sizes break an "
                            "assumption of the kernel's model",
                            symbolic::to_string(a), symbolic::to_string(b)));
  }
  return a / b;
}

template <typename T>
T power(T base, T exponent) {
  if (exponent < 0) return 0;
  T result = 1;
  for (; exponent > 0; --exponent) result = multiply<T>(result, base);
  return result;
}

}  // namespace

template <typename T>
class Machine {
 public:
  void run(const Program& program, const T* inputs, T* outputs) {
    constexpr std::size_t kOnStack = 256;
    std::array<T, kOnStack> small;  // NOLINT: every register is written before it is read
    std::vector<T> large;
    T* registers = small.data();
    if (program.code_.size() > kOnStack) {
      large.resize(program.code_.size());
      registers = large.data();
    }
    std::size_t next = 0;
    for (const Program::Instruction& instruction : program.code_) {
      registers[next++] = step(program, instruction, inputs, registers);
    }
    for (std::size_t i = 0; i < program.outputs_.size(); ++i) {
      outputs[i] = registers[program.outputs_[i]];
    }
  }

 private:
  using Op = Program::Op;
  static constexpr std::int64_t kMostTerms = std::int64_t{1} << 24;

  T step(const Program& program, const Program::Instruction& i, const T* inputs,
         const T* registers) {
    const auto a = [&] { return registers[i.a]; };
    const auto b = [&] { return registers[i.b]; };
    const T value = i.value;
    switch (i.op) {
      case Op::constant:
        return value;
      case Op::symbol:
        return inputs[i.a];
      case Op::add:
        return add<T>(a(), b());
      case Op::subtract:
        return subtract<T>(a(), b());
      case Op::multiply:
        return multiply<T>(a(), b());
      case Op::scale:
        return multiply<T>(a(), value);
      case Op::floor_divide:
        return floor_divide<T>(a(), b());
      case Op::floor_divide_by:
        return floor_divide<T>(a(), value);
      case Op::divide_exactly:
        return divide_exactly<T>(a(), value);
      case Op::positive:
        return std::max<T>(0, a());
      case Op::power:
        return power<T>(value, a());
      case Op::log:
        return static_cast<T>(symbolic::integer_log(value, a()));
      case Op::bit_and:
        return a() & b();
      case Op::bit_or:
        return a() | b();
      case Op::bit_xor:
        return a() ^ b();
      case Op::sum:
        return sum(program.loops_[static_cast<std::size_t>(i.value)], a(), b(), registers);
    }
    return 0;
  }

  T sum(const Program::Loop& loop, T low, T high, const T* registers) {
    std::vector<T> inputs(loop.arguments.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (loop.arguments[i] != Program::Loop::kVariable) inputs[i] = registers[loop.arguments[i]];
    }
    T total = 0;
    if (high < low) return total;
    for (T variable = low;; ++variable) {
      if (--terms_left_ < 0) {
        throw Error(ErrorKind::input,
                    "a sum has more than 2^24 terms to add up; use smaller sizes");
      }
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (loop.arguments[i] == Program::Loop::kVariable) inputs[i] = variable;
      }
      T term = 0;
      run(loop.body, inputs.data(), &term);
      total = add<T>(total, term);
      if (variable == high) return total;
    }
  }

  std::int64_t terms_left_ = kMostTerms;
};

bool Program::run_fast(std::span<const std::int64_t> inputs,
                       std::span<std::int64_t> outputs) const {
  try {
    Machine<std::int64_t>().run(*this, inputs.data(), outputs.data());
    return true;
  } catch (const Narrow&) {
    return false;
  }
}

void Program::run(std::span<const std::int64_t> inputs, std::span<Integer> outputs) const {
  std::vector<std::int64_t> narrow(outputs_.size());
  if (run_fast(inputs, narrow)) {
    std::copy(narrow.begin(), narrow.end(), outputs.begin());
    return;
  }
  const std::vector<Integer> wide(inputs.begin(), inputs.end());
  Machine<Integer>().run(*this, wide.data(), outputs.data());
}

}  // namespace clgauge::collector
