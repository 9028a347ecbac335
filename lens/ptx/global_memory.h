#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lens/evaluate/trace.h"
#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// Buffers of a launch and the module's variables of global and constant memory.
class GlobalMemory {
 public:
  // Both must outlive it.
  GlobalMemory(const Program& program, const EvaluatedLaunch& launch);

  // Throws Refusal(outside_memory) for bytes of no buffer and no variable.
  void check(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin) const;
  // What a variable of constant memory holds there.
  [[nodiscard]] std::optional<std::uint64_t> constant_at(std::uint64_t address,
                                                         unsigned bytes) const;

 private:
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t bytes = 0;
    const Variable* variable = nullptr;  // null for a buffer
    std::size_t argument = 0;            // of a buffer
  };
  // The last that begins at or before the address; null for none.
  [[nodiscard]] const Range* range_before(std::uint64_t address) const;

  const Program& program_;
  std::vector<Range> ranges_;  // by address
};

}  // namespace clgauge::lens::ptx
