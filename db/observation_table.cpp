#include "db/observation_table.h"

#include "db/query.h"
#include "db/schema.h"
#include "db/time.h"

namespace clgauge::db {
namespace {

Value time_value(const std::string& observed_at) {
  if (observed_at == kUnknownTime) {
    return {};
  }
  return observed_at.empty() ? utc_now() : normalized_utc(observed_at);
}

Record record_of(const ObservationRow& observation) {
  return {{"kernel_key", observation.kernel_key},
          {"kernel_name", observation.kernel_name},
          {"device_id", observation.device_id},
          {"driver", observation.driver},
          {"launch", observation.launch},
          {"status", observation.status},
          {"seconds", observation.seconds ? Value(*observation.seconds) : Value()},
          {"observed_at", time_value(observation.observed_at)},
          {"source", observation.source},
          {"detail", observation.detail}};
}

std::vector<ObservationRow> observations_of(Query& query) {
  std::vector<ObservationRow> rows;
  while (query.next()) {
    ObservationRow row;
    row.uid = query.text("uid");
    row.kernel_key = query.text("kernel_key");
    row.kernel_name = query.text("kernel_name");
    row.device_id = query.text("device_id");
    row.driver = query.text("driver");
    row.launch = query.text("launch");
    row.status = query.text("status");
    row.seconds = query.optional_real("seconds");
    row.observed_at = query.optional_text("observed_at").value_or(kUnknownTime);
    row.source = query.text("source");
    row.detail = query.text("detail");
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string ObservationTable::add(const ObservationRow& observation) {
  return put(store_, table("observations"), record_of(observation)).key;
}

bool ObservationTable::add_new(const ObservationRow& observation) {
  return put(store_, table("observations"), record_of(observation)).changed;
}

std::vector<ObservationRow> ObservationTable::list(const std::string& kernel_key,
                                                   const std::string& device_id) {
  Query query(store_,
              "SELECT * FROM observations WHERE kernel_key = ?1 AND device_id = ?2 "
              "AND status = 'ok' ORDER BY observed_at, uid");
  return observations_of(query.with(kernel_key, device_id));
}

std::vector<ObservationRow> ObservationTable::list_device(const std::string& device_id) {
  Query query(store_, "SELECT * FROM observations WHERE device_id = ?1 ORDER BY observed_at, uid");
  return observations_of(query.with(device_id));
}

std::vector<ObservationRow> ObservationTable::list_device_after(const std::string& device_id,
                                                                const std::string& observed_at,
                                                                const std::string& uid) {
  Query query(store_,
              "SELECT * FROM observations WHERE device_id = ?1 AND observed_at >= ?2 "
              "AND (observed_at, uid) > (?2, ?3) AND status = 'ok' ORDER BY observed_at, uid");
  return observations_of(query.with(device_id, observed_at, uid));
}

}  // namespace clgauge::db
