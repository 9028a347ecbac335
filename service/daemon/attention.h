#pragma once

#include <chrono>

namespace clgauge::service {

// Whether to look for the next request awake rather than asleep. To wake a thread on an idle
// machine takes 20 to 100 us, several times what an answer takes; so after a request that came at
// once, a program's next one is awaited for a moment awake. One that pauses longer finds the daemon
// asleep, and costs no more than that moment. Not thread-safe.
class Attention {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  static constexpr std::chrono::microseconds kPatience{100};
  // What counts as at once, waking included.
  static constexpr std::chrono::microseconds kAtOnce{250};

  // Nothing is left to do.
  void waits(TimePoint now) {
    since_ = now;
    is_waiting_ = true;
  }
  // A request has come.
  void hears(TimePoint now) {
    if (is_waiting_) {
      is_eager_ = now - since_ <= kAtOnce;
      is_waiting_ = false;
    }
  }
  [[nodiscard]] bool stays_awake(TimePoint now) const {
    return is_eager_ && now - since_ < kPatience;
  }

 private:
  TimePoint since_{};
  bool is_waiting_ = false;
  bool is_eager_ = false;
};

}  // namespace clgauge::service
