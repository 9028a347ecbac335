#include "collector/removal/call_tree.h"

#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <utility>

#include "base/error.h"

namespace clgauge::collector::removal {
namespace {

constexpr std::size_t kMostCallPaths = 4096;

bool may_hold_pointer(clang::QualType type) {
  return type->isPointerType() || type->isRecordType() || type->isArrayType();
}

void merge(Roots& into, const Roots& from) { into.insert(from.begin(), from.end()); }

}  // namespace

void refuse(const clang::ASTContext& context, const Activation& activation,
            clang::SourceLocation where, const std::string& what) {
  const Activation* kernel = &activation;
  while (kernel->caller != nullptr) kernel = kernel->caller;
  const clang::PresumedLoc location = context.getSourceManager().getPresumedLoc(where);
  const std::string line =
      location.isValid() ? ", line " + std::to_string(location.getLine()) : std::string();
  throw Error(ErrorKind::unsupported,
              "kernel '" + kernel->function->getNameAsString() + "'" + line + ": " + what);
}

void walk(const clang::Stmt* statement, const std::function<bool(const clang::Stmt&)>& f) {
  if (statement == nullptr || !f(*statement)) return;
  for (const clang::Stmt* child : statement->children()) walk(child, f);
}

CallTree::CallTree(clang::ASTContext& context, const clang::FunctionDecl& kernel)
    : context_(context) {
  activate(kernel, nullptr, nullptr);
  follow_pointers();
}

Activation& CallTree::activate(const clang::FunctionDecl& function, Activation* caller,
                               const clang::CallExpr* site) {
  auto owned = std::make_unique<Activation>();
  Activation& activation = *owned;
  activation.function = &function;
  activation.caller = caller;
  activation.site = site;
  activation.name = function.getNameAsString() + "_" + std::to_string(paths_);
  for (const Activation* outer = caller; outer != nullptr; outer = outer->caller) {
    if (outer->function == &function) {
      refuse(context_, *caller, site->getExprLoc(),
             "function '" + function.getNameAsString() + "' is recursive");
    }
  }
  if (++paths_ > kMostCallPaths) {
    refuse(context_, *caller, site->getExprLoc(), "more than 4096 call paths of helper functions");
  }
  if (caller == nullptr) {
    kernel_ = std::move(owned);
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
      if (parameter->getType()->isPointerType()) {
        activation.points_to[parameter] = {Root{parameter, &activation, true}};
      }
    }
  } else {
    caller->calls[site] = std::move(owned);
  }
  walk(function.getBody(), [&](const clang::Stmt& statement) {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&statement)) {
      const clang::FunctionDecl* definition = nullptr;
      const clang::FunctionDecl* callee = call->getDirectCallee();
      if (callee == nullptr) {
        refuse(context_, activation, call->getExprLoc(), "a call through a pointer");
      }
      if (callee->hasBody(definition)) activate(*definition, &activation, call);
    }
    return true;
  });
  order_.push_back(&activation);
  return activation;
}

Roots CallTree::storage(const clang::Expr* lvalue, const Activation& activation) const {
  const clang::Expr* e = lvalue->IgnoreParenCasts();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable == nullptr) return {};
    const bool program_scope = variable->isFileVarDecl();
    return {Root{variable, program_scope ? nullptr : &activation, false}};
  }
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(e)) {
    const clang::Expr* base = subscript->getBase();
    return base->getType()->isPointerType() ? origins(base, activation) : storage(base, activation);
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_Deref) return origins(unary->getSubExpr(), activation);
    return storage(unary->getSubExpr(), activation);
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(e)) {
    return member->isArrow() ? origins(member->getBase(), activation)
                             : storage(member->getBase(), activation);
  }
  if (const auto* lanes = llvm::dyn_cast<clang::ExtVectorElementExpr>(e)) {
    return lanes->isArrow() ? origins(lanes->getBase(), activation)
                            : storage(lanes->getBase(), activation);
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(e)) {
    return storage(binary->isAssignmentOp() ? binary->getLHS() : binary->getRHS(), activation);
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(e)) {
    Roots roots = storage(choice->getTrueExpr(), activation);
    merge(roots, storage(choice->getFalseExpr(), activation));
    return roots;
  }
  return {};  // a temporary: no storage that outlives the expression
}

Roots CallTree::origins(const clang::Expr* pointer, const Activation& activation) const {
  Roots roots;
  const clang::Expr* e = pointer->IgnoreParens();
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(e)) {
    switch (cast->getCastKind()) {
      case clang::CK_LValueToRValue:
        for (const Root& holder : storage(cast->getSubExpr(), activation)) {
          const Activation* owner = holder.owner;
          if (owner == nullptr) continue;
          const auto found = owner->points_to.find(holder.variable);
          if (found != owner->points_to.end()) merge(roots, found->second);
        }
        return roots;
      case clang::CK_ArrayToPointerDecay:
        return storage(cast->getSubExpr(), activation);
      case clang::CK_IntegralToPointer:
        return {Root{}};
      case clang::CK_NullToPointer:
        return {};
      default:
        return origins(cast->getSubExpr(), activation);
    }
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(e)) {
    if (unary->getOpcode() == clang::UO_AddrOf) return storage(unary->getSubExpr(), activation);
    if (unary->isIncrementDecrementOp()) {
      for (const Root& holder : storage(unary->getSubExpr(), activation)) {
        if (holder.owner == nullptr) continue;
        const auto found = holder.owner->points_to.find(holder.variable);
        if (found != holder.owner->points_to.end()) merge(roots, found->second);
      }
      return roots;
    }
    return origins(unary->getSubExpr(), activation);
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(e)) {
    if (binary->getOpcode() == clang::BO_Assign || binary->getOpcode() == clang::BO_Comma) {
      return origins(binary->getRHS(), activation);
    }
    if (binary->isCompoundAssignmentOp()) {
      for (const Root& holder : storage(binary->getLHS(), activation)) {
        if (holder.owner == nullptr) continue;
        const auto found = holder.owner->points_to.find(holder.variable);
        if (found != holder.owner->points_to.end()) merge(roots, found->second);
      }
      return roots;
    }
    const bool left = may_hold_pointer(binary->getLHS()->getType());
    return origins(left ? binary->getLHS() : binary->getRHS(), activation);
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(e)) {
    roots = origins(choice->getTrueExpr(), activation);
    merge(roots, origins(choice->getFalseExpr(), activation));
    return roots;
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(e)) {
    const auto callee = activation.calls.find(call);
    if (callee == activation.calls.end()) {
      for (const clang::Expr* argument : call->arguments()) {
        if (may_hold_pointer(argument->getType())) merge(roots, origins(argument, activation));
      }
      return roots;
    }
    walk(callee->second->function->getBody(), [&](const clang::Stmt& statement) {
      if (const auto* done = llvm::dyn_cast<clang::ReturnStmt>(&statement)) {
        if (done->getRetValue() != nullptr && may_hold_pointer(done->getRetValue()->getType())) {
          merge(roots, origins(done->getRetValue(), *callee->second));
        }
      }
      return true;
    });
    return roots;
  }
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(e)) {
    for (const clang::Expr* element : list->inits()) {
      if (may_hold_pointer(element->getType())) merge(roots, origins(element, activation));
    }
    return roots;
  }
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(e)) {
    return origins(literal->getInitializer(), activation);
  }
  return {};
}

Space CallTree::space_of(const Root& root) const {
  if (root.variable == nullptr) return Space::unknown;
  clang::QualType type = root.variable->getType();
  if (root.argument_array) type = type->getPointeeType();
  switch (type.getAddressSpace()) {
    case clang::LangAS::opencl_global:
    case clang::LangAS::opencl_global_device:
    case clang::LangAS::opencl_global_host:
      return Space::global;
    case clang::LangAS::opencl_constant:
      return Space::constant;
    case clang::LangAS::opencl_local:
      return Space::local;
    default:
      return Space::in_registers;
  }
}

bool CallTree::add(const Root& variable, const Roots& targets) {
  if (variable.owner == nullptr || targets.empty()) return false;
  // Only a variable's own activation is changed; roots point to it as const.
  Roots& known = const_cast<Activation*>(variable.owner)->points_to[variable.variable];
  const std::size_t before = known.size();
  merge(known, targets);
  return known.size() != before;
}

bool CallTree::follow_pointers_in(Activation& activation) {
  bool changed = false;
  walk(activation.function->getBody(), [&](const clang::Stmt& statement) {
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&statement)) {
      for (const clang::Decl* declared : declaration->decls()) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
        if (variable != nullptr && variable->hasInit() && may_hold_pointer(variable->getType())) {
          changed |=
              add(Root{variable, &activation, false}, origins(variable->getInit(), activation));
        }
      }
    } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&statement)) {
      if (binary->getOpcode() == clang::BO_Assign &&
          may_hold_pointer(binary->getRHS()->getType())) {
        const Roots targets = origins(binary->getRHS(), activation);
        for (const Root& holder : storage(binary->getLHS(), activation)) {
          changed |= add(holder, targets);
        }
      }
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&statement)) {
      const auto callee = activation.calls.find(call);
      if (callee == activation.calls.end()) return true;
      const auto parameters = callee->second->function->parameters();
      for (unsigned i = 0; i < call->getNumArgs() && i < parameters.size(); ++i) {
        if (may_hold_pointer(parameters[i]->getType())) {
          changed |= add(Root{parameters[i], callee->second.get(), false},
                         origins(call->getArg(i), activation));
        }
      }
    }
    return true;
  });
  return changed;
}

void CallTree::follow_pointers() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (Activation* activation : order_) changed |= follow_pointers_in(*activation);
  }
}

}  // namespace clgauge::collector::removal
