#include "collector/frontend/syntax_tree.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

#include <exception>
#include <memory>

#include "collector/frontend/run_clang.h"

namespace clgauge::collector {
namespace {

using Visit = std::function<void(clang::ASTContext&)>;

// Clang is built without exceptions: one that passed through its frames would leave it half-way.
class VisitingConsumer : public clang::ASTConsumer {
 public:
  VisitingConsumer(const Visit& visit, std::exception_ptr& failure)
      : visit_(visit), failure_(failure) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (context.getDiagnostics().hasErrorOccurred()) return;
    try {
      visit_(context);
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

 private:
  const Visit& visit_;
  std::exception_ptr& failure_;
};

class VisitingAction : public clang::ASTFrontendAction {
 public:
  VisitingAction(const Visit& visit, std::exception_ptr& failure)
      : visit_(visit), failure_(failure) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& /*compiler*/,
                                                        llvm::StringRef /*file*/) override {
    return std::make_unique<VisitingConsumer>(visit_, failure_);
  }

 private:
  const Visit& visit_;
  std::exception_ptr& failure_;
};

}  // namespace

void with_syntax_tree(const Source& source, const Visit& visit) {
  std::exception_ptr failure;
  std::unique_ptr<VisitingAction> action;
  run_clang(source, [&]() -> clang::FrontendAction& {
    action = std::make_unique<VisitingAction>(visit, failure);
    return *action;
  });
  if (failure) std::rethrow_exception(failure);
}

}  // namespace clgauge::collector
