#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "db/store.h"

// Internal to the room: how its files talk to SQLite. Nobody else includes this.
namespace clgauge::db {

// What a column holds: NULL, INTEGER, REAL or TEXT.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

struct Table;

// A row by column names; a missing column is NULL.
using Record = std::map<std::string, Value>;

// The connection, and prepared statements that wait to be used again.
struct Store::Impl {
  std::filesystem::path path;
  SQLite::Database connection;
  std::map<std::string, std::vector<std::unique_ptr<SQLite::Statement>>> idle_statements{};
  std::shared_ptr<Keeper> keeper{};
  bool entered = false;  // the keeper lets this process write now
  // Rows of a transaction that another process will be handed; absent outside of such a one.
  std::optional<std::vector<std::pair<const Table*, Record>>> waiting{};

  [[nodiscard]] bool may_write() const { return keeper == nullptr || entered; }
};

// One statement: bound, stepped, read. Parameters are ?1, ?2, ...; columns are read by name.
// SQLite's failures come out as Error(store).
class Query {
 public:
  Query(Store& store, const std::string& sql);
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query();

  Query& bind(int index, const Value& value);
  // Binds ?1, ?2, ... and starts afresh.
  template <class... Values>
  Query& with(const Values&... values) {
    restart();
    int index = 0;
    (bind(++index, Value(values)), ...);
    return *this;
  }

  // Steps to the next row; false after the last.
  bool next();
  // Runs a statement that gives no rows; returns how many rows it changed.
  int run();

  [[nodiscard]] Value value(int column) const;
  [[nodiscard]] std::string text(const char* column) const;  // NULL reads as ""
  [[nodiscard]] std::optional<std::string> optional_text(const char* column) const;
  [[nodiscard]] std::int64_t integer(const char* column) const;
  [[nodiscard]] double real(const char* column) const;
  [[nodiscard]] std::optional<double> optional_real(const char* column) const;

 private:
  void restart();
  [[nodiscard]] SQLite::Column column(const char* name) const;

  Store& store_;
  std::unique_ptr<SQLite::Statement> statement_;
};

// Runs SQL text that gives no rows, several statements if need be.
void execute(Store& store, const std::string& sql);

}  // namespace clgauge::db
