// What an expression does to memory: EffectFinder::access and its helpers.
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "collector/frontend/memory_operation.h"
#include "collector/removal/effects.h"

namespace clgauge::collector::removal {
namespace {

// Atomics that neither read-modify-write nor exist in OpenCL C 1.2 are refused by name elsewhere.
bool is_vector_load(const std::string& name) {
  return name.starts_with("vload") && !name.starts_with("vloada_");
}
bool is_vector_store(const std::string& name) {
  return name.starts_with("vstore") && !name.starts_with("vstorea_");
}

}  // namespace

std::string builtin_name(const clang::CallExpr& call, const Activation& activation) {
  if (activation.calls.contains(&call)) return {};
  const clang::FunctionDecl* callee = call.getDirectCallee();
  return callee == nullptr ? std::string() : callee->getNameAsString();
}

const clang::Expr* whole_datum(const clang::Expr* lvalue) {
  const clang::Expr* e = lvalue->IgnoreParens();
  if (const auto* lanes = llvm::dyn_cast<clang::ExtVectorElementExpr>(e)) {
    // p->x of a pointer to a vector stays whole: it is an lvalue only together.
    return lanes->isArrow() ? e : whole_datum(lanes->getBase());
  }
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(e)) {
    if (subscript->getBase()->getType()->isVectorType()) return whole_datum(subscript->getBase());
  }
  return e;
}

std::optional<Access> EffectFinder::access(const clang::Expr& expression,
                                           const Activation& activation) const {
  Access access;
  access.site = &expression;
  const clang::Expr* lvalue = nullptr;
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&expression)) {
    if (cast->getCastKind() != clang::CK_LValueToRValue) return std::nullopt;
    lvalue = cast->getSubExpr();
  } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&expression)) {
    if (!binary->isAssignmentOp()) return std::nullopt;
    lvalue = binary->getLHS();
    access.value = binary->getRHS();
    access.kind = binary->isCompoundAssignmentOp() ? AccessKind::update : AccessKind::store;
  } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&expression)) {
    if (!unary->isIncrementDecrementOp()) return std::nullopt;
    lvalue = unary->getSubExpr();
    access.kind = AccessKind::update;
  } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&expression)) {
    const std::string name = builtin_name(*call, activation);
    const clang::Expr* pointer = nullptr;
    access.call = call;
    if (is_vector_load(name) && call->getNumArgs() == 2) {
      pointer = call->getArg(1);
      access.type = call->getType();
    } else if (is_vector_store(name) && call->getNumArgs() == 3) {
      access.kind = AccessKind::store;
      access.value = call->getArg(0);
      pointer = call->getArg(2);
      access.type = access.value->getType();
    } else if (is_atomic_builtin(name) && call->getNumArgs() >= 1) {
      access.kind = AccessKind::atomic;
      pointer = call->getArg(0);
      access.type = call->getType();
      access.datum = pointer;
    } else {
      return std::nullopt;
    }
    access.arrays = tree_.origins(pointer, activation);
  } else {
    return std::nullopt;
  }
  if (lvalue != nullptr) {
    access.datum = whole_datum(lvalue);
    // Writing some lanes of a vector loads the others, as Clang does it.
    const bool part = access.datum != lvalue->IgnoreParens() || lvalue->refersToBitField();
    if (part && access.kind == AccessKind::store) access.kind = AccessKind::update;
    access.type = access.datum->getType();
    access.arrays = tree_.storage(access.datum, activation);
  }
  // With mixed origins the least private one decides: in OpenCL C 1.2 they are of one space.
  access.space = Space::in_registers;
  for (const Root& root : access.arrays) {
    const Space space = tree_.space_of(root);
    if (space == Space::unknown) {
      refuse(tree_.context(), activation, expression.getExprLoc(),
             "a pointer made from an integer: which array it points into cannot be seen");
    }
    if (space != Space::in_registers) access.space = space;
  }
  // Arithmetic keeps its local memory as it is, like variables.
  const bool like_a_variable = access.space == Space::local && options_.arithmetic_only;
  if (access.space == Space::in_registers || like_a_variable) return std::nullopt;
  return access;
}

bool EffectFinder::is_kept(const Access& access) const {
  std::size_t kept = 0;
  for (const Root& root : access.arrays) {
    const Space space = tree_.space_of(root);
    const bool named =
        root.argument_array && std::find(options_.keep.begin(), options_.keep.end(),
                                         root.variable->getNameAsString()) != options_.keep.end();
    if (space == Space::local ? options_.keep_local_memory : named) ++kept;
  }
  if (kept != 0 && kept != access.arrays.size()) {
    std::string names;
    for (const Root& root : access.arrays) {
      if (root.variable == nullptr) continue;
      names += (names.empty() ? "'" : ", '") + root.variable->getNameAsString() + "'";
    }
    refuse(
        tree_.context(), tree_.kernel(), access.site->getExprLoc(),
        "a pointer walks over arrays that are kept and arrays that are not; keep all or none of " +
            names);
  }
  return kept != 0;
}

bool EffectFinder::is_eliminated(const Access& access, const Activation& activation) const {
  const bool one_load = access.kind == AccessKind::load || access.kind == AccessKind::update;
  return one_load && eliminated_(*access.site, activation);
}

}  // namespace clgauge::collector::removal
