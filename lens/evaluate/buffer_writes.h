#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace clgauge::lens {

// What a work-group has stored into buffers: scratch arrays that it reads again, say. Bytes, and
// for each whether it was stored and whether its value is known; costs memory where there are
// stores only. Not thread-safe.
class BufferWrites {
 public:
  // At most 64 bytes; bit i of `unknown` says that byte i is.
  void store(std::uint64_t address, const void* from, unsigned bytes, std::uint64_t unknown);
  // Replaces what was stored of the bytes at `address` in `to`, at most 64; `unknown` is that of
  // `to` before, the result that after.
  [[nodiscard]] std::uint64_t over(std::uint64_t address, void* to, unsigned bytes,
                                   std::uint64_t unknown) const;
  void clear() noexcept;

 private:
  static constexpr unsigned kPartBytes = 64;
  // A group that scatters over more than this is not followed: what it reads is as if nobody had
  // stored there. 64 MiB.
  static constexpr std::size_t kMostParts = std::size_t{1} << 19U;
  struct Part {
    std::array<std::uint8_t, kPartBytes> bytes{};
    std::uint64_t stored = 0;   // bit i: byte i
    std::uint64_t unknown = 0;  // of those
  };
  void store_in_part(std::uint64_t address, const std::uint8_t* from, unsigned bytes,
                     std::uint64_t unknown);

  std::unordered_map<std::uint64_t, Part> parts_;  // by address / kPartBytes
};

}  // namespace clgauge::lens
