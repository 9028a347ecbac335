#pragma once

#include <exception>
#include <functional>

#include "lens/traffic/second_thread.h"

namespace clgauge::lens {

// A task that a second thread does meanwhile, where there is one. Called from one thread.
class Beside {
 public:
  // Begins it. Both have to outlive this, and so has all that the task uses.
  Beside(SecondThread* second, std::function<void()> task);
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  // Waits for it if it was begun.
  ~Beside();

  // It is done when this returns. Throws what the task throws.
  void finish();

 private:
  SecondThread* second_ = nullptr;  // that works on it
  std::function<void()> task_;
  std::exception_ptr failure_;
};

}  // namespace clgauge::lens
