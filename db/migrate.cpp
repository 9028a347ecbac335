#include "db/migrate.h"

#include <fmt/format.h>

#include <string>

#include "base/error.h"
#include "db/query.h"

namespace clgauge::db {
namespace {

void apply(Store& store, const Migration& migration) {
  Transaction transaction(store);
  // Another process may have done this step while this one waited for the lock.
  if (store.version() >= migration.version) {
    return;
  }
  execute(store, migration.sql);
  execute(store, fmt::format("PRAGMA application_id = {}", kApplicationId));
  execute(store, fmt::format("PRAGMA user_version = {}", migration.version));
  if (Query broken(store, "PRAGMA foreign_key_check"); broken.next()) {
    throw Error(
        ErrorKind::store,
        fmt::format("the store {} cannot be brought to schema {}: its table {} refers to "
                    "rows that are missing; restore a copy, or set CLGAUGE_DB to a new file",
                    store.path().string(), migration.version, broken.text("table")));
  }
  transaction.commit();
}

}  // namespace

void migrate(Store& store, int to_version) {
  if (store.version() >= to_version) {
    return;
  }
  // A step that rebuilds a table would trip over the rows that refer to it. The switch has no
  // effect inside of a transaction, hence here.
  execute(store, "PRAGMA foreign_keys = OFF");
  for (const Migration& migration : migrations()) {
    if (migration.version <= to_version) {
      apply(store, migration);
    }
  }
  execute(store, "PRAGMA foreign_keys = ON");
}

}  // namespace clgauge::db
