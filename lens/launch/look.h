#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lens/evaluate/evaluator.h"
#include "lens/process/request.h"
#include "lens/throughput/scheduling.h"

namespace clgauge::lens {

// Answers requests about compiled kernels, and remembers what their code costs. Not thread-safe.
class Lens {
 public:
  // By the scheduling tables of these processors, at least one. `limits` are those of a group of
  // machine code. `threads`: 2, if a second processor is idle; answers are the same.
  explicit Lens(std::vector<std::string> cpus = scheduling_cpus(),
                const EvaluationLimits& limits = {}, unsigned threads = 1);
  ~Lens();
  Lens(Lens&&) noexcept;
  Lens& operator=(Lens&&) noexcept;

  // Never throws for what an object holds or a launch is, nor for the memory that it takes: that
  // becomes the answer's refusal.
  [[nodiscard]] LensAnswer look(const LensRequest& request);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge::lens
