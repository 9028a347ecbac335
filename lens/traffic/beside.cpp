#include "lens/traffic/beside.h"

#include <utility>

namespace clgauge::lens {

Beside::Beside(SecondThread* second, std::function<void()> task) : task_(std::move(task)) {
  const auto work = [this] {
    try {
      task_();
    } catch (...) {  // for who asks for it
      failure_ = std::current_exception();
    }
  };
  if (second != nullptr && second->start(work)) {
    second_ = second;
  }
}

Beside::~Beside() {
  if (second_ != nullptr) {
    second_->wait();
  }
}

void Beside::finish() {
  if (second_ == nullptr) {
    return task_();
  }
  std::exchange(second_, nullptr)->wait();
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

}  // namespace clgauge::lens
