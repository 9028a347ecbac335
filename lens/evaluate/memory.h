#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace clgauge::lens {

// The low `count` bits set (0 to 64).
[[nodiscard]] constexpr std::uint64_t low_bits(unsigned count) noexcept {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// The evaluator's own memory: bytes at [base, base + size), and for each whether its value is
// known. Fresh memory is unknown and costs nothing until it is touched.
class OwnMemory {
 public:
  OwnMemory(std::uint64_t base, std::uint64_t size_bytes)
      : base_(base),
        size_bytes_(size_bytes),
        bytes_(fresh_pages(size_bytes)),
        known_(fresh_pages(size_bytes / 8 + 16)) {}

  [[nodiscard]] bool holds(std::uint64_t address, std::uint64_t size_bytes) const noexcept {
    return address - base_ < size_bytes_ && size_bytes <= size_bytes_ - (address - base_);
  }

  // Copies `size_bytes` (at most 64) to `to`; bit i of the result says that byte i is unknown.
  [[nodiscard]] std::uint64_t load(std::uint64_t address, void* to,
                                   unsigned size_bytes) const noexcept {
    const std::uint64_t at = address - base_;
    std::memcpy(to, bytes_.get() + at, size_bytes);
    std::uint64_t known = 0;
    std::memcpy(&known, known_.get() + at / 8, 8);
    const auto shift = static_cast<unsigned>(at % 8);
    known >>= shift;
    if (shift != 0 && size_bytes > 64 - shift) {
      known |= static_cast<std::uint64_t>(known_[at / 8 + 8]) << (64 - shift);
    }
    return ~known & low_bits(size_bytes);
  }

  void store(std::uint64_t address, const void* from, unsigned size_bytes,
             std::uint64_t unknown) noexcept {
    const std::uint64_t at = address - base_;
    std::memcpy(bytes_.get() + at, from, size_bytes);
    set_known(at, size_bytes, ~unknown & low_bits(size_bytes));
  }

  // Any size; the bytes become unknown.
  void forget(std::uint64_t address, std::uint64_t size_bytes) noexcept {
    for (std::uint64_t at = address - base_, end = at + size_bytes; at < end;) {
      if (at % 8 == 0 && end - at >= 8) {
        const std::uint64_t whole = (end - at) / 8;
        std::memset(known_.get() + at / 8, 0, whole);
        at += whole * 8;
      } else {
        known_[at / 8] = static_cast<std::uint8_t>(known_[at / 8] & ~(1U << (at % 8)));
        ++at;
      }
    }
  }

 private:
  void set_known(std::uint64_t at, unsigned size_bytes, std::uint64_t known) noexcept {
    const std::uint64_t range = low_bits(size_bytes);
    const auto shift = static_cast<unsigned>(at % 8);
    std::uint64_t word = 0;
    std::memcpy(&word, known_.get() + at / 8, 8);
    word = (word & ~(range << shift)) | (known << shift);
    std::memcpy(known_.get() + at / 8, &word, 8);
    if (shift != 0 && size_bytes > 64 - shift) {
      auto& rest = known_[at / 8 + 8];
      rest = static_cast<std::uint8_t>((rest & ~(range >> (64 - shift))) | (known >> (64 - shift)));
    }
  }

  struct Unmap {
    std::uint64_t size_bytes = 0;
    void operator()(void* memory) const noexcept { ::munmap(memory, size_bytes); }
  };
  using Pages = std::unique_ptr<std::uint8_t[], Unmap>;
  // Zeros from the system. calloc would clear megabytes that it was given back.
  static Pages fresh_pages(std::uint64_t size_bytes) {
    void* const memory = ::mmap(nullptr, size_bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
      throw std::bad_alloc();
    }
    return Pages(static_cast<std::uint8_t*>(memory), Unmap{size_bytes});
  }

  std::uint64_t base_;
  std::uint64_t size_bytes_;
  Pages bytes_;
  Pages known_;
};

}  // namespace clgauge::lens
