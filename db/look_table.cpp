#include "db/look_table.h"

#include "db/query.h"
#include "db/schema.h"
#include "db/time.h"

namespace clgauge::db {
namespace {

LookRow read_look(const Query& query) {
  return {query.text("key"),
          query.text("subject"),
          static_cast<int>(query.integer("lens_version")),
          query.text("device_id"),
          query.text("object_uid"),
          query.text("kernel_name"),
          query.text("launch"),
          query.text("answer")};
}

}  // namespace

std::optional<LookRow> LookTable::find(const std::string& key) {
  Query query(store_, "SELECT * FROM looks WHERE key = ?1");
  if (!query.with(key).next()) {
    return std::nullopt;
  }
  return read_look(query);
}

std::vector<LookRow> LookTable::list(const std::string& subject, std::size_t most) {
  Query query(store_,
              "SELECT * FROM looks WHERE subject = ?1 ORDER BY added_at DESC, key LIMIT ?2");
  query.with(subject, static_cast<std::int64_t>(most));
  std::vector<LookRow> rows;
  while (query.next()) {
    rows.push_back(read_look(query));
  }
  return rows;
}

std::string LookTable::state_of(const std::string& subject) {
  Query query(store_,
              "SELECT count(*) AS looks, coalesce(max(added_at), '') AS newest FROM looks "
              "WHERE subject = ?1");
  query.with(subject).next();
  return std::to_string(query.integer("looks")) + ' ' + query.text("newest");
}

void LookTable::put(const LookRow& look) {
  db::put(store_, table("looks"),
          {{"key", look.key},
           {"subject", look.subject},
           {"lens_version", std::int64_t{look.lens_version}},
           {"device_id", look.device_id},
           {"object_uid", look.object_uid},
           {"kernel_name", look.kernel_name},
           {"launch", look.launch},
           {"answer", look.answer},
           {"added_at", utc_now()}});
}

}  // namespace clgauge::db
