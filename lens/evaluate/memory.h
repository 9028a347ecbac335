#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace clgauge::lens {

// The low `count` bits set (0 to 64).
[[nodiscard]] constexpr std::uint64_t low_bits(unsigned count) noexcept {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// Up to 64 bytes, in few instructions where they are as many as registers have.
inline void copy_few(void* to, const void* from, unsigned bytes) noexcept {
  switch (bytes) {
    case 4:
      std::memcpy(to, from, 4);
      return;
    case 8:
      std::memcpy(to, from, 8);
      return;
    case 16:
      std::memcpy(to, from, 16);
      return;
    case 32:
      std::memcpy(to, from, 32);
      return;
    case 64:
      std::memcpy(to, from, 64);
      return;
    default:
      std::memcpy(to, from, bytes);
  }
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

  // Copies kBytes (at most 64) to `to`; bit i of the result says that byte i is unknown. Vectors of
  // which nothing is known are not copied.
  template <unsigned kBytes>
  [[nodiscard]] std::uint64_t load(std::uint64_t address, void* to) const noexcept {
    const std::uint64_t at = address - base_;
    const std::uint64_t unknown = ~known<kBytes>(at) & low_bits(kBytes);
    if (kBytes <= 8 || unknown != low_bits(kBytes)) {
      std::memcpy(to, bytes_.get() + at, kBytes);
    }
    return unknown;
  }
  template <unsigned kBytes>
  void store(std::uint64_t address, const void* from, std::uint64_t unknown) noexcept {
    const std::uint64_t at = address - base_;
    const std::uint64_t known = ~unknown & low_bits(kBytes);
    if (kBytes <= 8 || known != 0) {
      std::memcpy(bytes_.get() + at, from, kBytes);
    }
    set_known<kBytes>(at, known);
  }

  // The same of any number of bytes up to 64.
  [[nodiscard]] std::uint64_t load(std::uint64_t address, void* to,
                                   unsigned size_bytes) const noexcept {
    switch (size_bytes) {
      case 4:
        return load<4>(address, to);
      case 8:
        return load<8>(address, to);
      case 16:
        return load<16>(address, to);
      case 32:
        return load<32>(address, to);
      case 64:
        return load<64>(address, to);
      default:
        const std::uint64_t at = address - base_;
        std::memcpy(to, bytes_.get() + at, size_bytes);
        return ~known_at(at, size_bytes) & low_bits(size_bytes);
    }
  }

  void store(std::uint64_t address, const void* from, unsigned size_bytes,
             std::uint64_t unknown) noexcept {
    switch (size_bytes) {
      case 4:
        return store<4>(address, from, unknown);
      case 8:
        return store<8>(address, from, unknown);
      case 16:
        return store<16>(address, from, unknown);
      case 32:
        return store<32>(address, from, unknown);
      case 64:
        return store<64>(address, from, unknown);
      default:
        const std::uint64_t at = address - base_;
        std::memcpy(bytes_.get() + at, from, size_bytes);
        set_known_at(at, size_bytes, ~unknown & low_bits(size_bytes));
    }
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

  // The bytes, a multiple of eight on such an address, are known as they are: fresh ones as zeros.
  void know(std::uint64_t address, std::uint64_t size_bytes) noexcept {
    std::memset(known_.get() + (address - base_) / 8, 0xFF, size_bytes / 8);
  }
  // Likewise; they become zeros.
  void clear(std::uint64_t address, std::uint64_t size_bytes) noexcept {
    std::memset(bytes_.get() + (address - base_), 0, size_bytes);
    know(address, size_bytes);
  }

  // Bytes [first, last), both multiples of eight, as they are: behind those that `to` holds
  // already, and for every eight of them which are known (bit i: byte i).
  void append_to(std::vector<std::uint64_t>& to, std::vector<std::uint8_t>& known,
                 std::uint64_t first, std::uint64_t last) const {
    const std::size_t before = to.size();
    to.resize(before + (last - first) / 8);
    std::memcpy(to.data() + before, bytes_.get() + (first - base_), last - first);
    known.insert(known.end(), known_.get() + (first - base_) / 8,
                 known_.get() + (last - base_) / 8);
  }

 private:
  // As many of the bits in one word as bytes that lie on eight or within eight have: what reads
  // more than was written just before makes the processor wait.
  template <unsigned kBytes>
  using KnownBits = std::conditional_t<
      kBytes <= 8, std::uint8_t,
      std::conditional_t<kBytes == 16, std::uint16_t,
                         std::conditional_t<kBytes == 32, std::uint32_t, std::uint64_t>>>;
  template <unsigned kBytes>
  static bool is_within_word(std::uint64_t at) noexcept {
    return at % 8 == 0 || (kBytes < 8 && at % 8 + kBytes <= 8);
  }

  template <unsigned kBytes>
  [[nodiscard]] std::uint64_t known(std::uint64_t at) const noexcept {
    if (!is_within_word<kBytes>(at)) {
      return known_at(at, kBytes);
    }
    KnownBits<kBytes> word = 0;
    std::memcpy(&word, known_.get() + at / 8, sizeof(word));
    return kBytes < 8 ? word >> at % 8 : word;
  }
  template <unsigned kBytes>
  void set_known(std::uint64_t at, std::uint64_t known) noexcept {
    if (!is_within_word<kBytes>(at)) {
      return set_known_at(at, kBytes, known);
    }
    auto word = static_cast<KnownBits<kBytes>>(known);
    if constexpr (kBytes < 8) {
      const auto shift = static_cast<unsigned>(at % 8);
      word = static_cast<std::uint8_t>((known_[at / 8] & ~(low_bits(kBytes) << shift)) |
                                       known << shift);
    }
    std::memcpy(known_.get() + at / 8, &word, sizeof(word));
  }

  [[nodiscard]] std::uint64_t known_at(std::uint64_t at, unsigned size_bytes) const noexcept {
    std::uint64_t known = 0;
    std::memcpy(&known, known_.get() + at / 8, 8);
    const auto shift = static_cast<unsigned>(at % 8);
    known >>= shift;
    if (shift != 0 && size_bytes > 64 - shift) {
      known |= static_cast<std::uint64_t>(known_[at / 8 + 8]) << (64 - shift);
    }
    return known;
  }
  void set_known_at(std::uint64_t at, unsigned size_bytes, std::uint64_t known) noexcept {
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
