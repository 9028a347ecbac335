#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/evaluate/trace.h"

namespace clgauge::lens {

class CollectedAccesses : public AccessSink {
 public:
  void consume(std::span<const MemoryAccess> some) override {
    accesses.insert(accesses.end(), some.begin(), some.end());
  }
  void restart() override { accesses.clear(); }
  std::vector<MemoryAccess> accesses;
};

// Whether any access is of no buffer: what is addressed there is not there to be run on.
[[nodiscard]] bool leaves_its_buffers(const EvaluatedLaunch& launch,
                                      const std::vector<MemoryAccess>& accesses);

// Runs the group natively (run_natively()), at most `most_steps` instructions of it, on buffers of
// zeros: the first thing that the processor does otherwise than evaluated, or why it cannot. Empty
// if there is none. What the runtime's memset and memcpy access is not stepped through.
[[nodiscard]] std::string difference_from_processor(
    const MachineCode& code, std::string_view kernel, const EvaluatedLaunch& launch,
    const std::array<std::uint64_t, 3>& group, const GroupTrace& trace,
    const std::vector<MemoryAccess>& evaluated, std::uint64_t most_steps);

}  // namespace clgauge::lens
