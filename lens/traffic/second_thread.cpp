#include "lens/traffic/second_thread.h"

#include <system_error>
#include <utility>

namespace clgauge::lens {

SecondThread::~SecondThread() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

bool SecondThread::start(std::function<void()> task) {
  wait();
  if (!thread_.joinable()) {
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      return false;
    }
  }
  {
    const std::lock_guard lock(mutex_);
    task_ = std::move(task);
  }
  changed_.notify_all();
  return true;
}

void SecondThread::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !task_; });
}

void SecondThread::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return task_ || ends_; });
    if (!task_) {
      return;
    }
    lock.unlock();
    task_();
    lock.lock();
    task_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace clgauge::lens
