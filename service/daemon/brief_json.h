#pragma once

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collector/kernel/kernel_model.h"

// How the few questions that come by the thousand are read and answered without building JSON
// values. For the files of such questions alone. What is read throws simdjson::simdjson_error when
// it is not what it must be.
namespace clgauge::service {

// One JSON-RPC request, read in place. Not thread-safe.
class BriefRequest {
 public:
  // Longer lines hold more than such a question.
  static constexpr std::size_t kLongestLine = std::size_t{64} * 1024;

  // Whether the line is a request of that method with an id; its params have then been given to
  // `read_params(simdjson::ondemand::object)`, which says whether it knows them all. What was read
  // stays until the next line is.
  template <typename ReadParams>
  [[nodiscard]] bool read(std::string_view line, std::string_view method, ReadParams read_params) {
    if (line.size() > kLongestLine) {
      return false;
    }
    copy(line);
    id_ = {};
    bool is_method = false;
    bool is_version_2 = false;
    bool has_params = false;
    simdjson::ondemand::document document =
        parser_.iterate(padded_.data(), line.size(), padded_.size());
    simdjson::ondemand::object request = document.get_object();
    for (auto entry : request) {
      const std::string_view name = entry.unescaped_key();
      simdjson::ondemand::value member = entry.value();
      if (name == "params") {
        has_params = read_params(simdjson::ondemand::object(member.get_object()));
      } else if (name == "method") {
        is_method = std::string_view(member.get_string()) == method;
      } else if (name == "jsonrpc") {
        is_version_2 = std::string_view(member.get_string()) == "2.0";
      } else if (name != "id" || !read_id(member)) {
        return false;
      }
    }
    const bool has_ended = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
    return has_ended && is_version_2 && is_method && has_params && !id_.empty();
  }

  // As it stands in the line, to be given back so.
  [[nodiscard]] std::string_view id() const noexcept { return id_; }

 private:
  void copy(std::string_view line);
  [[nodiscard]] bool read_id(simdjson::ondemand::value member);

  simdjson::ondemand::parser parser_;
  std::string padded_;
  std::string_view id_;
};

// Values of sizes, read again and again: one client names the same sizes time and again, so the
// nodes stay.
class BriefSizes {
 public:
  void read(simdjson::ondemand::object members);
  void clear() { values_.clear(); }
  [[nodiscard]] const collector::Bindings& values() const noexcept { return values_; }

 private:
  std::vector<std::pair<std::string_view, std::int64_t>> given_;
  collector::Bindings values_;
  std::string name_;
};

// What every such question says: of which device, by which model, at which sizes.
struct BriefScope {
  std::string_view device;
  std::string_view model;
  BriefSizes sizes;
  bool has_sizes = false;

  void forget();
  // Whether the member is one of these; it has then been read.
  [[nodiscard]] bool read(std::string_view name, simdjson::ondemand::value member);
};

struct BriefText {
  std::string_view text;
  std::string_view token;  // with its quotes, as it stands in the line, to be given back so
};
[[nodiscard]] BriefText text_of(simdjson::ondemand::value member);

// Appends the shortest text that reads back as the same number.
void append(std::string& text, double number);
// Appends the value as a JSON string.
void append(std::string& text, std::string_view value);

}  // namespace clgauge::service
