#include "db/object_table.h"

#include "base/base64.h"
#include "base/hash.h"
#include "db/json_column.h"
#include "db/query.h"
#include "db/schema.h"
#include "db/time.h"

namespace clgauge::db {

std::string ObjectTable::key_of(const ObjectSource& source) {
  return hash_of({"object", source.source, source.options, source.kernel, source.device_id,
                  source.driver, encode(source.local_size)});
}

std::string ObjectTable::put(const ObjectSource& source, const ObjectRow& object) {
  Transaction transaction(store_);
  const std::string uid = db::put(store_, table("objects"),
                                  {{"origin", object.origin}, {"content", to_base64(object.bytes)}})
                              .key;
  if (find_uid(source) == uid) {
    return uid;
  }
  db::put(store_, table("kernel_objects"),
          {{"key", key_of(source)},
           {"kernel_name", source.kernel},
           {"device_id", source.device_id},
           {"driver", source.driver},
           {"local_size", encode(source.local_size)},
           {"object_uid", uid},
           {"added_at", utc_now()}});
  transaction.commit();
  return uid;
}

std::optional<ObjectRow> ObjectTable::find(const ObjectSource& source) {
  Query query(store_,
              "SELECT objects.* FROM kernel_objects JOIN objects ON objects.uid = object_uid "
              "WHERE key = ?1");
  if (!query.with(key_of(source)).next()) {
    return std::nullopt;
  }
  return ObjectRow{query.text("uid"), query.text("origin"), from_base64(query.text("content"))};
}

std::optional<std::string> ObjectTable::find_uid(const ObjectSource& source) {
  Query query(store_, "SELECT object_uid FROM kernel_objects WHERE key = ?1");
  if (!query.with(key_of(source)).next()) {
    return std::nullopt;
  }
  return query.text("object_uid");
}

}  // namespace clgauge::db
