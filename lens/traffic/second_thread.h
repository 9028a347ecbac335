#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace clgauge::lens {

// A thread beside the caller's that does one task after the other. It starts with the first of them
// and is kept: starting one takes as long as a short task. Called from one thread.
class SecondThread {
 public:
  SecondThread() = default;
  SecondThread(const SecondThread&) = delete;
  SecondThread& operator=(const SecondThread&) = delete;
  // Waits for the tasks.
  ~SecondThread();

  // The task will be done once those before it are. It must not throw. False, and nothing is done,
  // where no thread can be had.
  [[nodiscard]] bool start(std::function<void()> task);
  // Until all tasks are done.
  void wait();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;  // the first one is being done
  bool ends_ = false;
  std::thread thread_;  // the last: it uses the others
};

}  // namespace clgauge::lens
