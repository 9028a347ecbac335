#pragma once

#include <clang/AST/PrettyPrinter.h>
#include <clang/AST/Stmt.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "collector/removal/effects.h"
#include "collector/removal/type_names.h"
#include "collector/removal/writer.h"

namespace clgauge::collector::removal {

// What the functions of one stripped program share.
struct Program {
  const EffectFinder& effects;
  const std::set<LoadSite>& volatiles;
  std::string prefix;
  TypeNames types;
  std::vector<std::string> support;  // functions that count and update, in order of need
  std::set<std::string> support_names;
  std::vector<std::string> functions;                                // helpers, callees first
  std::map<const Activation*, std::map<std::string, SumType>> sums;  // of written helpers
  // Of program scope, in order of need, with their initial values as text.
  std::vector<std::pair<const clang::VarDecl*, std::string>> constants;
  std::vector<LoadSite> loads;  // by the number in the marks around their text
  unsigned ones = 0;            // values that stand for loads
  unsigned second_results = 0;  // variables for what builtins return through pointers
  std::vector<std::pair<LoadSite, Roots>> stores = {};  // that load nothing, in the order written

  // The statement that a stripped kernel leaves in place of its sums, filled in at the end.
  static constexpr char kSinkMark = '\x04';
  [[nodiscard]] std::string mark(const LoadSite& load, const std::string& text);
  void add_support(const std::string& name, const std::string& text);
};

// Writes one function. Expressions whose value is needed are printed as they are, with kept loads
// wrapped in a call that counts them; of other expressions the effects alone are written.
class FunctionWriter : private clang::PrinterHelper {
 public:
  FunctionWriter(Program& program, const Activation& activation);

  // Writes a helper and, before it, those it calls.
  void write_helper();
  // The kernel's body, with marks for the sink; its sums are in sums().
  [[nodiscard]] std::string kernel_body();
  [[nodiscard]] const std::map<std::string, SumType>& sums() const { return sums_; }
  [[nodiscard]] const std::string& ones_declarations() const { return ones_; }

 private:
  using Around = EffectFinder::Around;

  // statements (function_writer.cpp)
  void line(const std::string& text);
  void write(const clang::Stmt* statement, Around around);
  void write_block(const clang::Stmt* statement, Around around);
  void write_declaration(const clang::DeclStmt& declaration);
  void write_if(const clang::IfStmt& branch, Around around);
  void write_loop(const clang::Stmt& loop);
  void write_for(const clang::ForStmt& loop);
  void write_switch(const clang::SwitchStmt& choice, Around around);
  void write_case(const clang::SwitchCase& label, Around around);
  void write_return(const clang::ReturnStmt& done);
  void write_attributes(const clang::AttributedStmt& statement);
  void write_effects(const Effects& effects);
  [[nodiscard]] std::string as_expression(const Effects& effects);
  [[nodiscard]] std::string declared(const clang::VarDecl& variable);

  // accesses (access_writer.cpp)
  [[nodiscard]] std::string load_text(const Access& access);
  [[nodiscard]] std::string counted(const Access& access);
  [[nodiscard]] std::string update(const Access& access);
  [[nodiscard]] std::string atomic(const Access& access);
  [[nodiscard]] std::string store(const Access& access);
  [[nodiscard]] std::string absorbed(const Access& access);
  [[nodiscard]] std::string first_result(const Access& access);
  [[nodiscard]] std::string shared(const Effect& effect);
  void add_group_queries();

  // expressions (expression_writer.cpp)
  bool handledStmt(clang::Stmt* statement, llvm::raw_ostream& out) override;
  [[nodiscard]] std::string print(const clang::Stmt* statement);
  [[nodiscard]] std::string barrier(const clang::CallExpr& call);
  [[nodiscard]] std::string effect(const Effect& effect);
  [[nodiscard]] std::string call(const clang::CallExpr& call);
  [[nodiscard]] std::string added(clang::QualType type, const std::string& value);
  [[nodiscard]] std::string picked(const clang::Expr* lvalue, const clang::Expr* datum,
                                   const std::string& text);
  [[nodiscard]] std::string one_of(clang::QualType type);
  [[nodiscard]] std::string count_function(clang::QualType type);
  [[nodiscard]] std::string sum(const SumType& type);
  // The sums that a value of the type is added to: as arguments here, as parameters of a support
  // function, and as what such a function passes on. Each with a comma before it.
  [[nodiscard]] std::string sum_pointers(clang::QualType type);
  [[nodiscard]] std::string sum_parameters(clang::QualType type) const;
  [[nodiscard]] std::string sums_passed_on(clang::QualType type) const;
  [[nodiscard]] std::vector<Leaf> leaves_of(clang::QualType type, const clang::Expr& where) const;
  void note_constant(const clang::VarDecl& variable);

  Program& program_;
  const Activation& activation_;
  std::string out_;
  unsigned indent_ = 1;
  std::map<std::string, SumType> sums_;  // by the name of the type
  std::string ones_;                     // declarations of what stands for loads
};

}  // namespace clgauge::collector::removal
