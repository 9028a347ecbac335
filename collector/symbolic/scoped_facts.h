#pragma once

#include "collector/symbolic/context.h"

namespace clgauge::symbolic {

// Facts that a context knows as long as this lives. Not thread-safe, as the context.
class ScopedFacts {
 public:
  explicit ScopedFacts(Context& context) : context_(context) {}
  ~ScopedFacts() {
    for (int i = 0; i < pushed_; ++i) context_.pop_fact();
  }
  ScopedFacts(const ScopedFacts&) = delete;
  ScopedFacts& operator=(const ScopedFacts&) = delete;
  // fact >= 0
  void push(const Poly& fact) {
    context_.push_fact(fact, /*assumed=*/false);
    ++pushed_;
  }

 private:
  Context& context_;
  int pushed_ = 0;
};

}  // namespace clgauge::symbolic
