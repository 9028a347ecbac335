#include "service/protocol/rpc.h"

#include <utility>

namespace clgauge::service {
namespace {

// Brackets open at once, outside of strings. The parser builds a tree as deep as the input, so the
// depth is known before it starts.
bool too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxDepth) {
        return true;
      }
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

std::variant<RpcRequest, nlohmann::json> request_of(nlohmann::json& json) {
  const auto refuse = [](const nlohmann::json& id, const char* why) {
    return error_answer(id, RpcCode::invalid_request, why);
  };
  if (!json.is_object()) {
    return refuse(nullptr, "a request is a JSON object: see docs/protocol.md");
  }
  RpcRequest request;
  if (const auto id = json.find("id"); id != json.end()) {
    if (!id->is_string() && !id->is_number() && !id->is_null()) {
      return refuse(nullptr, "id must be a string, a number or null");
    }
    request.id = *id;
  }
  const nlohmann::json id = request.id.value_or(nullptr);
  if (const auto version = json.find("jsonrpc"); version == json.end() || *version != "2.0") {
    return refuse(id, "\"jsonrpc\":\"2.0\" is missing");
  }
  const auto method = json.find("method");
  if (method == json.end() || !method->is_string()) {
    return refuse(id, "method must be a string");
  }
  request.method = method->get<std::string>();
  if (const auto params = json.find("params"); params != json.end()) {
    if (!params->is_object()) {
      return error_answer(id, RpcCode::invalid_params, "params must be an object");
    }
    request.params = std::move(*params);
  }
  return request;
}

}  // namespace

RpcCode code_of(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::input:
      return RpcCode::invalid_params;
    case ErrorKind::unsupported:
      return RpcCode::unsupported;
    case ErrorKind::device:
      return RpcCode::device;
    case ErrorKind::store:
      return RpcCode::store;
    case ErrorKind::timeout:
      return RpcCode::timeout;
    case ErrorKind::internal:
      break;
  }
  return RpcCode::internal;
}

RpcMessage parse_message(std::string_view line) {
  RpcMessage message;
  const auto refuse = [&](RpcCode code, const std::string& why) {
    message.batch = false;
    message.entries.clear();
    message.entries.emplace_back(error_answer(nullptr, code, why));
    return message;
  };
  if (line.size() > kMaxLineBytes) {
    return refuse(RpcCode::invalid_request, "a line may hold 1 MiB");
  }
  if (too_deep(line)) {
    return refuse(RpcCode::invalid_request, "nested more than 32 deep");
  }
  nlohmann::json json = nlohmann::json::parse(line.begin(), line.end(), nullptr, false);
  if (json.is_discarded()) {
    return refuse(RpcCode::parse_error, "the line is not JSON");
  }
  if (!json.is_array()) {
    message.entries.push_back(request_of(json));
    return message;
  }
  if (json.empty() || json.size() > kMaxBatch) {
    return refuse(RpcCode::invalid_request, "a batch holds 1 to 1024 requests");
  }
  message.batch = true;
  message.entries.reserve(json.size());
  for (auto& entry : json) {
    message.entries.push_back(request_of(entry));
  }
  return message;
}

nlohmann::json result_answer(const nlohmann::json& id, nlohmann::json result) {
  nlohmann::json answer = {{"jsonrpc", "2.0"}, {"id", id}};
  answer["result"] = std::move(result);
  return answer;
}

nlohmann::json error_answer(const nlohmann::json& id, RpcCode code, const std::string& message,
                            const std::string& detail) {
  nlohmann::json error = {{"code", static_cast<int>(code)}, {"message", message}};
  if (!detail.empty()) {
    error["data"] = {{"detail", detail}};
  }
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}};
}

nlohmann::json error_answer(const nlohmann::json& id, const Error& error) {
  nlohmann::json answer = error_answer(id, code_of(error.kind()), error.what(), error.detail());
  answer["error"]["data"]["kind"] = name_of(error.kind());
  return answer;
}

std::string line_of(const nlohmann::json& answer) {
  return answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace clgauge::service
