#include "lens/ptx/kernel.h"

#include <utility>

#include "lens/ptx/lower.h"
#include "lens/ptx/parse.h"
#include "lens/ptx/unused.h"

namespace clgauge::lens {
namespace {

struct PtxCode {
  ptx::Module module;
  ptx::Program program;
};

}  // namespace

PtxKernel::PtxKernel(std::string_view text, const std::string& kernel, UnusedCode unused) {
  auto code = std::make_shared<PtxCode>();
  code->module = ptx::parse(text);
  if (unused == UnusedCode::dropped) {
    for (auto& [name, function] : code->module.functions) {
      ptx::drop_unused(function);
    }
  }
  code->program = ptx::lower(code->module, kernel);
  program_ = std::shared_ptr<const ptx::Program>(code, &code->program);
}

const std::vector<AccessPlace>& PtxKernel::places() const noexcept { return program_->places; }

}  // namespace clgauge::lens
