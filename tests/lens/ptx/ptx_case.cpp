#include "ptx_case.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/paths.h"
#include "lens/ptx/walker.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kLine = 64;

struct Counting : AccessSink {
  void consume(std::span<const MemoryAccess> some) override {
    for (const MemoryAccess& access : some) {
      (access.is_store ? stores : loads) += 1;
    }
  }
  double loads = 0;
  double stores = 0;
};

}  // namespace

std::string ptx_of(const collector::Source& source, const std::string& level) {
  namespace fs = std::filesystem;
  const fs::path folder =
      fs::temp_directory_path() / ("clgauge-lens-ptx-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  write_file_atomically(folder / "kernel.cl", source.text);
  std::string options = source.options;
  for (const std::string& include : source.include_directories) {
    options += " -I '" + include + "'";
  }
  const std::string compile =
      "cd '" + folder.string() + "' && clang-15 -x cl -target nvptx64-nvidia-nvcl -Xclang " +
      "-fdeclare-opencl-builtins -Xclang -finclude-default-header -include " +
      CLGAUGE_SOURCE_DIR "/tests/lens/ptx/prelude.cl -gline-directives-only " + level + " " +
      options + " -S -o kernel.ptx kernel.cl 2>messages";
  const bool compiles = std::system(compile.c_str()) == 0;
  std::string text = compiles ? read_file(folder / "kernel.ptx") : std::string();
  fs::remove_all(folder);
  return text;
}

Walked walk_ptx(const PtxKernel& kernel, const EvaluatedLaunch& launch) {
  PtxWalker walker(kernel, launch, true, kLine);
  Walked all;
  std::vector<double> runs;
  Counting sink;
  const auto groups = launch.groups();
  for (std::uint64_t z = 0; z < groups[2]; ++z) {
    for (std::uint64_t y = 0; y < groups[1]; ++y) {
      for (std::uint64_t x = 0; x < groups[0]; ++x) {
        const GroupTrace trace = walker.walk({x, y, z}, sink);
        runs.resize(trace.block_counts.size());
        for (std::size_t b = 0; b < runs.size(); ++b) {
          runs[b] += static_cast<double>(trace.block_counts[b]);
        }
        all.instructions += static_cast<double>(trace.instructions);
      }
    }
  }
  if (!runs.empty()) {
    all.operations = walker.operations(runs);
  }
  all.loads = sink.loads;
  all.stores = sink.stores;
  return all;
}

}  // namespace clgauge::lens
