#include "lens/ptx/kernel.h"

#include <utility>

#include "lens/ptx/lower.h"
#include "lens/ptx/parse.h"

namespace clgauge::lens {
namespace {

struct PtxCode {
  ptx::Module module;
  ptx::Program program;
};

}  // namespace

PtxKernel::PtxKernel(std::string_view text, const std::string& kernel) {
  auto code = std::make_shared<PtxCode>();
  code->module = ptx::parse(text);
  code->program = ptx::lower(code->module, kernel);
  program_ = std::shared_ptr<const ptx::Program>(code, &code->program);
}

const std::vector<AccessPlace>& PtxKernel::places() const noexcept { return program_->places; }

}  // namespace clgauge::lens
