#include "ir_case.h"

#include <llvm/IR/Function.h>

#include "collector/bitcode.h"
#include "lens/ir/ir_walker.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kEndlessBytes = 1ULL << 39U;

std::vector<std::uint8_t> bytes_of(std::int64_t value) {
  std::vector<std::uint8_t> bytes;
  for (unsigned i = 0; i < 8; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i)));
  }
  return bytes;
}

}  // namespace

IrKernel ir_of(const collector::Source& source, const std::string& kernel) {
  return {collector::prepared_bitcode(source, kernel), kernel};
}

IrKernel ir_of(const std::string& text, const std::string& kernel) {
  collector::Source source;
  source.text = text;
  return ir_of(source, kernel);
}

EvaluatedLaunch launch_of(const IrKernel& kernel, const collector::ConcreteLaunch& launch) {
  EvaluatedLaunch evaluated;
  evaluated.dimensions = 3;
  for (std::size_t d = 0; d < 3; ++d) {
    evaluated.global.at(d) = static_cast<std::uint64_t>(launch.global.at(d));
    evaluated.local.at(d) = static_cast<std::uint64_t>(launch.local.at(d));
  }
  for (const llvm::Argument& argument : kernel.function().args()) {
    const auto given = launch.arguments.find(argument.getName().str());
    if (argument.getType()->isPointerTy() && !argument.hasByValAttr()) {
      const bool is_local = argument.getType()->getPointerAddressSpace() == 3;
      evaluated.arguments.push_back(
          {is_local ? EvaluatedArgument::Kind::local : EvaluatedArgument::Kind::buffer,
           {},
           buffer_address(argument.getArgNo()),
           kEndlessBytes});
    } else {
      evaluated.arguments.push_back({EvaluatedArgument::Kind::scalar,
                                     bytes_of(given == launch.arguments.end() ? 0 : given->second),
                                     0, 0});
    }
  }
  return evaluated;
}

ItemOperations all_groups(const IrKernel& kernel, const EvaluatedLaunch& launch) {
  IrWalker walker(kernel, launch, {}, 64);
  std::vector<double> runs(kernel.function().size());
  const auto groups = launch.groups();
  for (std::uint64_t z = 0; z < groups[2]; ++z) {
    for (std::uint64_t y = 0; y < groups[1]; ++y) {
      for (std::uint64_t x = 0; x < groups[0]; ++x) {
        Collecting sink;
        const GroupTrace trace = walker.walk({x, y, z}, sink);
        for (std::size_t b = 0; b < runs.size(); ++b) {
          runs[b] += static_cast<double>(trace.block_counts[b]);
        }
      }
    }
  }
  return operations_of(kernel.function(), runs);
}

}  // namespace clgauge::lens
