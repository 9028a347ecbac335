#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace clgauge::lens {

// A thread beside the caller's that does one task at a time. It starts with the first of them and
// is kept: starting one takes as long as a short task. Called from one thread.
class SecondThread {
 public:
  SecondThread() = default;
  SecondThread(const SecondThread&) = delete;
  SecondThread& operator=(const SecondThread&) = delete;
  // Waits for the task.
  ~SecondThread();

  // Once the task before it is done. It must not throw. False, and nothing is done, where no thread
  // can be had.
  [[nodiscard]] bool start(std::function<void()> task);
  // Until the task is done; at once if there is none.
  void wait();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> task_;  // empty: none
  bool ends_ = false;
  std::thread thread_;  // the last: it uses the others
};

}  // namespace clgauge::lens
