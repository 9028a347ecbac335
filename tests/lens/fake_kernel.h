#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "assembled.h"
#include "lens/launch/sample_launch.h"

namespace clgauge::lens {

using GroupNumber = std::array<std::uint64_t, 3>;

// A load, a gather, a plain store, a store around the caches.
inline MachineCode some_code() {
  return decode(assemble(R"(
  .text
  .globl f
  .type f, @function
f:
  vmovups (%rdi), %ymm0
  vgatherdps %ymm1, (%rdi,%ymm2,4), %ymm3
  vmovups %ymm0, (%rsi)
  vmovntps %ymm0, (%rdx)
  ret
  .size f, .-f
)"),
                "f", "znver3");
}

// Every group loads its own 4 KiB and one line that all share, and stores a line.
struct FakeKernel {
  std::set<GroupNumber> evaluated;
  std::uint64_t lines = 64;

  GroupTrace operator()(const GroupNumber& group, AccessSink& sink) {
    evaluated.insert(group);
    const std::uint64_t number = group[0] + 1000 * group[1] + 1000000 * group[2];
    std::vector<MemoryAccess> accesses;
    for (std::uint64_t i = 0; i < lines; ++i) {
      accesses.push_back(
          {buffer_address(0) + 4096 * number + 64 * i, 0, 32, MemoryRegion::buffer, false});
    }
    for (std::uint64_t lane = 0; lane < 8; ++lane) {
      accesses.push_back({buffer_address(1) + 4 * lane, 1, 4, MemoryRegion::buffer, false});
    }
    accesses.push_back({4096, 0, 32, MemoryRegion::stack, false});
    accesses.push_back({4096, 2, 32, MemoryRegion::stack, true});
    accesses.push_back({buffer_address(2) + 64 * number, 3, 32, MemoryRegion::buffer, true});
    sink.consume(accesses);
    GroupTrace trace;
    trace.block_counts = {1};
    trace.instructions = 5 * lines;
    trace.accesses = accesses.size();
    trace.runtime_calls["expf"] = 2 + number % 2;
    return trace;
  }
};

inline LaunchSample sample_of(FakeKernel& kernel, const GroupNumber& groups,
                              const SamplingBudget& budget = {}) {
  return sample_launch(
      {instruction_kinds(some_code()), false, {}}, GroupOrder(groups),
      [&](const GroupNumber& group, AccessSink& sink) { return kernel(group, sink); }, budget);
}

}  // namespace clgauge::lens
