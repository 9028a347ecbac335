#include "collector/removal/survivors.h"

#include <clang/Basic/SourceManager.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "collector/frontend/memory_operation.h"
#include "collector/removal/effects.h"

namespace clgauge::collector::removal {
namespace {

std::string place(unsigned line, unsigned column) {
  return std::to_string(line) + ":" + std::to_string(column);
}

std::string place_of(const clang::SourceManager& sources, clang::SourceLocation location) {
  const clang::PresumedLoc presumed = sources.getPresumedLoc(location);
  return presumed.isValid() ? place(presumed.getLine(), presumed.getColumn()) : std::string();
}

// v.xy = ...: loads the whole vector, at the place of the `=`. In a macro its load would share the
// place of those in its value, which come first in the code but later in a walk of the text.
bool loads_other_lanes(const clang::Stmt& statement) {
  const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(&statement);
  return assignment != nullptr && assignment->getOpcode() == clang::BO_Assign &&
         whole_datum(assignment->getLHS()) != assignment->getLHS()->IgnoreParens() &&
         !assignment->getOperatorLoc().isMacroID();
}

// An expression whose evaluation loads, and the place that Clang gives that load.
struct LoadingSite {
  const clang::Expr* site = nullptr;
  clang::SourceLocation location;
  Roots roots = {};  // what it loads from, registers included
};

std::optional<LoadingSite> loading_site(const CallTree& tree, const clang::Stmt& statement,
                                        const Activation& activation) {
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&statement)) {
    if (cast->getCastKind() != clang::CK_LValueToRValue) return std::nullopt;
    // A member is loaded at its name, not where the whole expression begins.
    return LoadingSite{cast, cast->getSubExpr()->IgnoreParens()->getExprLoc(),
                       tree.storage(whole_datum(cast->getSubExpr()), activation)};
  }
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&statement)) {
    if (activation.calls.contains(call)) return std::nullopt;
    LoadingSite load{call, call->getExprLoc()};
    for (const clang::Expr* argument : call->arguments()) {
      if (argument->getType()->isPointerType()) {
        load.roots.merge(tree.origins(argument, activation));
      }
    }
    return load;
  }
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&statement);
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&statement);
  const bool updates = (binary != nullptr && binary->isCompoundAssignmentOp()) ||
                       (unary != nullptr && unary->isIncrementDecrementOp());
  if (!updates && !loads_other_lanes(statement)) return std::nullopt;
  const auto* site = llvm::cast<clang::Expr>(&statement);
  const clang::Expr* changed = binary != nullptr ? binary->getLHS() : unary->getSubExpr();
  return LoadingSite{site, site->getExprLoc(), tree.storage(whole_datum(changed), activation)};
}

// Whether the load may be from one of the arrays; without any, or of unknown origin, it may.
bool may_be_from(const std::set<std::string>& arrays, const LoadingSite& load) {
  return arrays.empty() || std::any_of(load.roots.begin(), load.roots.end(), [&](const Root& root) {
           return root.variable == nullptr || arrays.contains(root.variable->getNameAsString());
         });
}

}  // namespace

CountedKernel::CountedKernel(const Source& source, const std::string& kernel) {
  CompiledSource compiled = compile(source);
  read_source_form(compiled.module());
  const PreparedKernel prepared(std::move(compiled), kernel);
  read_counted_form(prepared.function());
}

void CountedKernel::read_source_form(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::DebugLoc& location = instruction.getDebugLoc();
      if (!location) continue;
      const Place here = place(location.getLine(), location.getCol());
      if (llvm::isa<llvm::CallInst>(instruction)) calls_.insert(here);
      if (llvm::isa<llvm::LoadInst, llvm::CallInst>(instruction)) ++loads_in_source_[here];
    }
  }
}

void CountedKernel::read_counted_form(const llvm::Function& kernel) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    for (const MemoryOperation& operation : memory_operations(instruction)) {
      std::set<std::string> arrays;
      for (const llvm::Value* array : origins_of(*operation.pointer).arrays) {
        const std::string name = array_name(*array, kernel);
        StaticBytes& bytes = arrays_[name];
        (operation.is_store ? bytes.stored : bytes.loaded) += operation.bytes;
        arrays.insert(name);
      }
      if (operation.is_store) continue;
      Place here;
      for (const llvm::DILocation* location = instruction.getDebugLoc().get(); location != nullptr;
           location = location->getInlinedAt()) {
        here += (here.empty() ? "" : ";") + place(location->getLine(), location->getColumn());
        lines_.insert(location->getLine());
      }
      loads_counted_[here].push_back(std::move(arrays));
    }
  }
}

std::map<const Activation*, std::set<const clang::Expr*>> CountedKernel::eliminated(
    const CallTree& tree) const {
  const clang::SourceManager& sources = tree.context().getSourceManager();
  std::map<const Activation*, std::set<const clang::Expr*>> result;
  for (const Activation* activation : tree.activations()) {
    std::string around;
    bool known = true;
    for (const Activation* inner = activation; inner->caller != nullptr; inner = inner->caller) {
      const Place call = place_of(sources, inner->site->getExprLoc());
      known = known && calls_.contains(call);
      around += ";" + call;
    }
    if (!known) continue;
    // Several loads can share a place (in a macro); of those from one array the first ones stay.
    decltype(loads_counted_) left_at;
    walk(activation->function->getBody(), [&](const clang::Stmt& statement) {
      const auto load = loading_site(tree, statement, *activation);
      if (!load) return true;
      const Place here = place_of(sources, load->location);
      if (!loads_in_source_.contains(here)) return true;
      const auto [at, is_new] = left_at.try_emplace(here);
      auto& left = at->second;
      const auto counted = loads_counted_.find(here + around);
      if (is_new && counted != loads_counted_.end()) left = counted->second;
      const auto one = std::find_if(left.begin(), left.end(),
                                    [&](const auto& arrays) { return may_be_from(arrays, *load); });
      if (one == left.end()) {
        result[activation].insert(load->site);
      } else {
        left.erase(one);
      }
      return true;
    });
  }
  return result;
}

}  // namespace clgauge::collector::removal
