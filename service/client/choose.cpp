#include "clgauge/choose.h"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "service/protocol/rpc_client.h"

namespace clgauge {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kPatience{50};
// The daemon needs a millisecond; a busy one leaves time to read the store.
constexpr milliseconds kPatienceWithDaemon{30};

// A copy of the question, because the caller may be gone when the answer comes.
struct Question {
  std::vector<Variant> variants;
  std::map<std::string, std::int64_t> sizes;
  std::string device_id;
};

std::optional<StartupChoice> ask_daemon(const Question& question) {
  auto daemon = service::RpcClient::connect(daemon_socket_path());
  if (!daemon) {
    return std::nullopt;
  }
  nlohmann::json candidates = nlohmann::json::array();
  for (const Variant& variant : question.variants) {
    candidates.push_back(
        {{"name", variant.name}, {"kernel_model", nlohmann::json::parse(variant.kernel_model)}});
  }
  nlohmann::json params = {{"candidates", std::move(candidates)}, {"sizes", question.sizes}};
  if (!question.device_id.empty()) {
    params["device"] = question.device_id;
  }
  const nlohmann::json answer = daemon->call("select", params, kPatienceWithDaemon);
  StartupChoice choice;
  const nlohmann::json& best = answer.at("ranked").at(0);
  choice.name = best.at("name");
  choice.answered_by = AnsweredBy::daemon;
  choice.expected_regret = answer.at("expected_regret");
  // Daemons of before did not say.
  choice.unsupported = best.value("unsupported", std::vector<std::string>{});
  return choice;
}

std::optional<StartupChoice> ask_store(const Question& question, std::string& why) {
  if (!std::filesystem::exists(user_store_path())) {
    why = "neither clgauged nor a store is there: run clgauge calibrate";
    return std::nullopt;
  }
  const auto client = Client::open();
  if (!client) {
    why = client.error();
    return std::nullopt;
  }
  const auto chosen = client->select(question.variants, question.sizes, question.device_id);
  if (!chosen) {
    why = chosen.error();
    return std::nullopt;
  }
  return StartupChoice{
      chosen->name, AnsweredBy::store, {}, chosen->expected_regret, chosen->unsupported};
}

StartupChoice ask(const Question& question) {
  StartupChoice none;
  try {
    if (auto choice = ask_daemon(question)) {
      return *choice;
    }
  } catch (const std::exception&) {
    // The store says the same, or why not.
  }
  try {
    if (auto choice = ask_store(question, none.why)) {
      return *choice;
    }
  } catch (const std::exception& error) {
    none.why = error.what();
  }
  return none;
}

struct Answer {
  std::mutex mutex;
  std::condition_variable there;
  std::optional<StartupChoice> choice;
};

StartupChoice ask_in_time(Question question) {
  auto answer = std::make_shared<Answer>();
  std::thread([answer, question = std::move(question)] {
    StartupChoice choice = ask(question);
    const std::scoped_lock lock(answer->mutex);
    answer->choice = std::move(choice);
    answer->there.notify_one();
  }).detach();
  std::unique_lock lock(answer->mutex);
  if (!answer->there.wait_for(lock, kPatience, [&] { return answer->choice.has_value(); })) {
    return {{}, AnsweredBy::fallback, "no answer within 50 ms", 1, {}};
  }
  return *answer->choice;
}

}  // namespace

StartupChoice choose(const std::vector<Variant>& variants,
                     const std::map<std::string, std::int64_t>& sizes, const std::string& fallback,
                     const std::string& device_id) noexcept {
  StartupChoice choice;
  try {
    choice = ask_in_time({variants, sizes, device_id});
  } catch (...) {
    choice.why = "no memory or no thread to ask with";
  }
  if (choice.answered_by == AnsweredBy::fallback) {
    choice.name = fallback;
  }
  return choice;
}

}  // namespace clgauge
