#include "collector/analysis/conditions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <set>

#include "collector/analysis/loop_trips.h"
#include "collector/analysis/path_conditions.h"
#include "collector/analysis/value_forms.h"
#include "collector/symbolic/prover.h"

namespace clgauge::collector {
namespace {

using symbolic::Context;
using symbolic::Integer;
using symbolic::Poly;

Condition less(Context& context, const Poly& a, const Poly& b) {
  return both(context, Condition::always(), Condition::nonnegative(b - a - Poly(1)));
}

Condition less_or_equal(Context& context, const Poly& a, const Poly& b) {
  return both(context, Condition::always(), Condition::nonnegative(b - a));
}

Condition equal(Context& context, const Poly& a, const Poly& b) {
  return both(context, less_or_equal(context, a, b), less_or_equal(context, b, a));
}

// Seen as unsigned, negative numbers come after all others, in their order.
Condition unsigned_less(Context& context, const Poly& a, const Poly& b, bool or_equal) {
  const Condition a_negative = less(context, a, Poly(0));
  const Condition b_negative = less(context, b, Poly(0));
  const Condition a_positive = less_or_equal(context, Poly(0), a);
  const Condition b_positive = less_or_equal(context, Poly(0), b);
  const Condition in_order = or_equal ? less_or_equal(context, a, b) : less(context, a, b);
  const Condition same_sign =
      either(both(context, both(context, a_positive, b_positive), in_order),
             both(context, both(context, a_negative, b_negative), in_order));
  return either(same_sign, both(context, a_positive, b_negative));
}

}  // namespace

Condition Conditions::of(const llvm::Value& value, bool sense, const llvm::BasicBlock& use) {
  return leave_loops(form(value, sense, use), value, use);
}

// What a finished loop found true or false last is that of the iteration in which it was left.
Condition Conditions::leave_loops(Condition condition, const llvm::Value& value,
                                  const llvm::BasicBlock& use) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return condition;
  auto& context = workspace_.context;
  for (const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(instruction->getParent());
       loop != nullptr && !loop->contains(&use); loop = loop->getParentLoop()) {
    const symbolic::AtomId iteration = workspace_.loops->iteration_of(*loop);
    bool varies = false;
    for (const Conjunction& piece : condition.pieces) {
      for (const Poly& constraint : piece) {
        varies = varies || symbolic::depends_on(context, constraint, iteration);
      }
    }
    if (!varies) continue;
    const LoopSummary& summary = workspace_.loops->of(*loop);
    if (!summary.exact) return Condition::unknown(summary.data_dependent);
    for (Conjunction& piece : condition.pieces) {
      for (Poly& constraint : piece) {
        constraint = symbolic::substitute(context, constraint, iteration, summary.trips);
      }
    }
    condition = both(context, Condition::always(), condition);
  }
  return condition;
}

Condition Conditions::form(const llvm::Value& value, bool sense, const llvm::BasicBlock& use) {
  using llvm::PatternMatch::m_LogicalAnd;
  using llvm::PatternMatch::m_LogicalOr;
  using llvm::PatternMatch::m_Not;
  using llvm::PatternMatch::m_Value;
  auto& context = workspace_.context;
  auto* mutable_value = const_cast<llvm::Value*>(&value);  // PatternMatch binds mutable pointers
  llvm::Value* a = nullptr;
  llvm::Value* b = nullptr;
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    return constant->isOne() == sense ? Condition::always() : Condition::never();
  }
  if (llvm::PatternMatch::match(mutable_value, m_Not(m_Value(a)))) return of(*a, !sense, use);
  const bool is_and =
      llvm::PatternMatch::match(mutable_value, m_LogicalAnd(m_Value(a), m_Value(b)));
  const bool is_or =
      !is_and && llvm::PatternMatch::match(mutable_value, m_LogicalOr(m_Value(a), m_Value(b)));
  if (is_and || is_or) {
    const Condition first = of(*a, sense, use);
    const Condition second = of(*b, sense, use);
    if (is_and == sense) return both(context, first, second);
    return either(first, both(context, of(*a, !sense, use), second));
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&value)) {
    const Condition yes = both(context, of(*choice->getCondition(), true, use),
                               of(*choice->getTrueValue(), sense, use));
    return either(yes, both(context, of(*choice->getCondition(), false, use),
                            of(*choice->getFalseValue(), sense, use)));
  }
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&value)) {
    return comparison(*compare, sense, use);
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) return merged(*phi, sense);
  if (const auto* cast = llvm::dyn_cast<llvm::TruncInst>(&value)) {
    const auto is_odd = [&](const llvm::APInt& number) { return number[0] == sense; };
    if (auto chosen = of_constants(*cast->getOperand(0), is_odd, use, 0)) return *chosen;
    const Poly bit =
        symbolic::modulo(context, workspace_.values->at(*cast->getOperand(0), use), Poly(2));
    if (!symbolic::is_opaque(context, bit)) {
      return sense ? less_or_equal(context, Poly(1), bit) : less_or_equal(context, bit, Poly(0));
    }
  }
  return Condition::unknown(/*depends_on_data=*/true);
}

Condition Conditions::comparison(const llvm::ICmpInst& compare, bool sense,
                                 const llvm::BasicBlock& use) {
  using llvm::CmpInst;
  const llvm::Value& left = *compare.getOperand(0);
  const llvm::Value& right = *compare.getOperand(1);
  const auto predicate = sense ? compare.getPredicate() : compare.getInversePredicate();
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&right)) {
    const auto holds = [&](const llvm::APInt& value) {
      return llvm::ICmpInst::compare(value, constant->getValue(), predicate);
    };
    if (auto chosen = of_constants(left, holds, use, 0)) return *chosen;
  }
  if (left.getType()->isPointerTy()) {
    // Addresses of one array compare as their offsets, which a valid program keeps in range.
    const PointerForm a = workspace_.values->pointer_at(left, use);
    const PointerForm b = workspace_.values->pointer_at(right, use);
    if (a.array == nullptr || a.array != b.array) {
      return Condition::unknown(/*depends_on_data=*/true);
    }
    return relation(compare.isSigned() ? predicate : llvm::ICmpInst::getSignedPredicate(predicate),
                    a.offset, b.offset);
  }
  if (!left.getType()->isIntegerTy()) return Condition::unknown(/*depends_on_data=*/true);
  return relation(predicate, workspace_.values->at(left, use), workspace_.values->at(right, use));
}

// A flag that is kept as a number (`bool computed = false;`, a state that takes few values) is
// decided on the paths that set it, which says more than a polynomial does. Nothing when `value` is
// anything but a choice among constants.
std::optional<Condition> Conditions::of_constants(const llvm::Value& value, const Predicate& holds,
                                                  const llvm::BasicBlock& use, int depth) {
  constexpr int kMostChoices = 12;
  if (depth > kMostChoices) return std::nullopt;
  auto& context = workspace_.context;
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    return holds(constant->getValue()) ? Condition::always() : Condition::never();
  }
  if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value)) {
    const auto& cast = llvm::cast<llvm::CastInst>(value);
    const llvm::Value& source = *cast.getOperand(0);
    if (!source.getType()->isIntegerTy()) return std::nullopt;
    const unsigned bits = value.getType()->getIntegerBitWidth();
    const bool is_signed = llvm::isa<llvm::SExtInst>(cast);
    const auto widened = [&](const llvm::APInt& number) {
      return holds(is_signed ? number.sext(bits) : number.zext(bits));
    };
    if (!source.getType()->isIntegerTy(1)) return of_constants(source, widened, use, depth + 1);
    const bool when_true = widened(llvm::APInt(1, 1));
    const bool when_false = widened(llvm::APInt(1, 0));
    if (when_true == when_false) return when_true ? Condition::always() : Condition::never();
    return of(source, when_true, use);
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&value)) {
    if (!choice->getCondition()->getType()->isIntegerTy(1)) return std::nullopt;
    Condition result = Condition::never();
    for (const bool sense : {true, false}) {
      const llvm::Value& arm = sense ? *choice->getTrueValue() : *choice->getFalseValue();
      const auto condition = of_constants(arm, holds, use, depth + 1);
      if (!condition) return std::nullopt;
      result = either(result, both(context, of(*choice->getCondition(), sense, use), *condition));
    }
    return result;
  }
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value);
  if (phi == nullptr) return std::nullopt;
  const llvm::BasicBlock& block = *phi->getParent();
  const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(&block);
  if (loop != nullptr && loop->getHeader() == &block) return std::nullopt;
  const llvm::BasicBlock& start =
      *workspace_.kernel.dominators().getNode(&block)->getIDom()->getBlock();
  Condition result = Condition::never();
  std::set<const llvm::BasicBlock*> seen;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    const llvm::BasicBlock* from = phi->getIncomingBlock(i);
    if (!seen.insert(from).second) continue;
    const Condition taken = workspace_.paths->through_edge(start, *from, block, loop);
    if (taken.is_never() && taken.exact) continue;
    const llvm::Value& incoming = *phi->getIncomingValue(i);
    auto condition = of_constants(incoming, holds, block, depth + 1);
    if (!condition) return std::nullopt;
    result = either(result, both(context, taken, leave_loops(*condition, incoming, block)));
  }
  return leave_loops(result, value, use);
}

Condition Conditions::relation(llvm::CmpInst::Predicate predicate, const Poly& x, const Poly& y) {
  using llvm::CmpInst;
  auto& context = workspace_.context;
  if (symbolic::is_opaque(context, x - y)) return Condition::unknown(/*depends_on_data=*/true);
  switch (predicate) {
    case CmpInst::ICMP_SLT:
      return less(context, x, y);
    case CmpInst::ICMP_SLE:
      return less_or_equal(context, x, y);
    case CmpInst::ICMP_SGT:
      return less(context, y, x);
    case CmpInst::ICMP_SGE:
      return less_or_equal(context, y, x);
    case CmpInst::ICMP_ULT:
      return unsigned_less(context, x, y, false);
    case CmpInst::ICMP_ULE:
      return unsigned_less(context, x, y, true);
    case CmpInst::ICMP_UGT:
      return unsigned_less(context, y, x, false);
    case CmpInst::ICMP_UGE:
      return unsigned_less(context, y, x, true);
    case CmpInst::ICMP_EQ:
      return equal(context, x, y);
    default:
      return either(less(context, x, y), less(context, y, x));
  }
}

// `bool inside = x > 0 && x < n;` arrives as a phi of true values from the paths.
Condition Conditions::merged(const llvm::PHINode& phi, bool sense) {
  const llvm::BasicBlock& block = *phi.getParent();
  const llvm::Loop* loop = workspace_.kernel.loops().getLoopFor(&block);
  if (loop != nullptr && loop->getHeader() == &block) {
    return Condition::unknown(/*depends_on_data=*/true);
  }
  const llvm::BasicBlock& start =
      *workspace_.kernel.dominators().getNode(&block)->getIDom()->getBlock();
  Condition result = Condition::never();
  std::set<const llvm::BasicBlock*> seen;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const llvm::BasicBlock* from = phi.getIncomingBlock(i);
    if (!seen.insert(from).second) continue;
    const Condition taken = workspace_.paths->through_edge(start, *from, block, loop);
    result =
        either(result, both(workspace_.context, taken, of(*phi.getIncomingValue(i), sense, block)));
  }
  return result;
}

Condition Conditions::edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  const llvm::Instruction* end = from.getTerminator();
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) {
      return Condition::always();
    }
    return of(*branch->getCondition(), branch->getSuccessor(0) == &to, from);
  }
  const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(end);
  if (choice == nullptr) return Condition::always();
  return switch_edge(*choice, to);
}

Condition Conditions::switch_edge(const llvm::SwitchInst& choice, const llvm::BasicBlock& to) {
  auto& context = workspace_.context;
  const Poly x = workspace_.values->at(*choice.getCondition(), *choice.getParent());
  if (symbolic::is_opaque(context, x)) return Condition::unknown(/*depends_on_data=*/true);
  std::set<std::int64_t> others;  // values that go elsewhere than the default
  Condition result = Condition::never();
  const bool is_default = choice.getDefaultDest() == &to;
  for (const auto& option : choice.cases()) {
    const std::int64_t value = option.getCaseValue()->getSExtValue();
    if (option.getCaseSuccessor() != &to) {
      others.insert(value);
    } else if (!is_default) {
      result = either(result, equal(context, x, Poly(value)));
    }
  }
  if (!is_default) return result;
  // The gaps between the other values.
  std::optional<std::int64_t> previous;
  for (const std::int64_t value : others) {
    Condition gap = less(context, x, Poly(value));
    if (previous) gap = both(context, gap, less(context, Poly(*previous), x));
    result = either(result, gap);
    previous = value;
  }
  if (!previous) return Condition::always();
  return either(result, less(context, Poly(*previous), x));
}

}  // namespace clgauge::collector
