#include "service/daemon/brief_select.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/error.h"
#include "model/select/select.h"
#include "service/daemon/brief_json.h"
#include "service/store/answer.h"

namespace clgauge::service {

using simdjson::ondemand::array;
using simdjson::ondemand::object;
using simdjson::ondemand::value;

namespace {

// Beyond, the method says what is wrong.
constexpr std::size_t kMostCandidates = 1000;

}  // namespace

struct BriefSelect::Request {
  struct Candidate {
    BriefText kernel;
    BriefText name;
    std::optional<BriefSizes> sizes;
  };

  BriefRequest request;
  // Of the request that was read last; they point into it.
  std::vector<Candidate> candidates;
  BriefScope scope;

  std::vector<Knowledge::Estimate> estimates;
  std::vector<model::Candidate> ranking;

  [[nodiscard]] bool read(std::string_view line);
  [[nodiscard]] bool read_candidates(array list);
  [[nodiscard]] bool read_candidate(object members);
  [[nodiscard]] Knowledge::Estimate estimate(Knowledge& knowledge, const Candidate& candidate,
                                             std::string_view model) const;
  [[nodiscard]] model::Selection rank(Knowledge& knowledge);
  void write(const model::Selection& selection, std::string& answer) const;
};

bool BriefSelect::Request::read(std::string_view line) {
  if (line.find("\"candidates\"") == std::string_view::npos) {
    return false;
  }
  candidates.clear();
  scope.forget();
  const bool is_known = request.read(line, "select", [&](object params) {
    for (auto entry : params) {
      const std::string_view name = entry.unescaped_key();
      value member = entry.value();
      if (name == "candidates") {
        candidates.clear();
        if (!read_candidates(member.get_array())) {
          return false;
        }
      } else if (!scope.read(name, member)) {
        return false;
      }
    }
    return true;
  });
  if (!scope.has_sizes) {
    scope.sizes.clear();
  }
  return is_known && !candidates.empty();
}

bool BriefSelect::Request::read_candidates(array list) {
  for (auto one : list) {
    if (!read_candidate(one.get_object())) {
      return false;
    }
    const std::string_view name = candidates.back().name.token;
    if (std::any_of(candidates.begin(), candidates.end() - 1,
                    [name](const Candidate& other) { return other.name.token == name; })) {
      return false;
    }
  }
  return true;
}

bool BriefSelect::Request::read_candidate(object members) {
  Candidate& candidate = candidates.emplace_back();
  for (auto entry : members) {
    const std::string_view name = entry.unescaped_key();
    value member = entry.value();
    if (name == "id") {
      candidate.kernel = text_of(member);
    } else if (name == "name") {
      candidate.name = text_of(member);
    } else if (name == "sizes") {
      candidate.sizes.emplace().read(member.get_object());
    } else {
      return false;
    }
  }
  return !candidate.kernel.text.empty() && !candidate.name.token.empty() &&
         candidates.size() <= kMostCandidates;
}

Knowledge::Estimate BriefSelect::Request::estimate(Knowledge& knowledge, const Candidate& candidate,
                                                   std::string_view model) const {
  if (!candidate.sizes) {
    return knowledge.estimate(candidate.kernel.text, scope.sizes.values(), scope.device, model);
  }
  collector::Bindings own = candidate.sizes->values();
  own.insert(scope.sizes.values().begin(), scope.sizes.values().end());  // its own go before
  return knowledge.estimate(candidate.kernel.text, own, scope.device, model);
}

model::Selection BriefSelect::Request::rank(Knowledge& knowledge) {
  Knowledge::estimate_by_one_model(
      candidates.size(), scope.model,
      [&](std::size_t i, std::string_view model) {
        return estimate(knowledge, candidates[i], model);
      },
      estimates);
  ranking.clear();
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    const model::Predictor::Estimate& time = estimates[i].time;
    ranking.push_back({std::string(candidates[i].name.token), time.seconds, time.log_sigma});
  }
  return model::select(ranking, knowledge.selection_options(estimates, scope.device));
}

void BriefSelect::Request::write(const model::Selection& selection, std::string& answer) const {
  answer.assign("{\"id\":").append(request.id());
  answer += ",\"jsonrpc\":\"2.0\",\"result\":{\"expected_regret\":";
  append(answer, selection.expected_regret);
  answer += ",\"ids\":{";
  const char* separator = "";
  for (const Candidate& candidate : candidates) {
    answer.append(separator).append(candidate.name.token).append(":");
    answer.append(candidate.kernel.token);
    separator = ",";
  }
  answer.append("},\"model\":\"").append(estimates.front().model).append("\",\"ranked\":[");
  separator = "{\"name\":";
  for (const model::RankedCandidate& ranked : selection.ranked) {
    answer.append(separator).append(ranked.name).append(",\"probability_best\":");
    append(answer, ranked.probability_best);
    answer += ",\"seconds\":";
    append(answer, ranked.seconds);
    answer.append(",\"tied\":").append(ranked.tied ? "true" : "false");
    answer += ",\"unsupported\":[";
    const char* comma = "";
    for (const std::string& name : estimates[ranked.index].unsupported) {
      answer += comma;
      append(answer, name);
      comma = ",";
    }
    answer += ']';
    separator = "},{\"name\":";
  }
  answer += "}],\"worth_measuring\":[";
  separator = "";
  for (const std::string& name : selection.worth_measuring) {
    answer.append(separator).append(name);
    separator = ",";
  }
  answer += "]}}";
}

bool BriefSelect::answer(Knowledge& knowledge, std::string_view line, std::string& answer) {
  try {
    if (!request_->read(line)) {
      return false;
    }
    request_->write(request_->rank(knowledge), answer);
    return true;
  } catch (const simdjson::simdjson_error&) {
    return false;
  } catch (const Error&) {
    return false;  // the method says what is wrong, in full
  }
}

BriefSelect::BriefSelect() : request_(std::make_unique<Request>()) {}
BriefSelect::~BriefSelect() = default;

}  // namespace clgauge::service
