#pragma once

#include <cstdint>
#include <optional>

#include "lens/evaluate/memory.h"

namespace clgauge::lens::ptx {

// What the work-items of a group stored into local memory, as far as it is known.
class SharedMemory {
 public:
  SharedMemory() = default;
  // Of more than any GPU has, nothing is remembered.
  explicit SharedMemory(std::uint64_t bytes);

  [[nodiscard]] bool knows_some() const noexcept { return knows_some_; }
  // Up to 8 bytes; beyond its end nothing is known.
  [[nodiscard]] std::optional<std::uint64_t> load(std::uint64_t address, unsigned bytes) const {
    std::uint64_t number = 0;
    const bool is_known =
        knows_some_ && holds(address, bytes) && memory_->load(address, &number, bytes) == 0;
    return is_known ? std::optional(number) : std::nullopt;
  }
  void store(std::uint64_t address, unsigned bytes, std::optional<std::uint64_t> number) {
    if (!holds(address, bytes)) {
      return;
    }
    if (number) {
      memory_->store(address, &*number, bytes, 0);
      knows_some_ = true;
    } else if (knows_some_) {
      memory_->forget(address, bytes);
    }
  }
  // All of it: a group begins, or somebody stored anywhere.
  void forget();

 private:
  [[nodiscard]] bool holds(std::uint64_t address, unsigned bytes) const noexcept {
    return bytes <= sizeof(std::uint64_t) && address < bytes_ && bytes <= bytes_ - address;
  }

  std::uint64_t bytes_ = 0;
  std::optional<OwnMemory> memory_;
  bool knows_some_ = false;
};

}  // namespace clgauge::lens::ptx
