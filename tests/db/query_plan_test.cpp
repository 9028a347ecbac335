// Stores with a thousand devices and a million samples must answer at once: whatever the tables
// ask SQLite must go by an index, never through a whole table.
#include <gtest/gtest.h>

#include <string>

#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/kernel_cache.h"
#include "db/look_table.h"
#include "db/model_table.h"
#include "db/object_table.h"
#include "db/observation_table.h"
#include "db/portrait_table.h"
#include "db/query.h"
#include "db/sample_table.h"
#include "random_rows.h"

namespace clgauge::db {
namespace {

TEST(QueryPlans, GoByIndices) {
  Store store = Store::in_memory();
  RandomRows rows(1);
  rows.fill(store);
  execute(store, "ANALYZE; DELETE FROM sqlite_stat1; ANALYZE sqlite_schema");
  store.impl().idle_statements.clear();

  DeviceTable devices(store);
  CalibrationTable calibrations(store);
  SampleTable samples(store);
  ModelTable models(store);
  (void)devices.find("id");
  (void)devices.find_version("uid");
  (void)devices.resolve("alias");
  (void)calibrations.find("uid");
  (void)calibrations.list({.device_id = "id"});
  (void)calibrations.list({.device_id = "id", .driver = "1", .state = CalibrationState::complete});
  (void)calibrations.resumable("id", "driver", "quick", "plan");
  (void)calibrations.newest_complete({.device_id = "id", .effort = "quick"}, "driver");
  (void)samples.micro_kernel("uid");
  (void)samples.sampled("uid");
  (void)samples.list("uid");
  (void)samples.list_ok("uid");
  (void)samples.medians("uid");
  (void)models.newest("id", "linear", "driver");
  (void)models.find("uid");
  (void)models.list("uid");
  (void)PortraitTable(store).find("uid");
  (void)KernelCache(store).get("key");
  (void)KernelCache(store).source_of("key");
  (void)LookTable(store).find("key");
  (void)LookTable(store).list("subject");
  (void)LookTable(store).state_of("subject");
  (void)ObjectTable(store).find({});
  (void)ObjectTable(store).find_uid({});
  (void)ObservationTable(store).list("key", "id");
  (void)ObservationTable(store).list_device("id");
  (void)ObservationTable(store).list_device_after("id", "", "");

  std::vector<std::string> statements;
  for (const auto& [sql, waiting] : store.impl().idle_statements) {
    statements.push_back(sql);
  }
  ASSERT_GE(statements.size(), 20U);
  for (const std::string& sql : statements) {
    Query plan(store, "EXPLAIN QUERY PLAN " + sql);
    while (plan.next()) {
      const std::string step = plan.text("detail");
      EXPECT_NE(step.rfind("SCAN", 0), 0U) << step << "\nin " << sql;
    }
  }
}

}  // namespace
}  // namespace clgauge::db
