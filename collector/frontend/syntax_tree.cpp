#include "collector/frontend/syntax_tree.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

#include <algorithm>
#include <exception>
#include <memory>

#include "collector/frontend/run_clang.h"

namespace clgauge::collector {
namespace {

using Visit = std::function<void(clang::ASTContext&)>;

struct Outcome {
  std::exception_ptr failure;
  bool found_kernels = false;
};

// Clang is built without exceptions: one that passed through its frames would leave it half-way.
class VisitingConsumer : public clang::ASTConsumer {
 public:
  VisitingConsumer(const Visit& visit, Outcome& outcome) : visit_(visit), outcome_(outcome) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (context.getDiagnostics().hasErrorOccurred()) return;
    const auto declarations = context.getTranslationUnitDecl()->decls();
    outcome_.found_kernels =
        std::any_of(declarations.begin(), declarations.end(), [](const clang::Decl* declaration) {
          return declaration->hasAttr<clang::OpenCLKernelAttr>();
        });
    try {
      visit_(context);
    } catch (...) {
      outcome_.failure = std::current_exception();
    }
  }

 private:
  const Visit& visit_;
  Outcome& outcome_;
};

class VisitingAction : public clang::ASTFrontendAction {
 public:
  VisitingAction(const Visit& visit, Outcome& outcome) : visit_(visit), outcome_(outcome) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& /*compiler*/,
                                                        llvm::StringRef /*file*/) override {
    return std::make_unique<VisitingConsumer>(visit_, outcome_);
  }

 private:
  const Visit& visit_;
  Outcome& outcome_;
};

}  // namespace

void with_syntax_tree(const Source& source, const Visit& visit) {
  Outcome outcome;
  std::unique_ptr<VisitingAction> action;
  const auto fresh_action = [&]() -> clang::FrontendAction& {
    outcome = {};
    action = std::make_unique<VisitingAction>(visit, outcome);
    return *action;
  };
  run_clang(source, fresh_action, [&] { return outcome.found_kernels; });
  if (outcome.failure) std::rethrow_exception(outcome.failure);
}

}  // namespace clgauge::collector
