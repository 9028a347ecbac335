#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "collector/symbolic/integer.h"

namespace clgauge::symbolic {
class Context;
class Poly;
}  // namespace clgauge::symbolic

namespace clgauge::collector {

// Straight-line integer code for polynomials: each instruction writes the register of its own
// index. Immutable once built; running it is thread-safe.
class Program {
 public:
  enum class Op : std::uint8_t {
    constant,         // value
    symbol,           // input a
    add,              // a + b
    subtract,         // a - b
    multiply,         // a * b
    scale,            // a * value
    floor_divide,     // floor(a / b)
    floor_divide_by,  // floor(a / value)
    divide_exactly,   // a / value; an error unless it divides
    positive,         // max(0, a)
    power,            // value ^ a, 0 for a < 0
    log,              // floor(log_value(a)), -1 for a <= 0
    bit_and,
    bit_or,
    bit_xor,
    sum,  // sums_[value] for its variable in a .. b
  };

  struct Instruction {
    Op op = Op::constant;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::int64_t value = 0;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 15 misreads a defaulted comparison
    friend auto operator<=>(const Instruction&, const Instruction&) = default;
  };

  // The names of the inputs, in the order of run().
  [[nodiscard]] const std::vector<std::string>& symbols() const { return symbols_; }
  [[nodiscard]] std::size_t output_count() const { return outputs_.size(); }
  [[nodiscard]] std::size_t instruction_count() const { return code_.size(); }

  // Exact results at the inputs. Works in 64 bits and, when those overflow, again in 128. Throws
  // Error(input) on division by zero, on a fraction (an assumption of the model does not hold at
  // these inputs), on overflow of 128 bits, and when sums would add up more than 2^24 terms.
  void run(std::span<const std::int64_t> inputs, std::span<symbolic::Integer> outputs) const;
  // As above, but false instead of results when 64 bits do not suffice.
  [[nodiscard]] bool run_fast(std::span<const std::int64_t> inputs,
                              std::span<std::int64_t> outputs) const;

 private:
  friend class ProgramBuilder;
  // The terms of a finite sum. Its inputs are registers of the program around it, but for one: the
  // summation variable.
  struct Loop;
  template <typename T>
  friend class Machine;

  std::vector<Instruction> code_;
  std::vector<std::uint32_t> outputs_;
  std::vector<std::string> symbols_;
  std::vector<Loop> loops_;
};

struct Program::Loop {
  Program body;                          // one output
  std::vector<std::uint32_t> arguments;  // per input of `body`; kVariable for the variable
  static constexpr std::uint32_t kVariable = 0xffffffff;
};

// Builds a program, computing equal subexpressions once.
class ProgramBuilder {
 public:
  // Adds an output. Throws Error(input) when a coefficient does not fit 64 bits.
  void add(const symbolic::Context& context, const symbolic::Poly& poly);
  // Adds the outputs of another program.
  void add(const Program& program);
  [[nodiscard]] Program take() { return std::move(program_); }

 private:
  std::uint32_t emit(Program::Op op, std::uint32_t a, std::uint32_t b, std::int64_t value);
  std::uint32_t constant(symbolic::Integer value);
  std::uint32_t symbol(const std::string& name);
  std::uint32_t poly(const symbolic::Context& context, const symbolic::Poly& poly);
  std::uint32_t numerator(const symbolic::Context& context, const symbolic::Poly& poly);
  std::uint32_t atom(const symbolic::Context& context, std::uint32_t id);
  std::uint32_t floor_atom(const symbolic::Context& context, std::uint32_t id);
  std::uint32_t sum_atom(const symbolic::Context& context, std::uint32_t id);

  Program program_;
  std::map<Program::Instruction, std::uint32_t> known_;
  std::map<std::string, std::uint32_t> slots_;
};

}  // namespace clgauge::collector
