#include "collector/analysis/integer_semantics.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "collector/frontend/builtin_call.h"
#include "collector/symbolic/prover.h"

namespace clgauge::collector {
namespace {

using symbolic::Context;
using symbolic::Integer;
using symbolic::Poly;
using symbolic::prove_nonnegative;

std::optional<Integer> integer_constant(const Poly& poly) {
  if (!poly.is_constant() || !poly.constant_term().is_integer()) return std::nullopt;
  return poly.constant_term().numerator();
}

bool is_power_of_two(Integer value) { return value > 0 && (value & (value - 1)) == 0; }

// 2^exponent; nothing when the exponent may be negative.
std::optional<Poly> two_to_the(Context& context, const Poly& exponent) {
  if (const auto constant = integer_constant(exponent)) {
    if (*constant < 0 || *constant > 62) return std::nullopt;
    return Poly(Integer{1} << static_cast<int>(*constant));
  }
  if (!prove_nonnegative(context, exponent)) return std::nullopt;
  return symbolic::power_of(context, 2, exponent);
}

std::optional<Poly> unsigned_quotient(Context& context, const Poly& a, const Poly& b) {
  if (!prove_nonnegative(context, a) || !symbolic::prove_positive(context, b)) return std::nullopt;
  return symbolic::floor_div(context, a, b);
}

std::optional<Poly> unsigned_remainder(Context& context, const Poly& a, const Poly& b) {
  // A power of two divides 2^width, so that the sign of `a` does not matter.
  const auto constant = integer_constant(b);
  if (constant && is_power_of_two(*constant)) return symbolic::modulo(context, a, b);
  if (!prove_nonnegative(context, a) || !symbolic::prove_positive(context, b)) return std::nullopt;
  return symbolic::modulo(context, a, b);
}

}  // namespace

std::optional<Poly> binary_operation(Context& context, unsigned opcode, const Poly& left,
                                     const Poly& right) {
  switch (opcode) {
    case llvm::Instruction::Add:
      return left + right;
    case llvm::Instruction::Sub:
      return left - right;
    case llvm::Instruction::Mul:
      return left * right;
    case llvm::Instruction::SDiv:
      if (right.is_zero()) return std::nullopt;
      if (right.is_constant()) {
        // Whole whatever the sign is: the distance of two pointers in elements.
        const Poly quotient = left * (symbolic::Rational(1) / right.constant_term());
        if (symbolic::is_integral(context, quotient)) return quotient;
      }
      return symbolic::trunc_div(context, left, right);
    case llvm::Instruction::SRem:
      if (right.is_zero()) return std::nullopt;
      return symbolic::trunc_rem(context, left, right);
    case llvm::Instruction::UDiv:
      return unsigned_quotient(context, left, right);
    case llvm::Instruction::URem:
      return unsigned_remainder(context, left, right);
    case llvm::Instruction::Shl: {
      const auto factor = two_to_the(context, right);
      return factor ? std::optional(left * *factor) : std::nullopt;
    }
    case llvm::Instruction::AShr: {
      const auto divisor = two_to_the(context, right);
      return divisor ? std::optional(symbolic::floor_div(context, left, *divisor)) : std::nullopt;
    }
    case llvm::Instruction::LShr: {
      const auto divisor = two_to_the(context, right);
      if (!divisor || !prove_nonnegative(context, left)) return std::nullopt;
      return symbolic::floor_div(context, left, *divisor);
    }
    case llvm::Instruction::And:
      return symbolic::bitwise_and(context, left, right);
    case llvm::Instruction::Or:
      return symbolic::bitwise_or(context, left, right);
    case llvm::Instruction::Xor:
      return symbolic::bitwise_xor(context, left, right);
    default:
      return std::nullopt;
  }
}

std::optional<Poly> cast_operation(Context& context, unsigned opcode, unsigned from_bits,
                                   unsigned to_bits, const Poly& operand) {
  switch (opcode) {
    case llvm::Instruction::SExt:
      return operand;
    case llvm::Instruction::ZExt:
      // -1 would become 2^from_bits - 1.
      if (prove_nonnegative(context, operand)) return operand;
      if (from_bits < 32) return symbolic::modulo(context, operand, Poly(Integer{1} << from_bits));
      return std::nullopt;
    case llvm::Instruction::Trunc: {
      // Sizes fit 32 bits by the premise; narrower types wrap, and are held as signed.
      if (to_bits >= 32) return operand;
      const Poly half(Integer{1} << (to_bits - 1));
      return symbolic::modulo(context, operand + half, half * Poly(2)) - half;
    }
    default:
      return std::nullopt;
  }
}

std::optional<Poly> intrinsic_operation(Context& context, llvm::Intrinsic::ID id, const Poly& left,
                                        const Poly& right) {
  const auto both_nonnegative = [&] {
    return prove_nonnegative(context, left) && prove_nonnegative(context, right);
  };
  switch (id) {
    case llvm::Intrinsic::smin:
      return symbolic::min(context, left, right);
    case llvm::Intrinsic::smax:
      return symbolic::max(context, left, right);
    case llvm::Intrinsic::umin:
      if (!both_nonnegative()) return std::nullopt;
      return symbolic::min(context, left, right);
    case llvm::Intrinsic::umax:
      if (!both_nonnegative()) return std::nullopt;
      return symbolic::max(context, left, right);
    case llvm::Intrinsic::abs:
      return symbolic::max(context, left, -left);
    default:
      return std::nullopt;
  }
}

std::optional<Poly> linear_query(const LaunchSpace& launch, const llvm::CallInst& call) {
  const auto builtin = builtin_call(call);
  if (!builtin) return std::nullopt;
  if (builtin->name == "get_work_dim") return Poly(launch.rank());
  const bool global = builtin->name == "get_global_linear_id";
  if (!global && builtin->name != "get_local_linear_id") return std::nullopt;
  Poly linear;
  for (unsigned d = 3; d-- > 0;) {
    const LaunchSpace::Dimension& dimension = launch.dimension(d);
    linear = linear * (global ? dimension.global : dimension.local) +
             Poly::atom(global ? dimension.global_id : dimension.local_id);
  }
  return linear;
}

bool is_plausible(const Poly& poly, unsigned bits) {
  const Integer largest_factor = Integer{1} << (bits <= 32 ? 20 : 40);
  const Integer largest_constant = Integer{1} << (bits - 1);
  return std::all_of(poly.terms().begin(), poly.terms().end(), [&](const symbolic::Term& term) {
    const Integer size = std::max(term.coefficient.floor(), -term.coefficient.floor());
    return size <= (term.monomial.empty() ? largest_constant : largest_factor);
  });
}

}  // namespace clgauge::collector
