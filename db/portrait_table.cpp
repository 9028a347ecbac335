#include "db/portrait_table.h"

#include "db/query.h"
#include "db/schema.h"
#include "db/time.h"

namespace clgauge::db {

std::optional<PortraitRow> PortraitTable::find(const std::string& model_uid) {
  Query query(store_, "SELECT * FROM portraits WHERE model_uid = ?1");
  if (!query.with(model_uid).next()) {
    return std::nullopt;
  }
  return PortraitRow{model_uid, query.text("collector_version"), query.text("portrait")};
}

void PortraitTable::put(const PortraitRow& portrait) {
  db::put(store_, table("portraits"),
          {{"model_uid", portrait.model_uid},
           {"collector_version", portrait.collector_version},
           {"portrait", portrait.portrait},
           {"added_at", utc_now()}});
}

}  // namespace clgauge::db
