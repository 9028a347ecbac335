#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"
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

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Key;

class Tables : public ::testing::Test {
 protected:
  std::string calibrate(const std::string& driver, const std::string& started_at,
                        CalibrationState end) {
    DeviceRow device = device_;
    device.driver = driver;
    CalibrationRow row;
    row.device_version_uid = DeviceTable(store_).upsert(device);
    row.effort = "quick";
    row.plan_hash = "plan";
    row.started_at = started_at;
    const std::string uid = CalibrationTable(store_).start(row);
    if (end != CalibrationState::running) {
      CalibrationTable(store_).finish(uid, end);
    }
    return uid;
  }

  RandomRows rows_{1};
  Store store_ = Store::in_memory();
  DeviceRow device_ = rows_.device();
};

TEST_F(Tables, DevicesComeBackAsTheyWere) {
  DeviceTable devices(store_);
  device_.uuid = "u";
  device_.pci_address = "0000:65:00.0";
  device_.local_memory_is_dedicated = true;
  device_.has_float16 = true;
  const std::string uid = devices.upsert(device_);
  const DeviceRow row = devices.find(device_.id).value();
  EXPECT_EQ(row.version_uid, uid);
  EXPECT_EQ(row.name, device_.name);
  EXPECT_EQ(row.vendor, device_.vendor);
  EXPECT_EQ(row.platform, device_.platform);
  EXPECT_EQ(row.type, device_.type);
  EXPECT_EQ(row.compute_units, device_.compute_units);
  EXPECT_EQ(row.driver, device_.driver);
  EXPECT_EQ(row.platform_version, device_.platform_version);
  EXPECT_EQ(row.opencl_c_version, device_.opencl_c_version);
  EXPECT_EQ(row.uuid, "u");
  EXPECT_EQ(row.pci_address, "0000:65:00.0");
  EXPECT_EQ(row.global_bytes, device_.global_bytes);
  EXPECT_EQ(row.local_bytes, device_.local_bytes);
  EXPECT_EQ(row.max_allocation_bytes, device_.max_allocation_bytes);
  EXPECT_EQ(row.global_cache_bytes, device_.global_cache_bytes);
  EXPECT_EQ(row.cache_line_bytes, device_.cache_line_bytes);
  EXPECT_EQ(row.max_group_size, device_.max_group_size);
  EXPECT_EQ(row.max_clock_mhz, device_.max_clock_mhz);
  EXPECT_TRUE(row.local_memory_is_dedicated);
  EXPECT_TRUE(row.has_float64);
  EXPECT_TRUE(row.has_float16);
  EXPECT_EQ(row.sub_group_sizes, device_.sub_group_sizes);
  EXPECT_EQ(row.timer_resolution_nanoseconds, 1U);
  EXPECT_FALSE(devices.find("nobody").has_value());
}

TEST_F(Tables, ADriverIsAVersionOfTheDevice) {
  DeviceTable devices(store_);
  device_.first_seen_at = "2026-03-01T00:00:00Z";
  const std::string first = devices.upsert(device_);
  EXPECT_EQ(devices.upsert(device_), first);
  DeviceRow newer = device_;
  newer.driver = "newer";
  newer.first_seen_at = "2026-04-01T00:00:00Z";
  const std::string second = devices.upsert(newer);
  EXPECT_NE(second, first);
  EXPECT_EQ(devices.list().size(), 1U);
  EXPECT_EQ(devices.find(device_.id)->driver, "newer");
  EXPECT_EQ(devices.find_version(first)->driver, device_.driver);
  // Seen again later, it is still as old as it was.
  device_.first_seen_at = "2026-05-01T00:00:00Z";
  devices.upsert(device_);
  EXPECT_EQ(devices.find(device_.id)->driver, "newer");
}

TEST_F(Tables, AliasesResolve) {
  DeviceTable devices(store_);
  devices.upsert(device_);
  EXPECT_EQ(devices.resolve(device_.id), device_.id);
  EXPECT_EQ(devices.resolve("RTX"), std::nullopt);
  devices.set_alias("RTX", device_.id);
  EXPECT_EQ(devices.resolve("RTX"), device_.id);
  DeviceRow other = device_;
  other.id = "other";
  devices.upsert(other);
  devices.set_alias("RTX", "other");
  EXPECT_EQ(devices.resolve("RTX"), "other");
  EXPECT_THROW(devices.set_alias("x", "nobody"), Error);
}

TEST_F(Tables, CalibrationsAreResumedWhereTheyStopped) {
  CalibrationTable calibrations(store_);
  const auto resumable = [&](const char* driver, const char* effort, const char* plan) {
    const auto row = calibrations.resumable(device_.id, driver, effort, plan);
    return row ? row->uid : "";
  };
  EXPECT_EQ(resumable("1", "quick", "plan"), "");
  calibrate("1", "2026-01-01T00:00:00Z", CalibrationState::running);
  const std::string newest = calibrate("1", "2026-01-02T00:00:00Z", CalibrationState::running);
  calibrate("1", "2026-01-03T00:00:00Z", CalibrationState::complete);
  calibrate("1", "2026-01-04T00:00:00Z", CalibrationState::abandoned);
  calibrate("2", "2026-01-05T00:00:00Z", CalibrationState::running);
  EXPECT_EQ(resumable("1", "quick", "plan"), newest);
  EXPECT_EQ(resumable("1", "full", "plan"), "");
  EXPECT_EQ(resumable("1", "quick", "another plan"), "");
  EXPECT_EQ(resumable("3", "quick", "plan"), "");
  EXPECT_EQ(calibrations.resumable("nobody", "1", "quick", "plan"), std::nullopt);

  calibrations.finish(newest, CalibrationState::complete);
  EXPECT_THROW(calibrations.finish(newest, CalibrationState::abandoned), Error);
  EXPECT_THROW(calibrations.finish("nobody", CalibrationState::complete), Error);
  const CalibrationRow row = calibrations.find(newest).value();
  EXPECT_EQ(row.state, CalibrationState::complete);
  EXPECT_TRUE(row.finished_at.has_value());
  EXPECT_EQ(row.device_id, device_.id);
  EXPECT_EQ(row.driver, "1");
  EXPECT_EQ(row.started_at, "2026-01-02T00:00:00.000000Z");
}

TEST_F(Tables, AWholeCalibrationGoesBeforeANewerPartialOne) {
  CalibrationTable calibrations(store_);
  const CalibrationFilter ours{.device_id = device_.id};
  const std::string whole = calibrate("1", "2026-01-01T00:00:00Z", CalibrationState::complete);
  CalibrationRow row = calibrations.find(whole).value();
  row.effort = kPartialEffort;
  row.started_at = "2026-01-02T00:00:00Z";
  const std::string partial = calibrations.start(row);
  calibrations.finish(partial, CalibrationState::complete);
  EXPECT_EQ(calibrations.newest_complete(ours, "1")->uid, whole);
  CalibrationFilter only_partial = ours;
  only_partial.effort = kPartialEffort;
  EXPECT_EQ(calibrations.newest_complete(only_partial, "1")->uid, partial);
}

TEST_F(Tables, ACalibrationOfThisDriverGoesBeforeANewerOfAnother) {
  CalibrationTable calibrations(store_);
  const CalibrationFilter ours{.device_id = device_.id};
  EXPECT_FALSE(calibrations.newest_complete(ours, "1").has_value());
  const std::string first = calibrate("1", "2026-01-01T00:00:00Z", CalibrationState::complete);
  const std::string second = calibrate("2", "2026-01-02T00:00:00Z", CalibrationState::complete);
  EXPECT_EQ(calibrations.newest_complete(ours, "1")->uid, first);
  EXPECT_FALSE(calibrations.newest_complete(ours, "1")->stale);
  EXPECT_EQ(calibrations.newest_complete(ours, "3")->uid, second);
  EXPECT_TRUE(calibrations.newest_complete(ours, "3")->stale);
  CalibrationFilter other_effort = ours;
  other_effort.effort = "full";
  EXPECT_FALSE(calibrations.newest_complete(other_effort, "1").has_value());
  CalibrationFilter only_first = ours;
  only_first.driver = "1";
  EXPECT_EQ(calibrations.newest_complete(only_first, "2")->uid, first);

  EXPECT_EQ(calibrations.list().size(), 2U);
  EXPECT_EQ(calibrations.list().front().uid, second);
  EXPECT_THAT(calibrations.list({.device_id = "nobody"}), IsEmpty());
  EXPECT_THAT(calibrations.list({.state = CalibrationState::running}), IsEmpty());
}

TEST_F(Tables, SamplesComeBackBitForBit) {
  SampleTable samples(store_);
  const std::string calibration = calibrate("1", "", CalibrationState::running);
  std::map<std::string, SampleRow> added;
  for (int i = 0; i < 300; ++i) {
    SampleRow row = rows_.sample(calibration, samples.upsert_micro_kernel(rows_.micro_kernel()));
    row.taken_at = "2026-01-01T00:00:00Z";
    if (i == 0) {
      row.status = "compile";
      row.detail = "two\nlines \xff and a byte that is no UTF-8";
    }
    row.seconds.push_back(std::nextafter(0.1, 1));
    row.host_seconds.push_back(std::numeric_limits<double>::denorm_min());
    if (!row.outliers.empty()) {
      row.outliers.push_back(true);
    }
    added.emplace(samples.add(row), row);
  }
  const std::vector<SampleRow> found = samples.list(calibration);
  ASSERT_EQ(found.size(), added.size());
  std::size_t ok = 0;
  for (const SampleRow& row : found) {
    const SampleRow& expected = added.at(row.uid);
    ok += expected.status == "ok" ? 1U : 0U;
    EXPECT_EQ(row.status, expected.status);
    EXPECT_EQ(row.reason, expected.reason);
    EXPECT_EQ(row.clock, expected.clock);
    EXPECT_EQ(row.stop, expected.stop);
    EXPECT_EQ(row.seconds, expected.seconds);
    EXPECT_EQ(row.host_seconds, expected.host_seconds);
    EXPECT_EQ(row.outliers, expected.outliers);
    EXPECT_EQ(row.build_seconds, expected.build_seconds);
    EXPECT_EQ(row.first_run_seconds, expected.first_run_seconds);
    EXPECT_EQ(row.features, expected.features);
    ASSERT_EQ(row.summary.has_value(), expected.summary.has_value());
    if (row.summary) {
      EXPECT_EQ(row.summary->median_seconds, expected.summary->median_seconds);
      EXPECT_EQ(row.summary->min_seconds, expected.summary->min_seconds);
      EXPECT_EQ(row.summary->low_seconds, expected.summary->low_seconds);
      EXPECT_EQ(row.summary->high_seconds, expected.summary->high_seconds);
    }
    const MicroKernelRow kernel = samples.micro_kernel(row.micro_kernel_uid).value();
    EXPECT_EQ(kernel.name, row.micro_kernel);
    EXPECT_EQ(kernel.tags.at("op"), "madd");
  }
  EXPECT_EQ(samples.list_ok(calibration).size(), ok);
  const auto sampled = samples.sampled(calibration);
  EXPECT_THAT(sampled, ElementsAre(Key("micro_0"), Key("micro_1"), Key("micro_2"), Key("micro_3"),
                                   Key("micro_4")));
  std::size_t all = 0;
  std::size_t failed = 0;
  for (const auto& [name, often] : sampled) {
    all += often.samples;
    failed += often.failed;
  }
  EXPECT_EQ(all, added.size());
  EXPECT_EQ(all - failed, ok);
  EXPECT_THAT(samples.sampled("nobody"), IsEmpty());
  EXPECT_FALSE(samples.micro_kernel("nobody").has_value());
}

TEST_F(Tables, UnsoundSamplesAreRefused) {
  SampleTable samples(store_);
  const std::string calibration = calibrate("1", "", CalibrationState::running);
  const std::string kernel = samples.upsert_micro_kernel(rows_.micro_kernel());
  SampleRow row;
  row.calibration_uid = calibration;
  row.micro_kernel_uid = kernel;
  row.status = "ok";
  EXPECT_THROW(samples.add(row), Error);
  row.summary = TimeSummary{0, 0, 0, 0};
  EXPECT_THROW(samples.add(row), Error);
  row.summary = TimeSummary{std::nan(""), 1, 1, 1};
  EXPECT_THROW(samples.add(row), Error);
  row.summary = TimeSummary{1, 1, 1, 1};
  row.seconds = {1, std::numeric_limits<double>::infinity()};
  EXPECT_THROW(samples.add(row), Error);
  row.seconds = {1};
  row.calibration_uid = "nobody";
  EXPECT_THROW(samples.add(row), Error);
  row.calibration_uid = calibration;
  EXPECT_NO_THROW(samples.add(row));
  EXPECT_EQ(samples.list(calibration).size(), 1U);
}

TEST_F(Tables, FeaturesCanBeReadBySql) {
  SampleTable samples(store_);
  const std::string calibration = calibrate("1", "", CalibrationState::running);
  const std::string kernel = samples.upsert_micro_kernel(rows_.micro_kernel());
  SampleRow row = rows_.sample(calibration, kernel);
  row.features = {{"f_a", 2}, {"f_b", 0.5}};
  samples.add(row);
  row.taken_at = "2026-01-01T00:00:00Z";
  samples.add(row);
  Query query(store_,
              "SELECT group_concat(name || '=' || value) AS text FROM samples "
              "JOIN features USING (feature_set_uid)");
  ASSERT_TRUE(query.next());
  EXPECT_EQ(query.text("text"), "f_a=2.0,f_b=0.5,f_a=2.0,f_b=0.5");
  // Equal features are kept once.
  Query sets(store_, "SELECT count(*) AS sets FROM feature_sets");
  ASSERT_TRUE(sets.next());
  EXPECT_EQ(sets.integer("sets"), 1);
}

TEST_F(Tables, ModelsComeWithCostsAndTheAgeOfTheirCalibration) {
  ModelTable models(store_);
  const std::string old = calibrate("1", "2026-01-01T00:00:00Z", CalibrationState::complete);
  const std::string recent = calibrate("2", "2026-02-01T00:00:00Z", CalibrationState::complete);
  ModelRow row = rows_.model(old);
  row.name = "linear";
  row.fitted_at = "2026-01-01T01:00:00Z";
  const std::string first = models.save(row);
  EXPECT_EQ(models.save(row), first);
  row.calibration_uid = recent;
  row.fitted_at = "2026-02-01T01:00:00Z";
  const std::string second = models.save(row);
  row.costs[0].value *= 2;
  const std::string other_costs = models.save(row);
  EXPECT_NE(other_costs, second);

  const ModelAnswer answer = models.newest(device_.id, "linear", "1").value();
  EXPECT_EQ(answer.model.uid, first);
  EXPECT_FALSE(answer.calibration.stale);
  EXPECT_EQ(answer.calibration.uid, old);
  EXPECT_EQ(answer.calibration.driver, "1");
  EXPECT_EQ(answer.model.expression, row.expression);
  EXPECT_EQ(answer.model.sub_group_size, 8U);
  EXPECT_EQ(answer.model.covariance, row.covariance);
  ASSERT_EQ(answer.model.costs.size(), 2U);
  EXPECT_EQ(answer.model.costs[0].name, "p_a");
  EXPECT_EQ(answer.model.costs[0].unit, "s");
  EXPECT_TRUE(answer.model.costs[0].standard_error.has_value());
  EXPECT_FALSE(answer.model.costs[1].standard_error.has_value());
  EXPECT_FALSE(answer.model.costs[1].identifiable);

  EXPECT_TRUE(models.newest(device_.id, "linear", "3")->calibration.stale);
  EXPECT_EQ(models.newest(device_.id, "linear", "3")->calibration.uid, recent);
  EXPECT_FALSE(models.newest(device_.id, "no such model", "1").has_value());
  EXPECT_FALSE(models.newest("nobody", "linear", "1").has_value());
  EXPECT_EQ(models.list(recent).size(), 2U);
  EXPECT_EQ(models.find(second)->costs.size(), 2U);
  EXPECT_FALSE(models.find("nobody").has_value());

  row.costs.push_back(row.costs.front());
  row.fitted_at = "2026-03-01T01:00:00Z";
  EXPECT_THROW(models.save(row), Error) << "a cost twice";
  EXPECT_EQ(models.list(recent).size(), 2U) << "all or nothing";
}

TEST_F(Tables, KernelsAreCached) {
  KernelCache cache(store_);
  const std::string key = kernel_key("source", "-DN=1", "k", "1", "[\"n\"]");
  EXPECT_FALSE(cache.get(key).has_value());
  cache.put({key, "k", "1", R"({"a":1})", ""});
  cache.put({key, "k", "1", R"({"a":2})", ""});
  EXPECT_EQ(cache.get(key)->model, R"({"a":2})");
  EXPECT_EQ(cache.get(key)->name, "k");
  EXPECT_NE(kernel_key("source", "-DN=2", "k", "1", "[\"n\"]"), key);
  EXPECT_NE(kernel_key("source ", "-DN=1", "k", "1", "[\"n\"]"), key);
  EXPECT_NE(kernel_key("source", "-DN=1", "k", "2", "[\"n\"]"), key);
  EXPECT_NE(kernel_key("source", "-DN=1", "k", "1", "[\"m\"]"), key);
  EXPECT_THROW(cache.put({key, "k", "1", "no JSON", ""}), Error);
  EXPECT_EQ(cache.get(key)->model, R"({"a":2})");
  cache.put({"new", "k", "2", "{}", ""});
  EXPECT_EQ(cache.drop_other_versions("2"), 1U);
  EXPECT_FALSE(cache.get(key).has_value());
  EXPECT_TRUE(cache.get("new").has_value());
}

TEST_F(Tables, ObjectsAreKeptOnceAndFoundByTheirSource) {
  DeviceTable(store_).upsert(device_);
  ObjectTable objects(store_);
  const ObjectSource narrow{"source", "-O2", "k", device_.id, device_.driver, {16, 1, 1}};
  ObjectSource wide = narrow;
  wide.local_size = {64, 1, 1};
  EXPECT_EQ(objects.find(narrow), std::nullopt);
  EXPECT_EQ(objects.find_uid(narrow), std::nullopt);

  std::string bytes = "any bytes: ";
  for (int byte = 0; byte < 256; ++byte) {
    bytes += static_cast<char>(byte);
  }
  const std::string uid = objects.put(narrow, {"", "program-binary", bytes});
  EXPECT_EQ(objects.put(wide, {"", "program-binary", bytes}), uid);
  EXPECT_EQ(objects.find(wide), (ObjectRow{uid, "program-binary", bytes}));
  Query count(store_, "SELECT count(*) AS objects FROM objects");
  ASSERT_TRUE(count.next());
  EXPECT_EQ(count.integer("objects"), 1);

  // A compiler that changed without a new driver version: the newer object stands.
  const std::string newer = objects.put(wide, {"", "program-binary", "other"});
  EXPECT_NE(newer, uid);
  EXPECT_EQ(objects.find_uid(wide), newer);
  EXPECT_EQ(objects.find_uid(narrow), uid);
  ObjectSource other_driver = narrow;
  other_driver.driver += "1";
  EXPECT_EQ(objects.find(other_driver), std::nullopt);
}

TEST_F(Tables, LooksAreFoundByKeyAndBySubject) {
  DeviceTable(store_).upsert(device_);
  const std::string object = ObjectTable(store_).put(
      {"source", "", "k", device_.id, device_.driver, {16, 1, 1}}, {"", "program-binary", "bytes"});
  LookTable looks(store_);
  const LookRow small{"key 1", "k at 16", 1, device_.id, object, "k", R"({"n":1})", R"({"a":1})"};
  LookRow large = small;
  large.key = "key 2";
  large.launch = R"({"n":2})";
  looks.put(small);
  looks.put(large);
  EXPECT_EQ(looks.find("key 1")->launch, small.launch);
  EXPECT_FALSE(looks.find("key 3"));
  EXPECT_EQ(looks.list("k at 16").size(), 2U);
  EXPECT_EQ(looks.list("k at 16", 1).at(0).key, "key 2");
  EXPECT_TRUE(looks.list("k at 32").empty());
  large.answer = R"({"a":2})";
  looks.put(large);
  EXPECT_EQ(looks.find("key 2")->answer, large.answer);
  EXPECT_EQ(looks.list("k at 16").size(), 2U);
  const std::string before = looks.state_of("k at 16");
  EXPECT_EQ(looks.state_of("k at 16"), before);
  LookRow third = small;
  third.key = "key 3";
  looks.put(third);
  EXPECT_NE(looks.state_of("k at 16"), before);
  EXPECT_NE(looks.state_of("k at 32"), before);
  large.answer = "no JSON";
  EXPECT_THROW(looks.put(large), Error);
  LookRow orphan = small;
  orphan.object_uid = "no such object";
  EXPECT_THROW(looks.put(orphan), Error);
}

TEST_F(Tables, SourcesOfKernelsAreKept) {
  KernelCache cache(store_);
  EXPECT_EQ(cache.source_of("key"), std::nullopt);
  cache.put_source("key", {"kernel void k() {}", "-DN=1"});
  cache.put_source("key", {"kernel void k() {}", "-DN=1"});
  EXPECT_EQ(cache.source_of("key"), (KernelSource{"kernel void k() {}", "-DN=1"}));
}

TEST_F(Tables, TheShortestMedianOfEachKernelThatRan) {
  const std::string calibration =
      calibrate("1", "2026-01-01T00:00:00Z", CalibrationState::complete);
  SampleTable samples(store_);
  const auto add = [&](const std::string& name, double median, const std::string& status) {
    SampleRow row;
    row.calibration_uid = calibration;
    row.micro_kernel_uid = samples.upsert_micro_kernel({{}, name, {}, "{}"});
    row.status = status;
    if (status == "ok") {
      row.seconds = {median};
      row.host_seconds = {median};
      row.summary = TimeSummary{median, median, median, median};
    }
    samples.add(row);
  };
  add("b", 3, "ok");
  add("a", 5, "ok");
  add("b", 2, "ok");
  add("c", 0, "timeout");
  add("b", 4, "ok");
  const auto medians = samples.medians(calibration);
  ASSERT_EQ(medians.size(), 2U);
  EXPECT_EQ(medians[0].micro_kernel, "b");
  EXPECT_THAT(medians[0].seconds, testing::UnorderedElementsAre(3, 2, 4));
  EXPECT_EQ(medians[1].micro_kernel, "a");
  EXPECT_THAT(medians[1].seconds, testing::ElementsAre(5));
}

TEST_F(Tables, AModelThatIsNotWhatWasSavedIsNotWhole) {
  ModelTable models(store_);
  ModelRow row = rows_.model(calibrate("1", "2026-01-01T00:00:00Z", CalibrationState::complete));
  row.fit = R"({"a":1})";
  const std::string uid = models.save(row);
  for (const char* change :
       {"UPDATE models SET fit = '{\"a\":2}'", "UPDATE models SET expression = 'p_launch'",
        "UPDATE costs SET value = value * 10 + 1", "DELETE FROM costs"}) {
    execute(store_, "SAVEPOINT before");
    execute(store_, change);
    EXPECT_FALSE(models.is_whole(uid)) << change;
    execute(store_, "ROLLBACK TO before; RELEASE before");
    EXPECT_TRUE(models.is_whole(uid));
  }
  EXPECT_FALSE(models.is_whole("no such model"));
}

TEST_F(Tables, OneModelHasOnePortrait) {
  ModelRow model;
  model.calibration_uid = calibrate("1", "2026-01-01T00:00:00Z", CalibrationState::complete);
  model.name = "source";
  const std::string uid = ModelTable(store_).save(model);
  PortraitTable portraits(store_);
  EXPECT_FALSE(portraits.find(uid));
  portraits.put({uid, "1", R"({"peak":1})"});
  portraits.put({uid, "2", R"({"peak":2})"});
  const auto kept = portraits.find(uid);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->collector_version, "2");
  EXPECT_EQ(kept->portrait, R"({"peak":2})");
  EXPECT_THROW(portraits.put({"no such model", "1", "{}"}), Error);
}

TEST_F(Tables, ObservationsAreListedByKernelAndDevice) {
  ObservationTable observations(store_);
  DeviceTable(store_).upsert(device_);
  ObservationRow row = rows_.observation(device_.id);
  row.status = "ok";
  row.seconds = 0.25;
  row.kernel_key = "key";
  row.observed_at = "2026-01-02T00:00:00Z";
  const std::string later = observations.add(row);
  EXPECT_EQ(observations.add(row), later);
  row.observed_at = "2026-01-01T00:00:00Z";
  const std::string earlier = observations.add(row);
  row.status = "compile";
  EXPECT_THROW(observations.add(row), Error) << "a time without a run";
  row.seconds.reset();
  observations.add(row);
  row.status = "ok";
  EXPECT_THROW(observations.add(row), Error) << "a run without a time";

  const auto found = observations.list("key", device_.id);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].uid, earlier);
  EXPECT_EQ(found[1].uid, later);
  EXPECT_EQ(found[1].seconds, 0.25);
  EXPECT_EQ(found[1].launch, row.launch);
  EXPECT_EQ(observations.list_device(device_.id).size(), 3U);
  EXPECT_THAT(observations.list("key", "nobody"), IsEmpty());
  row.device_id = "nobody";
  row.seconds = 1;
  EXPECT_THROW(observations.add(row), Error);
}

}  // namespace
}  // namespace clgauge::db
