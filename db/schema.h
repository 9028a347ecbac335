#pragma once

#include <map>
#include <string>
#include <vector>

#include "db/query.h"
#include "db/store.h"

// Internal to the room: the tables as data. Adding, merging, exporting and importing rows all go by
// this one description, which a test compares with the schema that the migrations make.
namespace clgauge::db {

// JSON is TEXT in one canonical form: any value, an object of strings or of numbers, an array of
// numbers or of integers that are not negative.
enum class ColumnType {
  text,
  integer,
  real,
  json,
  json_texts_by_name,
  json_numbers_by_name,
  json_numbers,
  json_counts
};
[[nodiscard]] constexpr bool is_json(ColumnType type) { return type >= ColumnType::json; }

struct Column {
  const char* name;
  ColumnType type = ColumnType::text;
  // Part of the content that the row's uid is a hash of.
  bool hashed = true;
};

struct Table {
  const char* name;
  // The first column is "uid", a hash of the name of the table and of the other columns.
  bool content_addressed;
  std::vector<Column> columns;
  // What becomes of a row whose key is there already: SQL after ON CONFLICT. Every rule keeps the
  // greater of two rows in some total order, so that the order of merging does not matter.
  std::string on_conflict;
  // SQL that holds for the rows that belong to the device ?1.
  std::string of_device;
  // Made from the above.
  std::string insert_statement{};
};

// Every table; those that others refer to come first.
[[nodiscard]] const std::vector<Table>& tables();
[[nodiscard]] const Table& table(const std::string& name);

// The uid that a row of a content-addressed table must have. NULLs do not count, so that a column
// that a later schema adds leaves the uids of older rows as they are.
[[nodiscard]] std::string content_uid(const Table& table, const Record& record);

// Adds a row, or merges it with the one that has its key; fills in the uid of a content-addressed
// row. Text that is not UTF-8 is made so; JSON is brought to its
// canonical form (sorted keys, no blanks), or refused.
struct Outcome {
  std::string key;  // the first column's value
  bool changed;     // the row is new, or changed the one that was there
};
Outcome put(Store& store, const Table& table, Record record);

// The same for a row that is canonical and has its key; true when the store changed. Of a row that
// is handed on to who keeps the store: true unless its key, a hash of its content, is there
// already.
bool insert_row(Store& store, const Table& table, const Record& record);

// The row that the query stands on, of a SELECT of all the table's columns in their order.
[[nodiscard]] Record read_record(const Query& query, const Table& table);

// "SELECT column, ... FROM table ", with the columns in the order of the description.
[[nodiscard]] std::string select_all(const Table& table);

}  // namespace clgauge::db
