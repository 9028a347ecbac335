#pragma once

#include <memory>

#include "lens/process/request.h"

namespace clgauge::lens {

// Answers requests about compiled kernels, and remembers what their code costs. Not thread-safe.
class Lens {
 public:
  Lens();
  ~Lens();

  // Never throws for what an object holds or a launch is: that becomes the answer's refusal.
  [[nodiscard]] LensAnswer look(const LensRequest& request);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge::lens
