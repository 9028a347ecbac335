#include "lens/traffic/beside.h"

#include <utility>

namespace clgauge::lens {

Beside::Beside(SecondThread* second, std::function<void()> task) : work_(std::make_shared<Work>()) {
  work_->task = std::move(task);
  const auto begin = [work = work_] {
    if (work->is_begun.exchange(true)) {
      return;
    }
    try {
      work->task();
    } catch (...) {  // for who asks for it
      work->failure = std::current_exception();
    }
  };
  if (second != nullptr && second->start(begin)) {
    second_ = second;
  }
}

Beside::~Beside() {
  if (second_ != nullptr && work_->is_begun.exchange(true)) {
    second_->wait();
  }
}

void Beside::finish() {
  SecondThread* const second = std::exchange(second_, nullptr);
  if (!work_->is_begun.exchange(true)) {
    return work_->task();
  }
  second->wait();
  if (work_->failure) {
    std::rethrow_exception(work_->failure);
  }
}

}  // namespace clgauge::lens
