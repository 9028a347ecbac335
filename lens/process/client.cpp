#include "lens/process/client.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/child_process.h"
#include "base/companion.h"
#include "base/error.h"
#include "lens/process/protocol.h"

namespace clgauge::lens {

std::vector<LensAnswer> look_in_process(const std::vector<LensRequest>& requests,
                                        const LensLimits& limits) {
  if (requests.empty()) {
    return {};
  }
  const ChildLimits child_limits{limits.wall_seconds, limits.memory_bytes};
  const ChildResult child = run_child(
      find_companion("clgauge-lens", "CLGAUGE_LENS", "lens"), {},
      requests_json(requests).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
      child_limits);
  if (child.timed_out) {
    throw Error(ErrorKind::timeout,
                fmt::format("looking at {} compiled kernels took more than {:g} s and was stopped: "
                            "use a model that needs no lens (--model source)",
                            requests.size(), limits.wall_seconds));
  }
  const auto answer = nlohmann::json::parse(child.output, nullptr, false);
  if (!answer.is_object() || !answer.contains("answers")) {
    const std::string why =
        answer.is_object() && answer.contains("error") ? ": " + answer["error"].dump() : "";
    throw Error(ErrorKind::internal,
                fmt::format("clgauge-lens {} over {} compiled kernels{}: use a model that needs no "
                            "lens (--model source)",
                            describe_end(child), requests.size(), why),
                child.errors);
  }
  std::vector<LensAnswer> answers = answers_from_json(answer);
  if (answers.size() != requests.size()) {
    throw Error(ErrorKind::internal, "clgauge-lens left requests without an answer");
  }
  return answers;
}

}  // namespace clgauge::lens
