#include "lens/process/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/child_process.h"
#include "base/companion.h"
#include "base/error.h"
#include "lens/process/protocol.h"

namespace clgauge::lens {
namespace {

// Starting a process takes as long as looking at a few kernels.
constexpr std::size_t kFewestRequests = 8;

nlohmann::json ask_one_process(const std::vector<LensRequest>& requests, const LensLimits& limits,
                               bool may_use_two_processors) {
  const ChildLimits child_limits{limits.wall_seconds, limits.memory_bytes};
  const ChildResult child = run_child(
      find_companion("clgauge-lens", "CLGAUGE_LENS", "lens"),
      may_use_two_processors ? std::vector<std::string>{"2"} : std::vector<std::string>{},
      requests_json(requests).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
      child_limits);
  if (child.timed_out) {
    throw Error(ErrorKind::timeout,
                fmt::format("looking at {} compiled kernels took more than {:g} s and was stopped: "
                            "use a model that needs no lens (--model source)",
                            requests.size(), limits.wall_seconds));
  }
  auto answer = nlohmann::json::parse(child.output, nullptr, false);
  if (!answer.is_object() || !answer.contains("answers")) {
    const std::string why =
        answer.is_object() && answer.contains("error") ? ": " + answer["error"].dump() : "";
    throw Error(ErrorKind::internal,
                fmt::format("clgauge-lens {} over {} compiled kernels{}: use a model that needs no "
                            "lens (--model source)",
                            describe_end(child), requests.size(), why),
                child.errors);
  }
  return answer;
}

std::vector<LensAnswer> answers_of_one_process(const std::vector<LensRequest>& requests,
                                               const LensLimits& limits,
                                               bool may_use_two_processors) {
  std::vector<LensAnswer> answers =
      answers_from_json(ask_one_process(requests, limits, may_use_two_processors));
  if (answers.size() != requests.size()) {
    throw Error(ErrorKind::internal, "clgauge-lens left requests without an answer");
  }
  return answers;
}

}  // namespace

std::vector<LensAnswer> look_in_process(const std::vector<LensRequest>& requests,
                                        const LensLimits& limits) {
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t processes =
      std::clamp<std::size_t>(requests.size() / kFewestRequests, 1, processors);
  // Dealt out like cards: neighbours take equally long.
  std::vector<std::vector<LensRequest>> dealt(processes);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    dealt[i % processes].push_back(requests[i]);
  }
  std::vector<std::future<std::vector<LensAnswer>>> running;
  for (const auto& hand : dealt) {
    if (!hand.empty()) {
      running.push_back(std::async(std::launch::async, [&] {
        return answers_of_one_process(hand, limits, 2 * processes <= processors);
      }));
    }
  }
  std::vector<LensAnswer> answers(requests.size());
  for (std::size_t process = 0; process < running.size(); ++process) {
    std::vector<LensAnswer> some = running[process].get();
    for (std::size_t i = 0; i < some.size(); ++i) {
      answers[i * processes + process] = std::move(some[i]);
    }
  }
  return answers;
}

std::string processor_here() {
  return ask_one_process({}, {}, false).value("processor", std::string());
}

}  // namespace clgauge::lens
