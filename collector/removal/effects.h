#pragma once

#include <clang/AST/Expr.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collector/removal/call_tree.h"
#include "collector/removal/strip.h"

namespace clgauge::collector::removal {

enum class AccessKind { load, store, update, atomic };

// One access to memory outside registers, as the source writes it.
struct Access {
  AccessKind kind = AccessKind::load;
  const clang::Expr* site = nullptr;      // the whole expression
  const clang::Expr* datum = nullptr;     // the lvalue; null for a call
  const clang::CallExpr* call = nullptr;  // of a builtin that accesses memory
  const clang::Expr* pointer = nullptr;   // the call's argument that points to the memory
  const clang::Expr* value = nullptr;     // what is stored or combined, if the source says
  clang::QualType type;                   // of the datum, or of vloadN's value
  // Some lanes of a vector of three: memory of three lanes is accessed, as a whole it is of four.
  bool three_lanes = false;
  Roots arrays;
  Space space = Space::unknown;

  // "fract(x, p)": a store of what the source does not say, beside the value of the call.
  [[nodiscard]] bool is_second_result() const {
    return kind == AccessKind::store && call != nullptr && value == nullptr;
  }
  // Of a call: the arguments that make up the address.
  [[nodiscard]] std::vector<const clang::Expr*> address() const;
};

// async_work_group_copy(to, from, count, event) or its strided form.
struct AsyncCopy {
  Access from;
  Access to;
  const clang::Expr* count = nullptr;
  const clang::Expr* stride = nullptr;  // of the side in global memory; null for one
};

// Something of an expression that stays. The pieces keep the order of evaluation.
struct Effect {
  enum class Kind {
    load,           // add the datum to its sum
    store,          // store ones
    update,         // both
    atomic,         // both, in one operation
    absorb,         // add the value of `expression` to its sum (arithmetic only)
    evaluate,       // `expression`, which changes a needed variable, as it is
    shared_loads,   // the loads of an asynchronous copy, by all work-items of the group together
    shared_stores,  // its stores of ones
    call,           // of a helper that has effects
    barrier,
    choice,  // if (expression) then else otherwise
  };
  Kind kind;
  Access access;
  const clang::Expr* expression = nullptr;
  std::vector<Effect> then;
  std::vector<Effect> otherwise;
};
using Effects = std::vector<Effect>;

// Says of a load whether the collector leaves it out (see survivors.h).
using Eliminated = std::function<bool(const clang::Expr& site, const Activation& activation)>;

// Sorts out what of an expression stays, for one set of options and the slice as it stands.
class EffectFinder {
 public:
  EffectFinder(const CallTree& tree, const StripOptions& options, Eliminated eliminated);

  // Throws Error(unsupported) for an access that cannot be removed soundly.
  [[nodiscard]] Effects of(const clang::Expr* expression, const Activation& activation) const;

  // Whether `statement` must stay. A jump stays when the statement that it leaves stays, which the
  // caller knows for those around `statement`.
  struct Around {
    bool breakable = false;
    bool continuable = false;
  };
  [[nodiscard]] bool stays(const clang::Stmt* statement, const Activation& activation,
                           Around around) const;
  [[nodiscard]] bool has_effects(const Activation& activation) const;

  [[nodiscard]] std::optional<Access> access(const clang::Expr& expression,
                                             const Activation& activation) const;
  [[nodiscard]] bool is_kept(const Access& access) const;
  [[nodiscard]] std::optional<AsyncCopy> async_copy(const clang::CallExpr& call,
                                                    const Activation& activation) const;
  [[nodiscard]] bool is_eliminated(const Access& access, const Activation& activation) const;
  [[nodiscard]] const CallTree& tree() const { return tree_; }
  [[nodiscard]] const StripOptions& options() const { return options_; }

  // Arrays that the kernel writes anywhere.
  [[nodiscard]] const Roots& written() const { return written_; }

 private:
  void add(const clang::Expr* expression, const Activation& activation, Effects& effects) const;
  void add_access(const Access& access, const Activation& activation, Effects& effects) const;
  void add_address(const Access& access, const Activation& activation, Effects& effects) const;
  void add_copy(const AsyncCopy& copy, const Activation& activation, Effects& effects) const;
  void add_call(const clang::CallExpr& call, const Activation& activation, Effects& effects) const;
  void add_below(const clang::Expr* expression, const Activation& activation,
                 Effects& effects) const;
  void add_choice(const clang::Expr* condition, Effects then, Effects otherwise,
                  const Activation& activation, Effects& effects) const;
  [[nodiscard]] Space space_of(const Roots& arrays, const clang::Expr& site,
                               const Activation& activation) const;
  [[nodiscard]] bool changes_needed(const clang::Expr* lvalue, const Activation& activation) const;
  [[nodiscard]] bool writes_needed_through_pointer(const clang::CallExpr& call,
                                                   const Activation& activation) const;

  const CallTree& tree_;
  const StripOptions& options_;
  Eliminated eliminated_;
  Roots written_;
};

// "barrier", "vload4" of a call of a builtin; empty for a helper.
[[nodiscard]] std::string builtin_name(const clang::CallExpr& call, const Activation& activation);

// The lvalue that memory is accessed at: without the lanes that are picked from a vector.
[[nodiscard]] const clang::Expr* whole_datum(const clang::Expr* lvalue);

}  // namespace clgauge::collector::removal
