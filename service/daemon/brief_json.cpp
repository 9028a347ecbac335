#include "service/daemon/brief_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include <nlohmann/json.hpp>

#include "service/store/answer.h"

namespace clgauge::service {
namespace {

std::string_view trimmed(std::string_view token) {
  return token.substr(0, token.find_last_not_of(" \t\r") + 1);
}

}  // namespace

void BriefRequest::copy(std::string_view line) {
  if (padded_.size() < line.size() + simdjson::SIMDJSON_PADDING) {
    padded_.resize(2 * line.size() + simdjson::SIMDJSON_PADDING);
  }
  std::memcpy(padded_.data(), line.data(), line.size());
  // What follows is read, though it does not matter: it must not be part of a number.
  std::memset(padded_.data() + line.size(), ' ', simdjson::SIMDJSON_PADDING);
}

bool BriefRequest::read_id(simdjson::ondemand::value member) {
  switch (member.type()) {
    case simdjson::ondemand::json_type::number:
      id_ = trimmed(member.raw_json_token());
      static_cast<void>(std::int64_t(member.get_int64()));  // no fraction, and in range
      return true;
    case simdjson::ondemand::json_type::string:
      id_ = text_of(member).token;
      return true;
    default:
      return false;
  }
}

void BriefSizes::read(simdjson::ondemand::object members) {
  given_.clear();
  for (auto entry : members) {
    const std::string_view name = entry.unescaped_key();
    given_.emplace_back(name, std::int64_t(entry.value().get_int64()));
  }
  const auto is_known = [&](const auto& one) {
    name_.assign(one.first);
    return values_.count(name_) > 0;
  };
  if (given_.size() != values_.size() || !std::all_of(given_.begin(), given_.end(), is_known)) {
    values_.clear();
  }
  for (const auto& [name, size] : given_) {
    name_.assign(name);
    values_[name_] = size;
  }
}

void BriefScope::forget() {
  device = {};
  model = kBestModel;
  has_sizes = false;
}

bool BriefScope::read(std::string_view name, simdjson::ondemand::value member) {
  if (name == "device") {
    device = member.get_string();
  } else if (name == "model") {
    model = member.get_string();
  } else if (name == "sizes") {
    sizes.read(member.get_object());
    has_sizes = true;
  } else {
    return false;
  }
  return true;
}

BriefText text_of(simdjson::ondemand::value member) {
  const std::string_view token = member.raw_json_token();
  return {member.get_string(), trimmed(token)};
}

void append(std::string& text, double number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text.append(digits.data(), end);
}

void append(std::string& text, std::string_view value) {
  const bool is_plain = std::all_of(value.begin(), value.end(), [](char c) {
    return c >= ' ' && c < 127 && c != '"' && c != '\\';
  });
  if (is_plain) {
    text.append(1, '"').append(value).append(1, '"');
  } else {
    text += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
}

}  // namespace clgauge::service
