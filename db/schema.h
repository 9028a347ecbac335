#pragma once

#include <map>
#include <string>
#include <vector>

#include "db/query.h"
#include "db/store.h"

// Internal to the room: the tables as data. Adding, merging, exporting and importing rows all go by
// this one description, which a test compares with the schema that the migrations make.
namespace clgauge::db {

enum class ColumnType { text, integer, real };

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
};

// Every table; those that others refer to come first.
[[nodiscard]] const std::vector<Table>& tables();
[[nodiscard]] const Table& table(const std::string& name);

// A row by column names; a missing column is NULL.
using Record = std::map<std::string, Value>;

// The uid that a row of a content-addressed table must have. NULLs do not count, so that a column
// that a later schema adds leaves the uids of older rows as they are.
[[nodiscard]] std::string content_uid(const Table& table, const Record& record);

// Adds a row, or merges it with the one that has its key; fills in the uid of a content-addressed
// row. Returns the first column's value. Text that is not UTF-8 is made so.
std::string put(Store& store, const Table& table, Record record);

// The row that the query stands on, of a SELECT of all the table's columns in their order.
[[nodiscard]] Record read_record(const Query& query, const Table& table);

// "SELECT column, ... FROM table"
[[nodiscard]] std::string select_all(const Table& table);

}  // namespace clgauge::db
