#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clgauge::collector::removal {

struct Activation;

// How much of a variable's value must be right in the stripped kernel.
enum class Need { none, value, decisive };  // decisive: it decides control flow or an address

// A variable or an array as seen by one activation of the function that declares it.
struct Root {
  const clang::VarDecl* variable = nullptr;  // null: a pointer of unknown origin
  const Activation* owner = nullptr;         // null: program scope
  bool argument_array = false;               // the array behind a kernel's pointer, not the pointer
  // NOLINTNEXTLINE(modernize-use-nullptr): the check misreads it
  auto operator<=>(const Root&) const = default;
};
using Roots = std::set<Root>;

enum class Space { global, constant, local, in_registers, unknown };

// One function on one call path from the kernel: what a helper does depends on who calls it.
struct Activation {
  const clang::FunctionDecl* function = nullptr;  // the definition
  Activation* caller = nullptr;                   // null for the kernel
  const clang::CallExpr* site = nullptr;
  std::string name;  // unique, for the emitted function
  std::map<const clang::CallExpr*, std::unique_ptr<Activation>> calls;
  std::map<const clang::VarDecl*, Roots> points_to;
  // The slice; see slice.h.
  std::map<const clang::VarDecl*, Need> needs;
  Need return_need = Need::none;

  [[nodiscard]] bool is_kernel() const { return caller == nullptr; }
  [[nodiscard]] Need need_of(const clang::VarDecl* variable) const {
    const auto found = needs.find(variable);
    return found == needs.end() ? Need::none : found->second;
  }
};

// Throws Error(unsupported): "kernel 'k', line 12: <what>".
[[noreturn]] void refuse(const clang::ASTContext& context, const Activation& activation,
                         clang::SourceLocation where, const std::string& what);

// Calls f for a statement and everything below it, parents first; f says whether to go below.
void walk(const clang::Stmt* statement, const std::function<bool(const clang::Stmt&)>& f);

// The kernel, its helpers, and where their pointers can point to.
class CallTree {
 public:
  // Throws Error(unsupported) for recursion and for more than 4096 call paths.
  CallTree(clang::ASTContext& context, const clang::FunctionDecl& kernel);

  [[nodiscard]] clang::ASTContext& context() const { return context_; }
  [[nodiscard]] Activation& kernel() const { return *kernel_; }
  // The kernel last, every helper before its caller.
  [[nodiscard]] const std::vector<Activation*>& activations() const { return order_; }

  // What a pointer (or an aggregate that holds pointers) can point into.
  [[nodiscard]] Roots origins(const clang::Expr* pointer, const Activation& activation) const;
  // The variables or arrays that an lvalue is a part of.
  [[nodiscard]] Roots storage(const clang::Expr* lvalue, const Activation& activation) const;
  [[nodiscard]] Space space_of(const Root& root) const;

 private:
  Activation& activate(const clang::FunctionDecl& function, Activation* caller,
                       const clang::CallExpr* site);
  void follow_pointers();
  bool follow_pointers_in(Activation& activation);
  bool add(const Root& variable, const Roots& targets);

  clang::ASTContext& context_;
  std::unique_ptr<Activation> kernel_;
  std::vector<Activation*> order_;
  std::size_t paths_ = 0;
};

}  // namespace clgauge::collector::removal
