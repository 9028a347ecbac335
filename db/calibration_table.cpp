#include "db/calibration_table.h"

#include <fmt/format.h>

#include <random>
#include <utility>

#include "base/error.h"
#include "base/generated/version.h"
#include "db/json_column.h"
#include "db/query.h"
#include "db/schema.h"
#include "db/time.h"

namespace clgauge::db {
namespace {

constexpr const char* kSelectCalibrations = "SELECT * FROM calibration_overview ";

// 128 random bits: two stores never give two calibrations the same uid.
std::string random_uid() {
  std::random_device source;
  std::string uid;
  for (int word = 0; word < 4; ++word) {
    uid += fmt::format("{:08x}", source());
  }
  return uid;
}

CalibrationState state_from(const std::string& name) {
  for (const auto state :
       {CalibrationState::running, CalibrationState::complete, CalibrationState::abandoned}) {
    if (name == name_of(state)) {
      return state;
    }
  }
  throw Error(
      ErrorKind::store,
      fmt::format("the store holds a calibration in state '{}': has it been edited?", name));
}

CalibrationRow calibration_of(const Query& query) {
  CalibrationRow row;
  row.uid = query.text("uid");
  row.device_version_uid = query.text("device_version_uid");
  row.device_id = query.text("device_id");
  row.driver = query.text("driver");
  row.effort = query.text("effort");
  row.plan_hash = query.text("plan_hash");
  row.state = state_from(query.text("state"));
  row.started_at = query.text("started_at");
  row.finished_at = query.optional_text("finished_at");
  row.clgauge_version = query.text("clgauge_version");
  row.provenance =
      decode<std::map<std::string, std::string>>(query.text("provenance"), "provenance");
  return row;
}

// Without its end, which only finish() sets.
Record record_of(const CalibrationRow& row) {
  return {{"uid", row.uid},
          {"device_version_uid", row.device_version_uid},
          {"effort", row.effort},
          {"plan_hash", row.plan_hash},
          {"state", std::string(name_of(row.state))},
          {"started_at", row.started_at},
          {"clgauge_version", row.clgauge_version},
          {"provenance", encode(row.provenance)}};
}

// " WHERE a = ?1 AND ..." for what the filter names, and the values to bind. Only what is named
// is in the text, so that SQLite can use its indices.
std::pair<std::string, std::vector<Value>> conditions(const CalibrationFilter& filter) {
  std::string sql;
  std::vector<Value> values;
  const auto require = [&](const char* column, const std::optional<std::string>& value) {
    if (value) {
      values.emplace_back(*value);
      sql +=
          fmt::format("{} {} = ?{} ", values.size() == 1 ? "WHERE" : "AND", column, values.size());
    }
  };
  require("device_id", filter.device_id);
  require("driver", filter.driver);
  require("effort", filter.effort);
  require("plan_hash", filter.plan_hash);
  require("state",
          filter.state ? std::optional<std::string>(name_of(*filter.state)) : std::nullopt);
  return {sql, values};
}

// Binds ?1, ?2, ... and gives the index of the next parameter.
int bind_all(Query& query, const std::vector<Value>& values) {
  int index = 1;
  for (const Value& value : values) {
    query.bind(index++, value);
  }
  return index;
}

}  // namespace

const char* name_of(CalibrationState state) noexcept {
  switch (state) {
    case CalibrationState::running:
      return "running";
    case CalibrationState::complete:
      return "complete";
    case CalibrationState::abandoned:
      return "abandoned";
  }
  return "running";
}

std::string CalibrationTable::start(const CalibrationRow& calibration) {
  CalibrationRow row = calibration;
  row.uid = random_uid();
  row.state = CalibrationState::running;
  row.started_at = row.started_at.empty() ? utc_now() : normalized_utc(row.started_at);
  if (row.clgauge_version.empty()) {
    row.clgauge_version = CLGAUGE_VERSION;
  }
  return put(store_, table("calibrations"), record_of(row)).key;
}

void CalibrationTable::finish(const std::string& uid, CalibrationState state) {
  if (state == CalibrationState::running) {
    throw Error(ErrorKind::internal, "a calibration ends as complete or abandoned");
  }
  Transaction transaction(store_);
  const auto row = find(uid);
  if (!row || row->state != CalibrationState::running) {
    throw Error(ErrorKind::store,
                fmt::format("calibration {} is not running: see `clgauge devices`", uid));
  }
  // As a row, which merges with the running one: so it can be handed on, too.
  Record ended = record_of(*row);
  ended["state"] = std::string(name_of(state));
  ended["finished_at"] = utc_now();
  put(store_, table("calibrations"), std::move(ended));
  transaction.commit();
}

std::optional<CalibrationRow> CalibrationTable::find(const std::string& uid) {
  Query query(store_, std::string(kSelectCalibrations) + "WHERE uid = ?1");
  return query.with(uid).next() ? std::optional<CalibrationRow>(calibration_of(query))
                                : std::nullopt;
}

std::vector<CalibrationRow> CalibrationTable::list(const CalibrationFilter& filter) {
  const auto [where, values] = conditions(filter);
  Query query(store_, kSelectCalibrations + where + "ORDER BY started_at DESC, uid");
  bind_all(query, values);
  std::vector<CalibrationRow> rows;
  while (query.next()) {
    rows.push_back(calibration_of(query));
  }
  return rows;
}

std::optional<CalibrationRow> CalibrationTable::resumable(const std::string& device_id,
                                                          const std::string& driver,
                                                          const std::string& effort,
                                                          const std::string& plan_hash) {
  Query query(store_, std::string(kSelectCalibrations) +
                          "WHERE device_id = ?1 AND driver = ?2 AND effort = ?3 "
                          "AND plan_hash = ?4 AND state = 'running' "
                          "ORDER BY started_at DESC, uid LIMIT 1");
  return query.with(device_id, driver, effort, plan_hash).next()
             ? std::optional<CalibrationRow>(calibration_of(query))
             : std::nullopt;
}

std::optional<CalibrationRow> CalibrationTable::newest_complete(const CalibrationFilter& filter,
                                                                const std::string& driver_now) {
  CalibrationFilter complete = filter;
  complete.state = CalibrationState::complete;
  const auto [where, values] = conditions(complete);
  Query query(store_, fmt::format("{}{}ORDER BY driver = ?{} DESC, effort = '{}', "
                                  "finished_at DESC, uid LIMIT 1",
                                  kSelectCalibrations, where, values.size() + 1, kPartialEffort));
  query.bind(bind_all(query, values), driver_now);
  if (!query.next()) {
    return std::nullopt;
  }
  CalibrationRow row = calibration_of(query);
  row.stale = row.driver != driver_now;
  return row;
}

}  // namespace clgauge::db
