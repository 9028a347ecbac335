#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "service/daemon/knowledge.h"

namespace clgauge::service {

// The question that schedulers ask all the time, answered without building JSON values: one
// `predict` of a kernel by its id, with "brief":true. Everything else, and every error, is left to
// the method itself, whose answer is the same. Not thread-safe: one a thread.
class BriefPredict {
 public:
  BriefPredict();
  ~BriefPredict();

  // True when `line` is such a request: `answer` is then the line to send. False: nothing is known
  // of the line.
  [[nodiscard]] bool answer(Knowledge& knowledge, std::string_view line, std::string& answer);

 private:
  struct Request;
  std::unique_ptr<Request> request_;
};

}  // namespace clgauge::service
