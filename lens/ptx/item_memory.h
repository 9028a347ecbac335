#pragma once

#include <cstdint>
#include <unordered_map>

#include "base/align.h"
#include "lens/evaluate/memory.h"
#include "lens/ptx/program.h"

namespace clgauge::lens::ptx {

// Memory of work-items' own that the walker simulates: their private arrays, or what parameters
// hold. Unknown bytes remember whose fault that is.
class ItemMemory {
 public:
  ItemMemory(std::uint64_t bytes, unsigned items)
      : bytes_(bytes),
        stride_(align_up(bytes + kSlack, kSlack)),
        items_(items),
        memory_(0, stride_ * items) {}

  [[nodiscard]] unsigned items() const noexcept { return items_; }
  // Of each item.
  [[nodiscard]] bool holds(std::uint64_t address, std::uint64_t bytes) const noexcept {
    return address <= bytes_ && bytes <= bytes_ - address;
  }
  // The caller checked that it holds them. Up to 8 bytes are known one by one; `reader` is to blame
  // for what nobody wrote.
  [[nodiscard]] Value load(unsigned item, std::uint64_t address, unsigned bytes,
                           std::uint32_t reader) const;
  void store(unsigned item, std::uint64_t address, unsigned bytes, const Value& value);
  void forget(unsigned item);
  void forget();

 private:
  static constexpr std::uint64_t kSlack = 64;

  std::uint64_t bytes_;
  std::uint64_t stride_;
  unsigned items_;
  OwnMemory memory_;
  bool is_fresh_ = true;                                     // nothing was stored
  std::unordered_map<std::uint64_t, std::uint32_t> causes_;  // by address of what was stored
};

}  // namespace clgauge::lens::ptx
