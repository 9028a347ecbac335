#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lens/evaluate/buffer_writes.h"
#include "lens/evaluate/trace.h"
#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// Buffers of a launch and the module's variables of global and constant memory. Where somebody says
// what buffers hold, what a group stores there is what it reads afterwards; what other groups store
// is not seen.
class GlobalMemory {
 public:
  // Both must outlive it.
  GlobalMemory(const Program& program, const EvaluatedLaunch& launch);

  // Throws Refusal(outside_memory) for bytes of no buffer and no variable.
  void check(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin) const;
  // Of the buffer that the address is of: empty where that is none, or anything is known of any.
  struct Blank {
    std::uint64_t first = 0;
    std::uint64_t bytes = 0;
  };
  [[nodiscard]] Blank blank_at(std::uint64_t address) const;
  // What is known to be there, of up to 8 bytes: in a variable of constant memory, in a buffer
  // whose content is known, or stored by the group.
  [[nodiscard]] std::optional<std::uint64_t> load(std::uint64_t address, unsigned bytes) const;
  [[nodiscard]] bool knows_contents() const noexcept { return knows_contents_; }
  // For those who know contents.
  void store(std::uint64_t address, unsigned bytes, std::optional<std::uint64_t> number);
  void begin_group() { written_.clear(); }

 private:
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t bytes = 0;
    const Variable* variable = nullptr;    // null for a buffer
    std::size_t argument = 0;              // of a buffer
    const std::string* content = nullptr;  // of a buffer, where it is known
  };
  // The last that begins at or before the address; null for none.
  [[nodiscard]] const Range* range_before(std::uint64_t address) const;

  [[nodiscard]] static std::optional<std::uint64_t> constant_at(const Range& range,
                                                                std::uint64_t offset,
                                                                unsigned bytes);

  const Program& program_;
  bool knows_contents_ = false;
  BufferWrites written_;
  std::vector<Range> ranges_;  // by address
};

}  // namespace clgauge::lens::ptx
