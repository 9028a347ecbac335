#pragma once

#include <fmt/format.h>

#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"

// Internal to the room: JSON in columns.
namespace clgauge::db {

template <class T>
[[nodiscard]] std::string encode(const T& value) {
  return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Throws Error(store): a text that the store holds was written by this room, unless somebody edited
// the file.
template <class T>
[[nodiscard]] T decode(const std::string& text, const char* column) {
  try {
    return nlohmann::json::parse(text).get<T>();
  } catch (const nlohmann::json::exception& failure) {
    throw Error(ErrorKind::store,
                fmt::format("the store is damaged: a column {} holds '{:.40}', which it should not "
                            "({}): take it from a backup, or calibrate into a new one "
                            "(CLGAUGE_DB)",
                            column, text, failure.what()));
  }
}

}  // namespace clgauge::db
