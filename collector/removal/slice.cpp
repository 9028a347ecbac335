#include "collector/removal/slice.h"

#include <clang/AST/Stmt.h>

#include <algorithm>

namespace clgauge::collector::removal {
namespace {

class Slicer {
 public:
  explicit Slicer(const EffectFinder& effects) : effects_(effects), tree_(effects.tree()) {}

  void run() {
    do {
      changed_ = false;
      for (Activation* activation : tree_.activations()) {
        if (activation->is_kernel() || activation->return_need != Need::none ||
            effects_.has_effects(*activation)) {
          visit(activation->function->getBody(), *activation, {});
        }
      }
    } while (changed_);
  }

 private:
  using Around = EffectFinder::Around;

  void raise(Need& known, Need need) {
    if (need <= known) return;
    known = need;
    changed_ = true;
  }

  void need_root(const Root& root, Need need) {
    if (root.owner == nullptr || root.variable == nullptr) return;
    raise(const_cast<Activation*>(root.owner)->needs[root.variable], need);
  }

  // Control flow or an address takes its value from memory.
  void check_value_of(const Access& access, const Activation& activation, Need need) {
    const auto name = [&] { return access.arrays.begin()->variable->getNameAsString(); };
    const clang::SourceLocation where = access.site->getExprLoc();
    if (access.kind != AccessKind::load) {
      // An update as the whole of a decision, if ((a[i] += 1) > n), has a value that goes with it.
      refuse(tree_.context(), activation, where,
             "a branch or an address depends on a value that is written to '" + name() + "'");
    }
    if (access.space == Space::constant) return;
    if (effects_.options().arithmetic_only) {
      if (need == Need::decisive) {
        refuse(tree_.context(), activation, where,
               "a branch or an address depends on '" + name() +
                   "', whose loads go when arithmetic alone is kept");
      }
      return;
    }
    if (access.space == Space::local) {
      refuse(tree_.context(), activation, where,
             "a branch or an address depends on values in local memory ('" + name() + "')");
    }
    for (const Root& root : access.arrays) {
      if (effects_.written().contains(root)) {
        refuse(tree_.context(), activation, where,
               "a branch or an address depends on values of '" + root.variable->getNameAsString() +
                   "', which the kernel itself writes");
      }
    }
  }

  void need_expression(const clang::Expr* expression, Activation& activation, Need need) {
    walk(expression, [&](const clang::Stmt& statement) {
      const auto* e = llvm::dyn_cast<clang::Expr>(&statement);
      if (e == nullptr) return true;
      if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(e)) return false;
      if (llvm::isa<clang::StmtExpr, clang::BinaryConditionalOperator>(e)) {
        refuse(tree_.context(), activation, e->getExprLoc(),
               "an extension of C that is not in OpenCL C 1.2");
      }
      if (const auto access = effects_.access(*e, activation)) {
        if (access->is_second_result()) {
          need_first_result(*access, activation, need);
          return false;
        }
        check_value_of(*access, activation, need);
        // Without its loads an array needs no address.
        if (effects_.options().arithmetic_only && access->space != Space::constant) {
          if (e->HasSideEffects(tree_.context(), false)) {
            refuse(tree_.context(), activation, e->getExprLoc(),
                   "a side effect in the address of a load, whose value is needed without it");
          }
          return false;
        }
      }
      if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl())) {
          if (!variable->isFileVarDecl()) need_root({variable, &activation, false}, need);
        }
      } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(e)) {
        need_call(*call, activation, need);
      } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(e)) {
        if (cast->getCastKind() == clang::CK_LValueToRValue) {
          need_storage(cast->getSubExpr(), activation, need);
        }
      } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(e)) {
        if (unary->isIncrementDecrementOp()) {
          need_storage(unary->getSubExpr(), activation, need);
        }
      } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(e)) {
        if (binary->isAssignmentOp()) need_storage(binary->getLHS(), activation, need);
      }
      return true;
    });
  }

  // fract(x, p): the value comes from x, and p goes the way of other stores.
  void need_first_result(const Access& access, Activation& activation, Need need) {
    for (const clang::Expr* argument : access.call->arguments()) {
      if (argument != access.pointer) need_expression(argument, activation, need);
    }
    if (effects_.is_kept(access) && effects_.options().keep_stores) {
      need_address(access, activation);
    } else if (access.pointer->HasSideEffects(tree_.context(), false)) {
      refuse(tree_.context(), activation, access.pointer->getExprLoc(),
             "a side effect in the place of a second result that is left out");
    }
  }

  void need_storage(const clang::Expr* lvalue, Activation& activation, Need need) {
    for (const Root& root : tree_.storage(lvalue, activation)) {
      if (variable_like(root)) need_root(root, need);
    }
  }

  [[nodiscard]] bool variable_like(const Root& root) const {
    const Space space = tree_.space_of(root);
    return space == Space::in_registers ||
           (space == Space::local && effects_.options().arithmetic_only);
  }

  void need_call(const clang::CallExpr& call, Activation& activation, Need need) {
    const auto callee = activation.calls.find(&call);
    if (callee != activation.calls.end()) {
      raise(callee->second->return_need, need);
      need_arguments(call, activation);
      return;
    }
    const std::string name = builtin_name(call, activation);
    if (name.starts_with("work_group_") || name.starts_with("sub_group_") || name == "printf" ||
        name.starts_with("async_work_group_")) {
      refuse(tree_.context(), activation, call.getExprLoc(),
             "a branch or an address depends on the result of '" + name + "'");
    }
    // A builtin reads what its pointers point to: vload4(0, t), fract(x, &whole).
    for (const clang::Expr* argument : call.arguments()) {
      if (!argument->getType()->isPointerType()) continue;
      for (const Root& root : tree_.origins(argument, activation)) {
        if (variable_like(root)) need_root(root, need);
      }
    }
  }

  // The address of an access, without the value that is stored.
  void need_address(const Access& access, Activation& activation) {
    if (access.call != nullptr) {
      for (const clang::Expr* argument : access.address()) {
        need_expression(argument, activation, Need::decisive);
      }
      return;
    }
    for (const clang::Stmt* child : access.datum->children()) {
      if (const auto* below = llvm::dyn_cast_or_null<clang::Expr>(child)) {
        need_expression(below, activation, Need::decisive);
      }
    }
  }

  void need_effects(const Effects& effects, Activation& activation) {
    for (const Effect& effect : effects) {
      switch (effect.kind) {
        case Effect::Kind::load:
        case Effect::Kind::store:
        case Effect::Kind::update:
        case Effect::Kind::atomic:
          need_address(effect.access, activation);
          break;
        case Effect::Kind::absorb:
          if (effect.access.value != nullptr) {
            need_expression(effect.access.value, activation, Need::value);
          } else if (effect.access.is_second_result()) {
            need_expression(effect.access.call, activation, Need::value);
          }
          break;
        case Effect::Kind::shared_loads:
        case Effect::Kind::shared_stores:
          need_copy(effect, activation);
          break;
        case Effect::Kind::evaluate:
          need_expression(effect.expression, activation, need_of_change(effect, activation));
          break;
        case Effect::Kind::call:
          need_arguments(*llvm::cast<clang::CallExpr>(effect.expression), activation);
          break;
        case Effect::Kind::barrier:
          break;
        case Effect::Kind::choice:
          need_expression(effect.expression, activation, Need::decisive);
          need_effects(effect.then, activation);
          need_effects(effect.otherwise, activation);
          break;
      }
    }
  }

  void need_copy(const Effect& effect, Activation& activation) {
    const auto copy =
        effects_.async_copy(*llvm::cast<clang::CallExpr>(effect.expression), activation);
    need_expression(effect.access.pointer, activation, Need::decisive);
    need_expression(copy->count, activation, Need::decisive);
    if (copy->stride != nullptr) need_expression(copy->stride, activation, Need::decisive);
  }

  // An assignment is needed as much as what it changes.
  Need need_of_change(const Effect& effect, const Activation& activation) const {
    Roots changed;
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(effect.expression)) {
      changed = tree_.storage(binary->getLHS(), activation);
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(effect.expression)) {
      changed = tree_.storage(unary->getSubExpr(), activation);
    } else {
      for (const clang::Expr* argument :
           llvm::cast<clang::CallExpr>(effect.expression)->arguments()) {
        if (!argument->getType()->isPointerType()) continue;
        changed.merge(tree_.origins(argument, activation));
      }
    }
    Need need = Need::value;
    for (const Root& root : changed) {
      if (root.owner != nullptr) need = std::max(need, root.owner->need_of(root.variable));
    }
    return need;
  }

  void need_arguments(const clang::CallExpr& call, Activation& activation) {
    const Activation& callee = *activation.calls.at(&call);
    const auto parameters = callee.function->parameters();
    for (unsigned i = 0; i < call.getNumArgs() && i < parameters.size(); ++i) {
      const Need need = callee.need_of(parameters[i]);
      if (need != Need::none) need_expression(call.getArg(i), activation, need);
    }
  }

  void visit_expression(const clang::Expr* expression, Activation& activation) {
    need_effects(effects_.of(expression, activation), activation);
  }

  void visit_declaration(const clang::DeclStmt& declaration, Activation& activation) {
    for (const clang::Decl* declared : declaration.decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
      if (variable == nullptr || !variable->hasInit()) continue;
      const Need need = activation.need_of(variable);
      if (need == Need::none) {
        visit_expression(variable->getInit(), activation);
      } else {
        need_expression(variable->getInit(), activation, need);
      }
    }
  }

  void visit(const clang::Stmt* statement, Activation& activation, Around around) {
    if (statement == nullptr) return;
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
      visit_expression(expression, activation);
    } else if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      visit_declaration(*declaration, activation);
    } else if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
      if (effects_.stays(branch->getThen(), activation, around) ||
          effects_.stays(branch->getElse(), activation, around)) {
        need_expression(branch->getCond(), activation, Need::decisive);
        visit(branch->getThen(), activation, around);
        visit(branch->getElse(), activation, around);
      } else {
        visit_expression(branch->getCond(), activation);
      }
    } else if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(statement)) {
      visit_loop(*statement, activation);
    } else if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
      if (effects_.stays(choice->getBody(), activation, {false, around.continuable})) {
        need_expression(choice->getCond(), activation, Need::decisive);
        visit(choice->getBody(), activation, {true, around.continuable});
      } else {
        visit_expression(choice->getCond(), activation);
      }
    } else if (const auto* done = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
      if (done->getRetValue() == nullptr) return;
      if (activation.return_need == Need::none) {
        visit_expression(done->getRetValue(), activation);
      } else {
        need_expression(done->getRetValue(), activation, activation.return_need);
      }
    } else if (llvm::isa<clang::LabelStmt, clang::GotoStmt, clang::IndirectGotoStmt,
                         clang::GCCAsmStmt>(statement)) {
      refuse(tree_.context(), activation, statement->getBeginLoc(),
             "goto, labels and assembly cannot be stripped; use loops");
    } else {  // blocks, case labels, attributes
      for (const clang::Stmt* child : statement->children()) {
        if (llvm::isa<clang::SwitchCase>(statement) && llvm::isa_and_nonnull<clang::Expr>(child) &&
            child != llvm::cast<clang::SwitchCase>(statement)->getSubStmt()) {
          continue;  // the label's constant
        }
        visit(child, activation, around);
      }
    }
  }

  void visit_loop(const clang::Stmt& loop, Activation& activation) {
    if (!effects_.stays(&loop, activation, {})) return;
    const Around inside{true, true};
    if (const auto* counted = llvm::dyn_cast<clang::ForStmt>(&loop)) {
      visit(counted->getInit(), activation, {});
      if (counted->getCond() != nullptr) {
        need_expression(counted->getCond(), activation, Need::decisive);
      }
      visit_expression(counted->getInc(), activation);
      visit(counted->getBody(), activation, inside);
    } else if (const auto* guarded = llvm::dyn_cast<clang::WhileStmt>(&loop)) {
      need_expression(guarded->getCond(), activation, Need::decisive);
      visit(guarded->getBody(), activation, inside);
    } else {
      const auto* repeated = llvm::cast<clang::DoStmt>(&loop);
      need_expression(repeated->getCond(), activation, Need::decisive);
      visit(repeated->getBody(), activation, inside);
    }
  }

  const EffectFinder& effects_;
  const CallTree& tree_;
  bool changed_ = false;
};

}  // namespace

void slice(const EffectFinder& effects) { Slicer(effects).run(); }

}  // namespace clgauge::collector::removal
