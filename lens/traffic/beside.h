#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>

#include "lens/traffic/second_thread.h"

namespace clgauge::lens {

// A task that a second thread does meanwhile, where there is one and it comes to it. Called from
// one thread.
class Beside {
 public:
  // Begins it once the thread has done what was begun before. That has to outlive this, and so has
  // all that the task uses.
  Beside(SecondThread* second, std::function<void()> task);
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  // Waits for it if it was begun; else it is not done.
  ~Beside();

  // It is done when this returns: here, if it was not begun yet. Throws what the task throws.
  void finish();

 private:
  // The thread may come to it when this is gone.
  struct Work {
    std::function<void()> task;
    std::atomic<bool> is_begun = false;
    std::exception_ptr failure;
  };

  SecondThread* second_ = nullptr;  // that may work on it
  std::shared_ptr<Work> work_;
};

}  // namespace clgauge::lens
