#include "service/daemon/brief_predict.h"

#include "base/error.h"
#include "service/daemon/brief_json.h"

namespace clgauge::service {

using simdjson::ondemand::object;
using simdjson::ondemand::value;

struct BriefPredict::Request {
  BriefRequest request;
  // Of the request that was read last; they point into it.
  std::string_view kernel;
  BriefScope scope;
  bool is_brief = false;

  [[nodiscard]] bool read(std::string_view line);
  [[nodiscard]] bool read_params(object params);
};

bool BriefPredict::Request::read(std::string_view line) {
  if (line.find("\"brief\"") == std::string_view::npos) {
    return false;
  }
  kernel = {};
  scope.forget();
  is_brief = false;
  return request.read(line, "predict", [&](object params) { return read_params(params); }) &&
         is_brief && !kernel.empty() && scope.has_sizes;
}

bool BriefPredict::Request::read_params(object params) {
  for (auto entry : params) {
    const std::string_view name = entry.unescaped_key();
    value member = entry.value();
    if (name == "id") {
      kernel = member.get_string();
    } else if (name == "brief") {
      is_brief = member.get_bool();
    } else if (!scope.read(name, member)) {
      return false;
    }
  }
  return true;
}

bool BriefPredict::answer(Knowledge& knowledge, std::string_view line, std::string& answer) {
  try {
    if (!request_->read(line)) {
      return false;
    }
    const BriefScope& scope = request_->scope;
    const Knowledge::Estimate estimate =
        knowledge.estimate(request_->kernel, scope.sizes.values(), scope.device, scope.model);
    answer.assign("{\"id\":").append(request_->request.id());
    answer += ",\"jsonrpc\":\"2.0\",\"result\":{\"coverage\":";
    append(answer, estimate.coverage);
    answer += ",\"interval\":[";
    append(answer, estimate.time.low);
    answer += ',';
    append(answer, estimate.time.high);
    answer.append("],\"model\":\"").append(estimate.model).append("\",\"seconds\":");
    append(answer, estimate.time.seconds);
    answer.append(",\"tier\":\"").append(estimate.tier).append("\"}}");
    return true;
  } catch (const simdjson::simdjson_error&) {
    return false;
  } catch (const Error&) {
    return false;  // the method says what is wrong, in full
  }
}

BriefPredict::BriefPredict() : request_(std::make_unique<Request>()) {}
BriefPredict::~BriefPredict() = default;

}  // namespace clgauge::service
