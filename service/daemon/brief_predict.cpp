#include "service/daemon/brief_predict.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.h"
#include "service/store/answer.h"

namespace clgauge::service {
namespace {

using simdjson::ondemand::object;
using simdjson::ondemand::value;

// Longer lines hold more than this question.
constexpr std::size_t kLongestLine = 4096;

std::string_view trimmed(std::string_view token) {
  return token.substr(0, token.find_last_not_of(" \t\r") + 1);
}

void append(std::string& text, double number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text.append(digits.data(), end);
}

}  // namespace

struct BriefPredict::Request {
  simdjson::ondemand::parser parser;
  std::array<char, kLongestLine + simdjson::SIMDJSON_PADDING> padded{};

  // Of the request that was read last.
  std::string_view id;      // as it stands in the line, to be given back so
  std::string_view kernel;  // the others point into the parser
  std::string_view device;
  std::string_view model;
  bool is_brief = false;
  bool is_predict = false;
  bool is_version_2 = false;
  bool has_sizes = false;
  std::vector<std::pair<std::string_view, std::int64_t>> given;
  collector::Bindings sizes;  // of `given`

  [[nodiscard]] bool read(std::string_view line);
  [[nodiscard]] bool read_member(std::string_view name, value member);
  [[nodiscard]] bool read_id(value member);
  [[nodiscard]] bool read_params(object params);
  [[nodiscard]] bool read_sizes(object members);
};

bool BriefPredict::Request::read(std::string_view line) {
  if (line.size() > kLongestLine || line.find("\"brief\"") == std::string_view::npos) {
    return false;
  }
  std::memcpy(padded.data(), line.data(), line.size());
  // What follows is read, though it does not matter: it must not be part of a number.
  std::memset(padded.data() + line.size(), ' ', simdjson::SIMDJSON_PADDING);
  id = kernel = device = {};
  model = kDefaultModel;
  is_brief = is_predict = is_version_2 = has_sizes = false;
  simdjson::ondemand::document document = parser.iterate(padded.data(), line.size(), padded.size());
  object request = document.get_object();
  for (auto entry : request) {
    if (!read_member(entry.unescaped_key(), entry.value())) {
      return false;
    }
  }
  const bool ended = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
  return ended && is_version_2 && is_predict && is_brief && !id.empty() && !kernel.empty() &&
         has_sizes;
}

bool BriefPredict::Request::read_member(std::string_view name, value member) {
  if (name == "jsonrpc") {
    is_version_2 = std::string_view(member.get_string()) == "2.0";
    return is_version_2;
  }
  if (name == "method") {
    is_predict = std::string_view(member.get_string()) == "predict";
    return is_predict;
  }
  if (name == "id") {
    return read_id(member);
  }
  return name == "params" && read_params(member.get_object());
}

bool BriefPredict::Request::read_id(value member) {
  switch (member.type()) {
    case simdjson::ondemand::json_type::number:
      id = trimmed(member.raw_json_token());
      static_cast<void>(std::int64_t(member.get_int64()));  // no fraction, and in range
      return true;
    case simdjson::ondemand::json_type::string: {
      const std::string_view token = member.raw_json_token();
      static_cast<void>(std::string_view(member.get_string()));
      id = trimmed(token);
      return true;
    }
    default:
      return false;
  }
}

bool BriefPredict::Request::read_params(object params) {
  for (auto entry : params) {
    const std::string_view name = entry.unescaped_key();
    value member = entry.value();
    if (name == "id") {
      kernel = member.get_string();
    } else if (name == "device") {
      device = member.get_string();
    } else if (name == "model") {
      model = member.get_string();
    } else if (name == "brief") {
      is_brief = member.get_bool();
    } else if (name != "sizes" || !read_sizes(member.get_object())) {
      return false;
    }
  }
  return true;
}

bool BriefPredict::Request::read_sizes(object members) {
  given.clear();
  for (auto entry : members) {
    const std::string_view name = entry.unescaped_key();
    given.emplace_back(name, std::int64_t(entry.value().get_int64()));
  }
  // One client names the same sizes time and again: the nodes stay.
  if (given.size() != sizes.size() ||
      !std::all_of(given.begin(), given.end(),
                   [&](const auto& one) { return sizes.count(std::string(one.first)) > 0; })) {
    sizes.clear();
  }
  for (const auto& [name, size] : given) {
    sizes[std::string(name)] = size;
  }
  has_sizes = true;
  return true;
}

bool BriefPredict::answer(Knowledge& knowledge, std::string_view line, std::string& answer) {
  try {
    if (!request_->read(line)) {
      return false;
    }
    const Knowledge::Estimate estimate =
        knowledge.estimate(request_->kernel, request_->sizes, request_->device, request_->model);
    answer.assign("{\"id\":").append(request_->id);
    answer += ",\"jsonrpc\":\"2.0\",\"result\":{\"coverage\":";
    append(answer, estimate.coverage);
    answer += ",\"interval\":[";
    append(answer, estimate.time.low);
    answer += ',';
    append(answer, estimate.time.high);
    answer += "],\"seconds\":";
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
