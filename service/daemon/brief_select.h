#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "service/daemon/knowledge.h"

namespace clgauge::service {

// The question that programs ask when they start, answered without building JSON values: `select`
// among kernels by their ids, each with a name. Everything else, and every error, is left to the
// method itself, whose answer is the same. Not thread-safe: one a thread.
class BriefSelect {
 public:
  BriefSelect();
  ~BriefSelect();

  // As BriefPredict::answer().
  [[nodiscard]] bool answer(Knowledge& knowledge, std::string_view line, std::string& answer);

 private:
  struct Request;
  std::unique_ptr<Request> request_;
};

}  // namespace clgauge::service
