#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace clgauge::lens {

// Lines that a core called for shortly before. What it does within one window happens at once: an
// access to such a line goes with the call, even where a set that takes many lines by turns has
// lost the line meanwhile. On an EPYC 9004 loads of nine or ten lines by turns that share a set of
// eight ways take no longer than loads of eight (0.27 ns; of twelve 0.5, of sixteen 0.9), while a
// chain of them misses each time (3.2 ns). Not thread-safe.
class CalledLines {
 public:
  // Whether the line was called for at most `window` before `now`; else it is called for now.
  bool was_called(std::uint64_t line, std::uint64_t now, std::uint64_t window) {
    Call& call = calls_[line % kPlaces];
    if (call.line == line && now - call.time <= window) {
      return true;
    }
    call = {line, now};
    return false;
  }
  // The same of a line that is not called for now.
  [[nodiscard]] bool was_called_lately(std::uint64_t line, std::uint64_t now,
                                       std::uint64_t window) const {
    const Call& call = calls_[line % kPlaces];
    return call.line == line && now - call.time <= window;
  }

 private:
  static constexpr std::size_t kPlaces = 1021;  // prime: lines of one set lie apart
  struct Call {
    std::uint64_t line = ~std::uint64_t{0};
    std::uint64_t time = 0;
  };
  std::array<Call, kPlaces> calls_{};
};

}  // namespace clgauge::lens
