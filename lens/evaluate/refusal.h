#pragma once

#include <string>

#include "base/error.h"

namespace clgauge::lens {

enum class RefusalKind {
  data_dependent_branch,   // control flow depends on what a buffer holds, or on skipped arithmetic
  data_dependent_address,  // an address does
  data_dependent_mask,     // which lanes access memory does
  unknown_instruction,     // one that the evaluator has no meaning for, where it matters
  unknown_call,            // of a function that may do anything
  outside_memory,          // an address of no buffer and of nothing the evaluator made
  step_limit,
};
[[nodiscard]] const char* name_of(RefusalKind kind) noexcept;

// The evaluator cannot say exactly what a group does, and why. Its kind() is unsupported.
class Refusal : public Error {
 public:
  Refusal(RefusalKind why, const std::string& message)
      : Error(ErrorKind::unsupported, message), why_(why) {}
  [[nodiscard]] RefusalKind why() const noexcept { return why_; }

 private:
  RefusalKind why_;
};

}  // namespace clgauge::lens
