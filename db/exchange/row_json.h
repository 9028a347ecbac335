#pragma once

#include <nlohmann/json_fwd.hpp>

#include "db/schema.h"

// Internal to the room: rows as JSON objects.
namespace clgauge::db {

// An object of the columns that are not NULL; JSON columns become JSON, not text that holds some.
[[nodiscard]] nlohmann::json row_to_json(const Table& table, const Record& record);

// The reverse. Throws Error(input) for a column that the table lacks, for a value of the wrong
// type, and for a uid that is not the hash of the row; a missing uid is filled in.
[[nodiscard]] Record row_from_json(const Table& table, const nlohmann::json& row);

}  // namespace clgauge::db
