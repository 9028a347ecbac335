#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lens/items/item_events.h"

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace clgauge::lens {

// A kernel as the collector prepares it (collector/bitcode.h). Immutable; moves keep its function
// where it is.
class IrKernel {
 public:
  // Throws Error(input) for bytes that LLVM 15 does not read and for a module without that kernel.
  IrKernel(std::string_view bitcode, const std::string& kernel);
  ~IrKernel();
  IrKernel(IrKernel&&) noexcept;
  IrKernel& operator=(IrKernel&&) noexcept;

  [[nodiscard]] const llvm::Function& function() const noexcept;
  // In the order of the code: those of one instruction stand together, as memory_operations() lists
  // them.
  [[nodiscard]] const std::vector<AccessPlace>& places() const noexcept;
  [[nodiscard]] const llvm::Instruction& instruction_of(std::size_t place) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// "line 7", or "a line that the object does not name".
[[nodiscard]] std::string line_of(const llvm::Instruction& instruction);

}  // namespace clgauge::lens
