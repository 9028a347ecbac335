#include "model/features/pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace clgauge::model {

namespace {

constexpr std::string_view kAccess = "f_mem_access";
constexpr std::string_view kOperation = "f_op_";
constexpr std::string_view kSync = "f_sync_";

constexpr std::pair<std::string_view, LaunchQuantity> kQuantities[] = {
    {"f_sync_kernel_launch", LaunchQuantity::launches},
    {"f_thread_groups", LaunchQuantity::groups},
    {"f_work_items", LaunchQuantity::work_items},
    {"f_sub_groups", LaunchQuantity::sub_groups},
    {"f_flops", LaunchQuantity::flops},
    {"f_flops_float32", LaunchQuantity::flops_float32},
    {"f_flops_float64", LaunchQuantity::flops_float64},
    {"f_bytes_global", LaunchQuantity::bytes_global},
    {"f_bytes_footprint_global", LaunchQuantity::bytes_footprint},
};

constexpr std::array<std::string_view, 4> kSpaces = {"global", "constant", "local", "private"};
constexpr std::array<std::string_view, 2> kDirections = {"load", "store"};
constexpr std::array<std::string_view, 9> kScalarTypes = {
    "float16", "float32", "float64", "int8", "int16", "int32", "int64", "bool", "pointer"};

[[noreturn]] void fail(std::string_view feature, const std::string& problem) {
  throw Error(ErrorKind::input, fmt::format("feature '{}': {}", feature, problem));
}

template <std::size_t n>
bool is_one_of(std::string_view word, const std::array<std::string_view, n>& set) {
  return std::find(set.begin(), set.end(), word) != set.end();
}

std::string_view take_word(std::string_view& rest) {
  const auto end = std::min(rest.find('_'), rest.size());
  const auto word = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return word;
}

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

template <typename Number>
Number number_in(std::string_view feature, std::string_view text) {
  Number value{};
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size()) {
    fail(feature, fmt::format("expected a number, found '{}'", text));
  }
  return value;
}

Constraint constraint(std::string_view feature, std::string_view text) {
  using Comparison = Constraint::Comparison;
  constexpr std::pair<std::string_view, Comparison> kComparisons[] = {
      {">=", Comparison::greater_equal}, {"<=", Comparison::less_equal}, {">", Comparison::greater},
      {"<", Comparison::less},           {"==", Comparison::equal},      {"=", Comparison::equal}};
  Constraint result;
  for (const auto& [symbol, comparison] : kComparisons) {
    if (starts_with(text, symbol)) {
      result.comparison = comparison;
      text.remove_prefix(symbol.size());
      break;
    }
  }
  result.value = number_in<double>(feature, text);
  return result;
}

// "{0:1;1:>15}"
StrideConstraints strides(std::string_view feature, std::string_view text) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') {
    fail(feature, fmt::format("expected strides such as {{0:1;1:>15}}, found '{}'", text));
  }
  text = text.substr(1, text.size() - 2);
  StrideConstraints result;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(";,"), text.size());
    auto entry = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!entry.empty() && entry.front() == ' ') {
      entry.remove_prefix(1);
    }
    const auto colon = entry.find(':');
    if (colon == std::string_view::npos) {
      fail(feature, fmt::format("expected 'dimension:stride', found '{}'", entry));
    }
    const auto dimension = number_in<unsigned>(feature, entry.substr(0, colon));
    if (dimension > 2) {
      fail(feature, fmt::format("expected a dimension 0, 1 or 2, found {}", dimension));
    }
    if (!result.emplace(dimension, constraint(feature, entry.substr(colon + 1))).second) {
      fail(feature, fmt::format("dimension {} is constrained twice", dimension));
    }
  }
  return result;
}

// Where the next "_lstrides:", "_gstrides:" or "_afr:" begins, or the end.
std::size_t end_of_value(std::string_view text) {
  std::size_t end = text.size();
  for (const std::string_view keyword : {"_lstrides:", "_gstrides:", "_afr:"}) {
    end = std::min(end, text.find(keyword));
  }
  return end;
}

void tag(std::string_view feature, std::string_view value, AccessPattern& pattern) {
  if (value.empty()) {
    fail(feature, "expected an array after 'tag:', found none");
  }
  for (const auto& [suffix, direction] :
       {std::pair<std::string_view, const char*>{"LD", "load"},
        std::pair<std::string_view, const char*>{"ST", "store"}}) {
    if (value.size() > suffix.size() && value.substr(value.size() - suffix.size()) == suffix) {
      pattern.direction = direction;
      value.remove_suffix(suffix.size());
      break;
    }
  }
  pattern.array = value;
}

// "float32" or "float32x4".
bool data_type(std::string_view feature, std::string_view word, AccessPattern& pattern) {
  const auto cross = word.find('x');
  const auto scalar = word.substr(0, cross);
  if (!is_one_of(scalar, kScalarTypes)) {
    return false;
  }
  pattern.dtype = scalar;
  if (cross != std::string_view::npos) {
    pattern.lanes = number_in<int>(feature, word.substr(cross + 1));
    if (pattern.lanes < 1 || pattern.lanes > 16) {
      fail(feature, fmt::format("expected 1 to 16 lanes, found {}", pattern.lanes));
    }
  }
  return true;
}

AccessPattern access(std::string_view feature) {
  AccessPattern pattern;
  auto rest = feature.substr(kAccess.size());
  if (!rest.empty()) {
    if (rest.front() != '_') {
      fail(feature, fmt::format("expected '_' after '{}'", kAccess));
    }
    rest.remove_prefix(1);
  }
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    const auto keyword = rest.substr(0, colon);
    if (colon != std::string_view::npos && keyword.find('_') == std::string_view::npos) {
      rest.remove_prefix(colon + 1);
      const auto end = end_of_value(rest);
      const auto value = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (keyword == "tag") {
        tag(feature, value, pattern);
      } else if (keyword == "lstrides") {
        pattern.local_strides = strides(feature, value);
      } else if (keyword == "gstrides") {
        pattern.group_strides = strides(feature, value);
      } else if (keyword == "afr") {
        pattern.access_to_footprint = constraint(feature, value);
      } else {
        fail(feature, fmt::format("expected tag, lstrides, gstrides or afr before ':', found '{}'",
                                  keyword));
      }
      continue;
    }
    const auto word = take_word(rest);
    if (is_one_of(word, kSpaces) && pattern.space.empty()) {
      pattern.space = word;
    } else if (is_one_of(word, kDirections) && pattern.direction.empty()) {
      pattern.direction = word;
    } else if (!pattern.dtype.empty() || !data_type(feature, word, pattern)) {
      fail(feature, fmt::format("expected an address space (global, local, constant, private), a "
                                "type (float32, float32x4, int32, ...), load, store or a "
                                "constraint, found '{}'",
                                word));
    }
  }
  return pattern;
}

OperationPattern operation(std::string_view feature) {
  auto rest = feature.substr(kOperation.size());
  OperationPattern pattern;
  pattern.dtype = take_word(rest);
  pattern.op = rest;
  if (!is_one_of(std::string_view(pattern.dtype), kScalarTypes)) {
    fail(feature, fmt::format("expected a type such as float32 after '{}', found '{}'", kOperation,
                              pattern.dtype));
  }
  return pattern;
}

}  // namespace

bool Constraint::accepts(double x) const noexcept {
  switch (comparison) {
    case Comparison::equal:
      return x == value;
    case Comparison::greater:
      return x > value;
    case Comparison::greater_equal:
      return x >= value;
    case Comparison::less:
      return x < value;
    case Comparison::less_equal:
      return x <= value;
  }
  return false;
}

std::vector<std::string_view> quantity_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, quantity] : kQuantities) {
    names.push_back(name);
  }
  return names;
}

std::optional<FeaturePattern> parse_feature(std::string_view name) {
  for (const auto& [quantity_name, quantity] : kQuantities) {
    if (name == quantity_name) {
      return quantity;
    }
  }
  if (starts_with(name, kAccess)) {
    return access(name);
  }
  if (starts_with(name, kOperation)) {
    return operation(name);
  }
  if (starts_with(name, kSync)) {
    return SyncPattern{std::string(name.substr(kSync.size()))};
  }
  return std::nullopt;
}

}  // namespace clgauge::model
