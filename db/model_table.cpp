#include "db/model_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/generated/version.h"
#include "base/hash.h"
#include "db/json_column.h"
#include "db/query.h"
#include "db/schema.h"
#include "db/time.h"

namespace clgauge::db {
namespace {

// Makes the model's uid cover its costs, which are rows of their own.
std::string digest(std::vector<CostRow> costs) {
  std::sort(costs.begin(), costs.end(),
            [](const CostRow& a, const CostRow& b) { return a.name < b.name; });
  const auto twice =
      std::adjacent_find(costs.begin(), costs.end(),
                         [](const CostRow& a, const CostRow& b) { return a.name == b.name; });
  if (twice != costs.end()) {
    throw Error(ErrorKind::internal, fmt::format("a model has the cost {} twice", twice->name));
  }
  nlohmann::json content = nlohmann::json::array();
  for (const CostRow& cost : costs) {
    content.push_back(
        {cost.name, cost.value, cost.unit,
         cost.standard_error ? nlohmann::json(*cost.standard_error) : nlohmann::json(nullptr),
         cost.identifiable});
  }
  return hash_of({content.dump()});
}

ModelRow model_of(const Query& query) {
  ModelRow row;
  row.uid = query.text("uid");
  row.calibration_uid = query.text("calibration_uid");
  row.name = query.text("name");
  row.expression = query.text("expression");
  row.sub_group_size = static_cast<unsigned>(query.integer("sub_group_size"));
  row.fitted_at = query.text("fitted_at");
  row.clgauge_version = query.text("clgauge_version");
  row.covariance = query.text("covariance");
  row.fit = query.text("fit");
  row.residuals = query.text("residuals");
  return row;
}

std::vector<CostRow> costs_of(Store& store, const std::string& model_uid) {
  Query query(store, "SELECT * FROM costs WHERE model_uid = ?1 ORDER BY name");
  query.with(model_uid);
  std::vector<CostRow> costs;
  while (query.next()) {
    costs.push_back(CostRow{query.text("name"), query.real("value"), query.text("unit"),
                            query.optional_real("standard_error"),
                            query.integer("identifiable") != 0});
  }
  return costs;
}

}  // namespace

std::string ModelTable::save(const ModelRow& model) {
  Transaction transaction(store_);
  std::string uid =
      put(store_, table("models"),
          {{"calibration_uid", model.calibration_uid},
           {"name", model.name},
           {"expression", model.expression},
           {"sub_group_size", std::int64_t{model.sub_group_size}},
           {"fitted_at", model.fitted_at.empty() ? utc_now() : normalized_utc(model.fitted_at)},
           {"clgauge_version",
            model.clgauge_version.empty() ? std::string(CLGAUGE_VERSION) : model.clgauge_version},
           {"covariance", model.covariance},
           {"fit", model.fit},
           {"residuals", model.residuals},
           {"costs_digest", digest(model.costs)}})
          .key;
  for (const CostRow& cost : model.costs) {
    put(store_, table("costs"),
        {{"model_uid", uid},
         {"name", cost.name},
         {"value", cost.value},
         {"unit", cost.unit},
         {"standard_error", cost.standard_error ? Value(*cost.standard_error) : Value()},
         {"identifiable", std::int64_t{cost.identifiable ? 1 : 0}}});
  }
  transaction.commit();
  return uid;
}

std::optional<ModelRow> ModelTable::find(const std::string& uid) {
  Query query(store_, "SELECT * FROM models WHERE uid = ?1");
  if (!query.with(uid).next()) {
    return std::nullopt;
  }
  ModelRow row = model_of(query);
  row.costs = costs_of(store_, uid);
  return row;
}

std::optional<ModelAnswer> ModelTable::newest(const std::string& device_id, const std::string& name,
                                              const std::string& driver_now) {
  Query query(store_,
              "SELECT models.* FROM models "
              "JOIN calibration_overview ON calibration_overview.uid = models.calibration_uid "
              "WHERE calibration_overview.device_id = ?1 AND models.name = ?2 "
              "ORDER BY calibration_overview.driver = ?3 DESC, calibration_overview.effort = ?4, "
              "models.fitted_at DESC, models.uid LIMIT 1");
  if (!query.with(device_id, name, driver_now, kPartialEffort).next()) {
    return std::nullopt;
  }
  ModelAnswer answer;
  answer.model = model_of(query);
  answer.model.costs = costs_of(store_, answer.model.uid);
  // The foreign key of models vouches that it is there.
  answer.calibration = CalibrationTable(store_).find(answer.model.calibration_uid).value();
  answer.calibration.stale = answer.calibration.driver != driver_now;
  return answer;
}

bool ModelTable::is_whole(const std::string& uid) {
  const Table& models = table("models");
  Query query(store_, select_all(models) + "WHERE uid = ?1");
  return query.with(uid).next() && content_uid(models, read_record(query, models)) == uid &&
         costs_are_whole(uid);
}

bool ModelTable::costs_are_whole(const std::string& uid) {
  Query query(store_, "SELECT costs_digest FROM models WHERE uid = ?1");
  return query.with(uid).next() && query.text("costs_digest") == digest(costs_of(store_, uid));
}

std::vector<ModelRow> ModelTable::list(const std::string& calibration_uid) {
  Query query(store_,
              "SELECT * FROM models WHERE calibration_uid = ?1 ORDER BY fitted_at DESC, uid");
  query.with(calibration_uid);
  std::vector<ModelRow> rows;
  while (query.next()) {
    rows.push_back(model_of(query));
    rows.back().costs = costs_of(store_, rows.back().uid);
  }
  return rows;
}

}  // namespace clgauge::db
