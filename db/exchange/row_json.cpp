#include "db/exchange/row_json.h"

#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace clgauge::db {
namespace {

nlohmann::json value_to_json(const Column& column, const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    return *integer;
  }
  if (const auto* real = std::get_if<double>(&value)) {
    return *real;
  }
  const auto& text = std::get<std::string>(value);
  return is_json(column.type) ? nlohmann::json::parse(text) : nlohmann::json(text);
}

// Of a column of JSON: what those who read it expect.
bool has_shape_of(ColumnType type, const nlohmann::json& value) {
  using Test = bool (*)(const nlohmann::json&);
  const auto are_all = [&value](Test test) {
    return std::all_of(value.begin(), value.end(), test);
  };
  constexpr Test kIsText = [](const nlohmann::json& one) { return one.is_string(); };
  constexpr Test kIsNumber = [](const nlohmann::json& one) { return one.is_number(); };
  constexpr Test kIsCount = [](const nlohmann::json& one) { return one.is_number_unsigned(); };
  switch (type) {
    case ColumnType::json_texts_by_name:
      return value.is_object() && are_all(kIsText);
    case ColumnType::json_numbers_by_name:
      return value.is_object() && are_all(kIsNumber);
    case ColumnType::json_numbers:
      return value.is_array() && are_all(kIsNumber);
    case ColumnType::json_counts:
      return value.is_array() && are_all(kIsCount);
    default:
      return true;
  }
}

Value value_from_json(const Table& table, const Column& column, const nlohmann::json& value) {
  if (value.is_null()) {
    return {};
  }
  switch (column.type) {
    case ColumnType::json:
    case ColumnType::json_texts_by_name:
    case ColumnType::json_numbers_by_name:
    case ColumnType::json_numbers:
    case ColumnType::json_counts:
      if (has_shape_of(column.type, value)) {
        return value.dump();
      }
      break;
    case ColumnType::text:
      if (value.is_string()) {
        return value.get<std::string>();
      }
      break;
    case ColumnType::integer:
      if (value.is_number_integer()) {
        return value.get<std::int64_t>();
      }
      break;
    case ColumnType::real:
      if (value.is_number()) {
        return value.get<double>();
      }
      break;
  }
  throw Error(ErrorKind::input,
              fmt::format("{}.{} cannot be {:.60}", table.name, column.name, value.dump()));
}

}  // namespace

nlohmann::json row_to_json(const Table& table, const Record& record) {
  nlohmann::json row = nlohmann::json::object();
  for (const Column& column : table.columns) {
    const auto value = record.find(column.name);
    if (value != record.end() && !std::holds_alternative<std::monostate>(value->second)) {
      row[column.name] = value_to_json(column, value->second);
    }
  }
  return row;
}

Record row_from_json(const Table& table, const nlohmann::json& row) {
  if (!row.is_object()) {
    throw Error(ErrorKind::input, fmt::format("{} has a row that is no object", table.name));
  }
  Record record;
  for (const auto& [name, value] : row.items()) {
    const auto column =
        std::find_if(table.columns.begin(), table.columns.end(),
                     [&name = name](const Column& candidate) { return name == candidate.name; });
    if (column == table.columns.end()) {
      throw Error(ErrorKind::input, fmt::format("{} has no column '{}'", table.name, name));
    }
    record.emplace(name, value_from_json(table, *column, value));
  }
  if (table.content_addressed) {
    const std::string uid = content_uid(table, record);
    if (row.contains("uid") && row["uid"] != uid) {
      throw Error(ErrorKind::input,
                  fmt::format("the row {} of {} is not what its key says (its content has {}): the "
                              "file was edited or damaged",
                              row["uid"].dump(), table.name, uid));
    }
    record["uid"] = uid;
  }
  return record;
}

}  // namespace clgauge::db
