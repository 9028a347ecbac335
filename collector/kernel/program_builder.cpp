#include <algorithm>

#include "collector/kernel/program.h"
#include "collector/symbolic/context.h"

namespace clgauge::collector {

using symbolic::Atom;
using symbolic::AtomKind;
using symbolic::Context;
using symbolic::Factor;
using symbolic::Integer;
using symbolic::Poly;
using symbolic::Rational;
using Op = Program::Op;

std::uint32_t ProgramBuilder::emit(Op op, std::uint32_t a, std::uint32_t b, std::int64_t value) {
  const Program::Instruction instruction{op, a, b, value};
  const auto [position, added] =
      known_.emplace(instruction, static_cast<std::uint32_t>(program_.code_.size()));
  if (added) program_.code_.push_back(instruction);
  return position->second;
}

std::uint32_t ProgramBuilder::constant(Integer value) {
  return emit(Op::constant, 0, 0, symbolic::to_int64(value));
}

std::uint32_t ProgramBuilder::symbol(const std::string& name) {
  const auto [slot, added] =
      slots_.emplace(name, static_cast<std::uint32_t>(program_.symbols_.size()));
  if (added) program_.symbols_.push_back(name);
  return emit(Op::symbol, slot->second, 0, 0);
}

void ProgramBuilder::add(const Context& context, const Poly& value) {
  program_.outputs_.push_back(poly(context, value));
}

void ProgramBuilder::add(const Program& program) {
  std::vector<std::uint32_t> moved;  // from the other program's registers to this one's
  moved.reserve(program.code_.size());
  for (const Program::Instruction& instruction : program.code_) {
    switch (instruction.op) {
      case Op::constant:
        moved.push_back(emit(instruction.op, 0, 0, instruction.value));
        break;
      case Op::symbol:
        moved.push_back(symbol(program.symbols_[instruction.a]));
        break;
      case Op::sum: {
        Program::Loop loop = program.loops_[static_cast<std::size_t>(instruction.value)];
        for (std::uint32_t& argument : loop.arguments) {
          if (argument != Program::Loop::kVariable) argument = moved[argument];
        }
        const auto index = static_cast<std::int64_t>(program_.loops_.size());
        program_.loops_.push_back(std::move(loop));
        moved.push_back(emit(Op::sum, moved[instruction.a], moved[instruction.b], index));
        break;
      }
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::floor_divide:
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
        moved.push_back(emit(instruction.op, moved[instruction.a], moved[instruction.b], 0));
        break;
      case Op::scale:
      case Op::floor_divide_by:
      case Op::divide_exactly:
      case Op::positive:
      case Op::power:
      case Op::log:
        moved.push_back(emit(instruction.op, moved[instruction.a], 0, instruction.value));
        break;
    }
  }
  for (const std::uint32_t output : program.outputs_) program_.outputs_.push_back(moved[output]);
}

std::uint32_t ProgramBuilder::poly(const Context& context, const Poly& value) {
  const std::uint32_t result = numerator(context, value);
  const Integer denominator = value.common_denominator();
  return denominator == 1 ? result
                          : emit(Op::divide_exactly, result, 0, symbolic::to_int64(denominator));
}

// The polynomial times the common denominator of its coefficients.
std::uint32_t ProgramBuilder::numerator(const Context& context, const Poly& value) {
  const Rational denominator(value.common_denominator());
  bool first = true;
  std::uint32_t sum = 0;
  // Highest monomials first: a leading constant would cost an addition more.
  for (auto term = value.terms().rbegin(); term != value.terms().rend(); ++term) {
    const Integer coefficient = (term->coefficient * denominator).numerator();
    std::uint32_t product = 0;
    bool empty = true;
    for (const Factor& factor : term->monomial) {
      const std::uint32_t base = atom(context, factor.atom);
      for (int i = 0; i < factor.power; ++i) {
        product = empty ? base : emit(Op::multiply, product, base, 0);
        empty = false;
      }
    }
    if (empty) {
      product = constant(coefficient);
    } else if (coefficient == -1 && !first) {
      sum = emit(Op::subtract, sum, product, 0);
      continue;
    } else if (coefficient != 1) {
      product = emit(Op::scale, product, 0, symbolic::to_int64(coefficient));
    }
    sum = first ? product : emit(Op::add, sum, product, 0);
    first = false;
  }
  return first ? constant(0) : sum;
}

std::uint32_t ProgramBuilder::floor_atom(const Context& context, std::uint32_t id) {
  const Poly& a = context.atom(id).operands[0];
  const Poly& b = context.atom(id).operands[1];
  const Integer scale_a = a.common_denominator();
  const Integer scale_b = b.common_denominator();
  if (b.is_constant() && scale_a == 1 && scale_b == 1) {
    return emit(Op::floor_divide_by, numerator(context, a), 0,
                symbolic::to_int64(b.constant_term().numerator()));
  }
  const auto scaled = [&](const Poly& value, Integer scale) {
    const std::uint32_t result = numerator(context, value);
    return scale == 1 ? result : emit(Op::scale, result, 0, symbolic::to_int64(scale));
  };
  return emit(Op::floor_divide, scaled(a, scale_b), scaled(b, scale_a), 0);
}

std::uint32_t ProgramBuilder::sum_atom(const Context& context, std::uint32_t id) {
  const Atom& sum = context.atom(id);
  ProgramBuilder inner;
  inner.add(context, sum.operands[2]);
  Program::Loop loop{inner.take(), {}};
  const std::string& variable = context.atom(sum.bound).name;
  for (const std::string& name : loop.body.symbols()) {
    loop.arguments.push_back(name == variable ? Program::Loop::kVariable : symbol(name));
  }
  const std::uint32_t low = poly(context, sum.operands[0]);
  const std::uint32_t high = poly(context, sum.operands[1]);
  const auto index = static_cast<std::int64_t>(program_.loops_.size());
  program_.loops_.push_back(std::move(loop));
  return emit(Op::sum, low, high, index);
}

std::uint32_t ProgramBuilder::atom(const Context& context, std::uint32_t id) {
  const Atom& atom = context.atom(id);
  const auto operand = [&](std::size_t i) { return poly(context, atom.operands[i]); };
  switch (atom.kind) {
    case AtomKind::symbol:
      return symbol(atom.opaque ? std::string("@").append(atom.name) : atom.name);
    case AtomKind::floor:
      return floor_atom(context, id);
    case AtomKind::positive:
      return emit(Op::positive, operand(0), 0, 0);
    case AtomKind::power:
      return emit(Op::power, operand(0), 0, atom.base);
    case AtomKind::log:
      return emit(Op::log, operand(0), 0, atom.base);
    case AtomKind::bitwise_and:
      return emit(Op::bit_and, operand(0), operand(1), 0);
    case AtomKind::bitwise_or:
      return emit(Op::bit_or, operand(0), operand(1), 0);
    case AtomKind::bitwise_xor:
      return emit(Op::bit_xor, operand(0), operand(1), 0);
    case AtomKind::sum:
      return sum_atom(context, id);
  }
  throw Error(ErrorKind::internal, "an atom of unknown kind");
}

}  // namespace clgauge::collector
