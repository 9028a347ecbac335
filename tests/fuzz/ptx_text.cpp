#include "ptx_text.h"

#include "lens/ptx/lower.h"
#include "lens/ptx/machine_cost.h"
#include "lens/ptx/parse.h"
#include "lens/ptx/register_pressure.h"
#include "lens/ptx/walker.h"
#include "lens/simt/access_code.h"
#include "lens/simt/block_code.h"
#include "tried.h"

namespace clgauge::fuzz {
namespace {

using Kind = lens::EvaluatedArgument::Kind;

constexpr std::size_t kMostKernels = 4;

struct Dropping : lens::AccessSink {
  void consume(std::span<const lens::MemoryAccess> /*accesses*/) override {}
};

// Arguments that the kernel takes, as far as its parameters say; buffers of so many known bytes.
lens::EvaluatedLaunch launch_of(const lens::ptx::Function& kernel, const std::string& content) {
  lens::EvaluatedLaunch launch;
  launch.dimensions = 2;
  launch.global = {64, 4, 1};
  launch.local = {16, 2, 1};
  for (std::size_t i = 0; i < kernel.parameters; ++i) {
    const lens::ptx::Variable& parameter = kernel.variables[i];
    lens::EvaluatedArgument argument;
    argument.address = lens::buffer_address(static_cast<unsigned>(i));
    argument.size_bytes = 1 << 20;
    argument.value.assign(parameter.bytes < 4096 ? parameter.bytes : 4096, 0);
    if (!argument.value.empty()) {
      argument.value.front() = 5;
    }
    const bool is_local = parameter.pointer_space == lens::ptx::Space::shared;
    argument.kind = !parameter.is_pointer ? Kind::scalar : is_local ? Kind::local : Kind::buffer;
    argument.content = argument.kind == Kind::buffer ? content : std::string();
    launch.arguments.push_back(argument);
  }
  return launch;
}

}  // namespace

void ptx_text(const std::string& text) {
  tried([&] {
    std::size_t kernels = 0;
    for (const auto& [name, function] : lens::ptx::parse(text).functions) {
      if (!function.is_entry || ++kernels > kMostKernels) {
        continue;
      }
      (void)lens::ptx::register_use(function);
      (void)lens::ptx::machine_costs(function);
      for (const lens::ptx::Instruction& instruction : function.instructions) {
        (void)lens::ptx::latency_cycles(instruction);
      }
      for (const std::string& content : {std::string(), std::string("\1\3\0\0\200?\177", 7)}) {
        tried([&, &wanted = name, &kernel = function] {
          const lens::PtxKernel code(
              text, wanted, content.empty() ? lens::UnusedCode::kept : lens::UnusedCode::dropped);
          (void)lens::simt::block_code(code.program());
          (void)lens::simt::access_code(code.program());
          lens::PtxWalker walker(code, launch_of(kernel, content), true, 64,
                                 {.most_steps = 20'000, .most_accesses = 10'000});
          Dropping sink;
          const auto trace = walker.walk({1, 1, 0}, sink);
          (void)walker.operations({trace.block_counts.begin(), trace.block_counts.end()});
        });
      }
    }
  });
}

}  // namespace clgauge::fuzz
