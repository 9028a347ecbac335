#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "base/paths.h"
#include "db/migrate.h"
#include "db/query.h"
#include "db/schema.h"
#include "temporary_folder.h"

namespace clgauge::db {
namespace {

using ::testing::IsEmpty;

// A store as the program of that schema version left it: its migrations, and the rows of
// tests/db/stores/v<version>.sql, written by the sqlite3 of the time, not by today's program.
void make_old_store(const std::filesystem::path& path, int version) {
  SQLite::Database database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("PRAGMA journal_mode = WAL");
  for (const Migration& migration : migrations()) {
    if (migration.version <= version) {
      database.exec(migration.sql);
    }
  }
  database.exec(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplicationId, version));
  database.exec(read_file(fmt::format("{}/tests/db/stores/v{}.sql", CLGAUGE_SOURCE_DIR, version)));
}

std::map<std::string, std::int64_t> row_counts(SQLite::Database& database) {
  std::map<std::string, std::int64_t> counts;
  SQLite::Statement names(database, "SELECT name FROM sqlite_schema WHERE type = 'table'");
  while (names.executeStep()) {
    const std::string name = names.getColumn(0).getString();
    counts[name] = database.execAndGet("SELECT count(*) FROM " + name).getInt64();
  }
  return counts;
}

class EveryVersion : public ::testing::TestWithParam<int> {};

TEST_P(EveryVersion, KeepsItsRowsWhenBroughtUpToDate) {
  const TemporaryFolder folder;
  make_old_store(folder / "old.db", GetParam());
  std::map<std::string, std::int64_t> before;
  {
    SQLite::Database database((folder / "old.db").string());
    before = row_counts(database);
  }
  for (const auto& [name, rows] : before) {
    EXPECT_GT(rows, 0) << "tests/db/stores has no row for " << name;
  }

  Store copy = Store::open_read_only(folder / "old.db");
  EXPECT_EQ(copy.version(), Store::newest_version());
  Store store = Store::open(folder / "old.db");
  EXPECT_EQ(store.version(), Store::newest_version());
  for (Store* migrated : {&copy, &store}) {
    EXPECT_THAT(migrated->check_integrity(), IsEmpty());
    const auto after = row_counts(migrated->impl().connection);
    for (const auto& [name, rows] : before) {
      EXPECT_EQ(after.at(name), rows) << name;
    }
  }
}

// The uids of old rows must still be what their content hashes to, or merging with stores that
// had never been old would double them.
TEST_P(EveryVersion, KeepsItsUids) {
  const TemporaryFolder folder;
  make_old_store(folder / "old.db", GetParam());
  Store store = Store::open(folder / "old.db");
  for (const Table& table : tables()) {
    Query rows(store, select_all(table));
    while (table.content_addressed && rows.next()) {
      const Record record = read_record(rows, table);
      EXPECT_EQ(std::get<std::string>(record.at("uid")), content_uid(table, record)) << table.name;
    }
  }
}

TEST_P(EveryVersion, EndsWithTheSchemaOfANewStore) {
  const TemporaryFolder folder;
  make_old_store(folder / "old.db", GetParam());
  Store old = Store::open(folder / "old.db");
  Store fresh = Store::in_memory();
  const auto schema = [](Store& store) {
    std::map<std::string, std::string> definitions;
    Query query(store, "SELECT name, coalesce(sql, '') AS sql FROM sqlite_schema");
    while (query.next()) {
      definitions[query.text("name")] = query.text("sql");
    }
    return definitions;
  };
  EXPECT_EQ(schema(old), schema(fresh));
}

INSTANTIATE_TEST_SUITE_P(Schema, EveryVersion, ::testing::Range(1, Store::newest_version() + 1));

TEST(Schema, IsWhatTheDescriptionOfTablesSays) {
  Store store = Store::in_memory();
  std::map<std::string, std::vector<std::string>> described;
  for (const Table& table : tables()) {
    for (const Column& column : table.columns) {
      constexpr std::array<const char*, 3> kTypes{"TEXT", "INTEGER", "REAL"};
      described[table.name].push_back(fmt::format(
          "{} {}", column.name,
          is_json(column.type) ? "TEXT" : kTypes.at(static_cast<std::size_t>(column.type))));
    }
  }
  std::map<std::string, std::vector<std::string>> actual;
  Query query(store,
              "SELECT tables.name AS table_name, columns.name || ' ' || columns.type AS declared "
              "FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns "
              "WHERE tables.type = 'table' ORDER BY tables.name, columns.cid");
  while (query.next()) {
    actual[query.text("table_name")].push_back(query.text("declared"));
  }
  EXPECT_EQ(described, actual);
}

TEST(Schema, EveryColumnIsDocumented) {
  const std::string page = read_file(std::string(CLGAUGE_SOURCE_DIR) + "/docs/store.md");
  for (const Table& table : tables()) {
    EXPECT_NE(page.find(fmt::format("## `{}`", table.name)), std::string::npos) << table.name;
    for (const Column& column : table.columns) {
      EXPECT_NE(page.find(fmt::format("`{}`", column.name)), std::string::npos)
          << table.name << "." << column.name;
    }
  }
}

}  // namespace
}  // namespace clgauge::db
