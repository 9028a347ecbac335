#pragma once

#include <cstdint>
#include <unordered_map>

#include "lens/evaluate/memory.h"
#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// Memory of a work-item's own that the walker simulates: its private arrays, or what parameters
// hold. Unknown bytes remember whose fault that is.
class ItemMemory {
 public:
  explicit ItemMemory(std::uint64_t bytes) : bytes_(bytes), memory_(0, bytes + kSlack) {}

  [[nodiscard]] bool holds(std::uint64_t address, std::uint64_t bytes) const noexcept {
    return address <= bytes_ && bytes <= bytes_ - address;
  }
  // The caller checked that it holds them. Up to 8 bytes are known one by one; `reader` is to blame
  // for what nobody wrote.
  [[nodiscard]] Value load(std::uint64_t address, unsigned bytes, std::uint32_t reader) const;
  void store(std::uint64_t address, unsigned bytes, const Value& value);
  void forget();

 private:
  static constexpr std::uint64_t kSlack = 64;

  std::uint64_t bytes_;
  OwnMemory memory_;
  std::unordered_map<std::uint64_t, std::uint32_t> causes_;  // by address of what was stored
};

}  // namespace clgauge::lens::ptx
