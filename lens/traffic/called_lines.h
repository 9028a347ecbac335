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
  // The same where a line is on its way for `window` accesses, and for so many that the cache
  // misses, less a part, any one, of those since it was last asked for. On an EPYC 9005 loads of n
  // lines by turns that share a set of 12 ways, and k NOPs beside each, wait for lines in
  // n / (12 + min(68, 448 / (3 + k))) of them (cycles a load, 6.4 where all do):
  //
  //   n       14   16   20   24   28   34   40   48   64   96
  //   k = 0  1.2  1.3  1.7  2.1  2.4  2.9  3.4  3.8  5.0  6.6
  //   8      1.6  2.1  2.7  3.2  3.6  4.1  4.8  5.7  6.3  6.4
  //   16     2.9  3.2  4.0  4.6  5.3  5.9  6.1  6.2  6.2  6.2
  bool was_called_about(std::uint64_t line, std::uint64_t now, std::uint64_t window,
                        std::uint64_t most_missed) {
    Call& call = calls_[line % kPlaces];
    Asked& asked = asked_[line % kPlaces];
    ++missed_;
    random_ = random_ * 6364136223846793005ULL + 1442695040888963407ULL;
    const double less = static_cast<double>(random_ >> 40U) / static_cast<double>(1U << 24U);
    const auto is_within = [less](std::uint64_t since_called, std::uint64_t since_asked,
                                  std::uint64_t most) {
      return static_cast<double>(since_called) + less * static_cast<double>(since_asked) <=
             static_cast<double>(most);
    };
    const bool was_called =
        call.line == line && is_within(now - call.time, now - asked.time, window) &&
        is_within(missed_ - asked.called_missed, missed_ - asked.missed, most_missed);
    if (!was_called) {
      call = {line, now};
      asked.called_missed = missed_;
    }
    asked.time = now;
    asked.missed = missed_;
    return was_called;
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
  struct Asked {
    std::uint64_t time = 0;
    std::uint64_t missed = 0;         // accesses so far, by then
    std::uint64_t called_missed = 0;  // when it was called for
  };
  std::array<Asked, kPlaces> asked_{};
  std::uint64_t missed_ = 0;
  std::uint64_t random_ = 1;
};

}  // namespace clgauge::lens
