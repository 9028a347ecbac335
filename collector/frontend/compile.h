#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collector/source.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace clgauge::collector {

// A translation unit as LLVM IR, just as Clang emits it (no optimisation). Move-only.
class CompiledSource {
 public:
  CompiledSource(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
                 std::string left_out);
  CompiledSource(CompiledSource&&) noexcept;
  CompiledSource& operator=(CompiledSource&&) noexcept;
  ~CompiledSource();

  [[nodiscard]] llvm::Module& module() { return *module_; }
  [[nodiscard]] const llvm::Module& module() const { return *module_; }

  // In the order of the source.
  [[nodiscard]] std::vector<std::string> kernel_names() const;

  // Which condition of the preprocessor leaves a kernel out; empty where none does.
  [[nodiscard]] const std::string& left_out() const { return left_out_; }

 private:
  std::unique_ptr<llvm::LLVMContext> context_;
  std::unique_ptr<llvm::Module> module_;
  std::string left_out_;
};

// Compiles for a 64-bit SPIR device. Throws Error(input): bad options, or a source that does not
// compile, with Clang's diagnostics (line and caret) in detail().
[[nodiscard]] CompiledSource compile(const Source& source);

}  // namespace clgauge::collector
