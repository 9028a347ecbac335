#include "collector/removal/effects.h"

#include <clang/AST/Stmt.h>

#include <utility>

namespace clgauge::collector::removal {
namespace {

bool is_synchronisation(const std::string& name) {
  return name == "barrier" || name == "work_group_barrier" || name == "mem_fence" ||
         name == "read_mem_fence" || name == "write_mem_fence" || name == "wait_group_events";
}

}  // namespace

EffectFinder::EffectFinder(const CallTree& tree, const StripOptions& options, Eliminated eliminated)
    : tree_(tree), options_(options), eliminated_(std::move(eliminated)) {
  for (const Activation* activation : tree.activations()) {
    walk(activation->function->getBody(), [&](const clang::Stmt& statement) {
      const auto* expression = llvm::dyn_cast<clang::Expr>(&statement);
      if (expression == nullptr) return true;
      const std::optional<Access> found = access(*expression, *activation);
      if (found && found->kind != AccessKind::load) {
        written_.insert(found->arrays.begin(), found->arrays.end());
      }
      const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
      if (call != nullptr && !activation->calls.contains(call) && !found) {
        for (const clang::Expr* argument : call->arguments()) {
          const clang::QualType type = argument->getType();
          if (!type->isPointerType() || type->getPointeeType().isConstQualified()) continue;
          const Roots roots = tree_.origins(argument, *activation);
          written_.insert(roots.begin(), roots.end());
        }
      }
      return true;
    });
  }
}

bool EffectFinder::changes_needed(const clang::Expr* lvalue, const Activation& activation) const {
  for (const Root& root : tree_.storage(lvalue, activation)) {
    if (root.owner != nullptr && root.owner->need_of(root.variable) != Need::none) return true;
  }
  return false;
}

bool EffectFinder::writes_needed_through_pointer(const clang::CallExpr& call,
                                                 const Activation& activation) const {
  for (const clang::Expr* argument : call.arguments()) {
    const clang::QualType type = argument->getType();
    if (!type->isPointerType() || type->getPointeeType().isConstQualified()) continue;
    for (const Root& root : tree_.origins(argument, activation)) {
      const Space space = tree_.space_of(root);
      const bool variable =
          space == Space::in_registers || (space == Space::local && options_.arithmetic_only);
      if (variable && root.owner != nullptr && root.owner->need_of(root.variable) != Need::none) {
        return true;
      }
    }
  }
  return false;
}

void EffectFinder::add_below(const clang::Expr* expression, const Activation& activation,
                             Effects& effects) const {
  for (const clang::Stmt* child : expression->children()) {
    if (const auto* below = llvm::dyn_cast_or_null<clang::Expr>(child)) {
      add(below, activation, effects);
    }
  }
}

void EffectFinder::add_choice(const clang::Expr* condition, Effects then, Effects otherwise,
                              const Activation& activation, Effects& effects) const {
  if (then.empty() && otherwise.empty()) {
    add(condition, activation, effects);
    return;
  }
  Effect effect{Effect::Kind::choice, {}, condition, std::move(then), std::move(otherwise)};
  effects.push_back(std::move(effect));
}

// What evaluating the address does: p[i++].
void EffectFinder::add_address(const Access& access, const Activation& activation,
                               Effects& effects) const {
  if (access.call == nullptr) {
    add_below(access.datum, activation, effects);
    return;
  }
  for (const clang::Expr* argument : access.address()) add(argument, activation, effects);
}

void EffectFinder::add_access(const Access& access, const Activation& activation,
                              Effects& effects) const {
  const bool kept = is_kept(access);
  if (options_.arithmetic_only) {
    if (access.kind == AccessKind::store || access.kind == AccessKind::update) {
      effects.push_back({Effect::Kind::absorb, access, access.site, {}, {}});
    }
    add_address(access, activation, effects);
    return;
  }
  if (access.value != nullptr) add(access.value, activation, effects);
  if (access.kind == AccessKind::atomic || access.is_second_result()) {
    for (const clang::Expr* argument : access.call->arguments()) {
      if (argument != access.pointer) add(argument, activation, effects);
    }
  }
  const bool loads = access.kind != AccessKind::store && !is_eliminated(access, activation);
  const bool stores = access.kind != AccessKind::load && options_.keep_stores;
  if (!kept || (!loads && !stores)) {
    add_address(access, activation, effects);
    return;
  }
  Effect::Kind kind = Effect::Kind::load;
  if (stores) {
    kind = !loads                              ? Effect::Kind::store
           : access.kind == AccessKind::update ? Effect::Kind::update
                                               : Effect::Kind::atomic;
  }
  effects.push_back({kind, access, access.site, {}, {}});
}

void EffectFinder::add_copy(const AsyncCopy& copy, const Activation& activation,
                            Effects& effects) const {
  bool loads = is_kept(copy.from) && !is_eliminated(copy.from, activation);
  bool stores = is_kept(copy.to) && options_.keep_stores;
  if (options_.arithmetic_only) {
    stores =
        copy.to.space == Space::local && writes_needed_through_pointer(*copy.to.call, activation);
    loads = copy.from.space == Space::local;  // what goes to global memory goes to the sink
  }
  Effects of_size = of(copy.count, activation);
  if (copy.stride != nullptr) add(copy.stride, activation, of_size);
  if (loads && stores && !of_size.empty()) {
    refuse(tree_.context(), activation, copy.to.call->getExprLoc(),
           "the size of an asynchronous copy has loads or side effects of its own");
  }
  if (!loads) add(copy.from.pointer, activation, effects);
  if (!stores) add(copy.to.pointer, activation, effects);
  if (!loads && !stores) effects.insert(effects.end(), of_size.begin(), of_size.end());
  if (loads) effects.push_back({Effect::Kind::shared_loads, copy.from, copy.to.call, {}, {}});
  if (stores) effects.push_back({Effect::Kind::shared_stores, copy.to, copy.to.call, {}, {}});
}

void EffectFinder::add_call(const clang::CallExpr& call, const Activation& activation,
                            Effects& effects) const {
  const auto callee = activation.calls.find(&call);
  if (callee != activation.calls.end()) {
    const bool stays = has_effects(*callee->second);
    const auto parameters = callee->second->function->parameters();
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      const bool passed =
          stays && i < parameters.size() && callee->second->need_of(parameters[i]) != Need::none;
      if (!passed) add(call.getArg(i), activation, effects);
    }
    if (stays) effects.push_back({Effect::Kind::call, {}, &call, {}, {}});
    return;
  }
  const std::string name = builtin_name(call, activation);
  if (is_synchronisation(name)) {
    if (options_.keep_barriers) effects.push_back({Effect::Kind::barrier, {}, &call, {}, {}});
    return;
  }
  if (const auto copy = async_copy(call, activation)) {
    add_copy(*copy, activation, effects);
    return;
  }
  if (writes_needed_through_pointer(call, activation)) {
    effects.push_back({Effect::Kind::evaluate, {}, &call, {}, {}});
    return;
  }
  if (options_.arithmetic_only && name.starts_with("write_image")) {
    refuse(tree_.context(), activation, call.getExprLoc(),
           "'" + name + "' takes the result of arithmetic to an image, which cannot be stripped");
  }
  for (const clang::Expr* argument : call.arguments()) {
    if (name != "prefetch" && name != "printf" && argument->getType()->isPointerType()) {
      Access through;
      through.site = &call;
      through.arrays = tree_.origins(argument, activation);
      if (!through.arrays.empty() && is_kept(through)) {
        refuse(tree_.context(), activation, call.getExprLoc(),
               "'" + name + "' accesses '" + through.arrays.begin()->variable->getNameAsString() +
                   "', which cannot be stripped; name other arrays to keep");
      }
    }
    add(argument, activation, effects);
  }
}

void EffectFinder::add(const clang::Expr* expression, const Activation& activation,
                       Effects& effects) const {
  const clang::Expr* e = expression->IgnoreParens();
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(e)) return;  // sizeof evaluates nothing
  if (llvm::isa<clang::StmtExpr, clang::BinaryConditionalOperator, clang::BlockExpr>(e)) {
    refuse(tree_.context(), activation, e->getExprLoc(),
           "an extension of C that is not in OpenCL C 1.2");
  }
  if (const std::optional<Access> found = access(*e, activation)) {
    add_access(*found, activation, effects);
    return;
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(e)) {
    add_call(*call, activation, effects);
    return;
  }
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(e);
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(e);
  const clang::Expr* changed = nullptr;
  if (binary != nullptr && binary->isAssignmentOp()) changed = binary->getLHS();
  if (unary != nullptr && unary->isIncrementDecrementOp()) changed = unary->getSubExpr();
  if (changed != nullptr && changes_needed(changed, activation)) {
    effects.push_back({Effect::Kind::evaluate, {}, e, {}, {}});
    return;
  }
  if (binary != nullptr && binary->isLogicalOp()) {
    Effects when_true = of(binary->getRHS(), activation);
    Effects when_false;
    if (binary->getOpcode() == clang::BO_LOr) {
      std::swap(when_true, when_false);
    }
    add_choice(binary->getLHS(), std::move(when_true), std::move(when_false), activation, effects);
    return;
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(e)) {
    add_choice(choice->getCond(), of(choice->getTrueExpr(), activation),
               of(choice->getFalseExpr(), activation), activation, effects);
    return;
  }
  add_below(e, activation, effects);
}

Effects EffectFinder::of(const clang::Expr* expression, const Activation& activation) const {
  Effects effects;
  if (expression != nullptr) add(expression, activation, effects);
  return effects;
}

bool EffectFinder::has_effects(const Activation& activation) const {
  bool found = false;
  walk(activation.function->getBody(), [&](const clang::Stmt& statement) {
    if (found || llvm::isa<clang::ReturnStmt>(statement)) {
      const auto* done = llvm::dyn_cast<clang::ReturnStmt>(&statement);
      if (!found && done != nullptr) found = !of(done->getRetValue(), activation).empty();
      return false;
    }
    if (llvm::isa<clang::Expr, clang::DeclStmt>(statement)) {
      found = stays(&statement, activation, {});
      return false;
    }
    return true;
  });
  return found;
}

bool EffectFinder::stays(const clang::Stmt* statement, const Activation& activation,
                         Around around) const {
  if (statement == nullptr) return false;
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
    return !of(expression, activation).empty();
  }
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl* declared : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
      if (variable == nullptr) continue;
      if (activation.need_of(variable) != Need::none) return true;
      if (!of(variable->getInit(), activation).empty()) return true;
    }
    return false;
  }
  if (llvm::isa<clang::ReturnStmt>(statement)) return true;
  if (llvm::isa<clang::BreakStmt>(statement)) return around.breakable;
  if (llvm::isa<clang::ContinueStmt>(statement)) return around.continuable;
  if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(statement)) around = {};
  if (llvm::isa<clang::SwitchStmt>(statement)) around.breakable = false;
  for (const clang::Stmt* child : statement->children()) {
    if (stays(child, activation, around)) return true;
  }
  return false;
}

}  // namespace clgauge::collector::removal
