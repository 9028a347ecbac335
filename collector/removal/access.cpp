// What an expression does to memory: EffectFinder::access and its helpers.
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "collector/frontend/memory_operation.h"
#include "collector/removal/effects.h"

namespace clgauge::collector::removal {
namespace {

// Atomics that neither read-modify-write nor exist in OpenCL C 1.2 are refused by name elsewhere.
bool is_vector_load(const std::string& name) { return name.starts_with("vload"); }
bool is_vector_store(const std::string& name) { return name.starts_with("vstore"); }

clang::QualType pointee(const clang::Expr& pointer) {
  return pointer.getType()->getPointeeType().getUnqualifiedType();
}

}  // namespace

std::vector<const clang::Expr*> Access::address() const {
  if (kind == AccessKind::atomic || is_second_result()) return {pointer};
  // vloadN(offset, p), vstoreN(value, offset, p)
  return {call->arg_begin() + (kind == AccessKind::store ? 1 : 0), call->arg_end()};
}

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

// With mixed origins the least private one decides: in OpenCL C 1.2 they are of one space.
Space EffectFinder::space_of(const Roots& arrays, const clang::Expr& site,
                             const Activation& activation) const {
  Space least_private = Space::in_registers;
  for (const Root& root : arrays) {
    const Space space = tree_.space_of(root);
    if (space == Space::unknown) {
      refuse(tree_.context(), activation, site.getExprLoc(),
             "a pointer made from an integer: which array it points into cannot be seen");
    }
    if (space != Space::in_registers) least_private = space;
  }
  return least_private;
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
    const unsigned arguments = call->getNumArgs();
    access.call = call;
    if (is_vector_load(name) && arguments == 2) {
      access.pointer = call->getArg(1);
      access.type = call->getType();
    } else if (is_vector_store(name) && arguments == 3) {
      access.kind = AccessKind::store;
      access.value = call->getArg(0);
      access.pointer = call->getArg(2);
      access.type = access.value->getType();
    } else if (is_atomic_builtin(name) && arguments >= 1) {
      access.kind = AccessKind::atomic;
      access.pointer = call->getArg(0);
      access.type = call->getType();
    } else if (has_second_result(name) && arguments >= 2) {
      access.kind = AccessKind::store;
      access.pointer = call->getArg(arguments - 1);
      access.type = pointee(*access.pointer);
    } else {
      return std::nullopt;
    }
    access.arrays = tree_.origins(access.pointer, activation);
  } else {
    return std::nullopt;
  }
  if (lvalue != nullptr) {
    access.datum = whole_datum(lvalue);
    // Writing some lanes of a vector loads the others, as Clang does it.
    const bool lanes = access.datum != lvalue->IgnoreParens();
    const bool part = lanes || lvalue->refersToBitField();
    const auto* vector = access.datum->getType()->getAs<clang::VectorType>();
    access.three_lanes = lanes && vector != nullptr && vector->getNumElements() == 3;
    if (part && access.kind == AccessKind::store) access.kind = AccessKind::update;
    access.type = access.datum->getType();
    access.arrays = tree_.storage(access.datum, activation);
  }
  access.space = space_of(access.arrays, expression, activation);
  // Arithmetic keeps its local memory as it is, like variables.
  const bool like_a_variable = access.space == Space::local && options_.arithmetic_only;
  if (access.space == Space::in_registers || like_a_variable) return std::nullopt;
  return access;
}

std::optional<AsyncCopy> EffectFinder::async_copy(const clang::CallExpr& call,
                                                  const Activation& activation) const {
  const std::string name = builtin_name(call, activation);
  const bool strided = name == "async_work_group_strided_copy";
  if (!strided && name != "async_work_group_copy") return std::nullopt;
  AsyncCopy copy;
  const auto side = [&](unsigned argument, AccessKind kind) {
    Access access;
    access.kind = kind;
    access.site = access.call = &call;
    access.pointer = call.getArg(argument);
    access.type = pointee(*access.pointer);
    access.arrays = tree_.origins(access.pointer, activation);
    access.space = space_of(access.arrays, call, activation);
    return access;
  };
  copy.to = side(0, AccessKind::store);
  copy.from = side(1, AccessKind::load);
  copy.count = call.getArg(2);
  if (strided) copy.stride = call.getArg(3);
  return copy;
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
