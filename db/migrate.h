#pragma once

#include <span>

#include "db/store.h"

namespace clgauge::db {

// One step of the schema: db/migrations/<version>_*.sql, as built into the program.
struct Migration {
  int version;
  const char* name;  // the file's name
  const char* sql;
};

// All of them, from version 1 on without gaps.
[[nodiscard]] std::span<const Migration> migrations();

// Brings the schema from the version it has to `to_version`, each step in a transaction of its own
// that checks the foreign keys before it commits. Safe when several processes do so at once.
void migrate(Store& store, int to_version);

// Marks SQLite files as clgauge's (PRAGMA application_id): the text "clga".
inline constexpr int kApplicationId = 0x636c6761;

}  // namespace clgauge::db
