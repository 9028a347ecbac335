#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lens/items/item_events.h"
#include "lens/items/item_operations.h"

namespace clgauge::lens {

namespace ptx {
struct Program;
}

// Code that nothing comes of, which assemblers leave out.
enum class UnusedCode { kept, dropped };

// A kernel of a module of PTX. Immutable; copies share it. Thread-safe.
class PtxKernel {
 public:
  // Throws Error(input), with the line, for what is no PTX and for a module without that kernel.
  PtxKernel(std::string_view text, const std::string& kernel, UnusedCode unused = UnusedCode::kept);

  [[nodiscard]] const ptx::Program& program() const noexcept { return *program_; }
  // In the order of the code.
  [[nodiscard]] const std::vector<AccessPlace>& places() const noexcept;

 private:
  std::shared_ptr<const ptx::Program> program_;  // with the module that it points into
};

}  // namespace clgauge::lens
