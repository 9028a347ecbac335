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
  if (!thread_.joinable()) {
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      return false;
    }
  }
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  changed_.notify_all();
  return true;
}

void SecondThread::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return tasks_.empty(); });
}

void SecondThread::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return !tasks_.empty() || ends_; });
    if (tasks_.empty()) {
      return;
    }
    const std::function<void()>& task = tasks_.front();
    lock.unlock();
    task();
    lock.lock();
    tasks_.pop_front();
    changed_.notify_all();
  }
}

}  // namespace clgauge::lens
