#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/exchange/google_benchmark.h"
#include "db/exchange/tuning_results.h"
#include "db/observation_table.h"
#include "db/sample_table.h"
#include "random_rows.h"

namespace clgauge::db {
namespace {

using ::testing::HasSubstr;

nlohmann::json data(const std::string& name) {
  return nlohmann::json::parse(
      read_file(std::string(CLGAUGE_SOURCE_DIR) + "/tests/db/formats/" + name));
}

template <class Action>
std::string input_error(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input) << error.what();
    return error.what();
  }
  return {};
}

class ForeignFormats : public ::testing::Test {
 protected:
  Store store_ = Store::in_memory();
  ObservationTable observations_{store_};
};

TEST_F(ForeignFormats, ClblastBringsItsDevice) {
  const nlohmann::json file = data("clblast_xgemm_1_32.json");
  const TuningImport first = import_tuning_results(store_, file, {});
  EXPECT_EQ(first.read, 4U);
  EXPECT_EQ(first.added, 4U);
  const DeviceRow device = DeviceTable(store_).find(first.device_id).value();
  EXPECT_EQ(device.name, "GeForce GTX 1080");
  EXPECT_EQ(device.vendor, "NVIDIA Corporation");
  EXPECT_EQ(device.type, "gpu");
  EXPECT_EQ(device.compute_units, 20U);
  EXPECT_EQ(device.max_clock_mhz, 1733U);

  const auto rows = observations_.list_device(device.id);
  ASSERT_EQ(rows.size(), 4U);
  std::multiset<std::string> statuses;
  for (const ObservationRow& row : rows) {
    statuses.insert(row.status);
    EXPECT_EQ(row.kernel_name, "Xgemm");
    EXPECT_EQ(row.observed_at, kUnknownTime);
    EXPECT_EQ(row.source, "clblast");
    const auto launch = nlohmann::json::parse(row.launch);
    EXPECT_EQ(launch["args"]["m"], 1024);
    EXPECT_EQ(launch["args"]["alpha"], "2.00");
    const auto detail = nlohmann::json::parse(row.detail);
    EXPECT_EQ(detail["about"]["kernel_family"], "xgemm_1");
    if (row.status == "ok") {
      EXPECT_NEAR(*row.seconds, detail["result"]["time"].get<double>() * 1e-3, 1e-15);
    }
  }
  // A time of 0.000 ms is none.
  EXPECT_EQ(statuses.count("ok"), 3U);
  EXPECT_EQ(statuses.count("rejected"), 1U);

  const TuningImport again = import_tuning_results(store_, file, {});
  EXPECT_EQ(again.added, 0U);
  EXPECT_EQ(again.device_id, first.device_id);
}

TEST_F(ForeignFormats, ClblastVariantsKeepTheirKeyAcrossSizes) {
  nlohmann::json file = data("clblast_xgemm_1_32.json");
  const std::string device = import_clblast(store_, file, {}).device_id;
  const auto before = observations_.list_device(device);
  file["arg_m"] = "2048";
  import_clblast(store_, file, {});
  const auto after = observations_.list_device(device);
  EXPECT_EQ(after.size(), 2 * before.size());
  std::set<std::string> keys;
  for (const ObservationRow& row : after) {
    keys.insert(row.kernel_key);
  }
  EXPECT_EQ(keys.size(), before.size());
}

TEST_F(ForeignFormats, ClblastFindsTheDeviceThatIsKnown) {
  DeviceRow known = RandomRows(1).device();
  known.name = "GeForce GTX 1080";
  DeviceTable devices(store_);
  devices.upsert(known);
  const nlohmann::json file = data("clblast_xgemm_1_32.json");
  EXPECT_EQ(import_clblast(store_, file, {}).device_id, known.id);
  known.id = "another";
  devices.upsert(known);
  EXPECT_THAT(input_error([&] { import_clblast(store_, file, {}); }), HasSubstr("several devices"));
  devices.set_alias("mine", "another");
  EXPECT_EQ(
      import_clblast(store_, file, {.device_id = "mine", .kernel_name = {}, .args = {}}).device_id,
      "another");
}

TEST_F(ForeignFormats, KernelTunersResultsKeepTheirFailures) {
  const DeviceRow device = RandomRows(1).device();
  DeviceTable(store_).upsert(device);
  const nlohmann::json file = data("kernel_tuner_t4.json");
  const TuningSource source{
      .device_id = device.id, .kernel_name = "convolution_kernel", .args = {{"n", "4096"}}};
  EXPECT_EQ(import_tuning_results(store_, file, source).added, 4U);
  EXPECT_EQ(import_tuning_results(store_, file, source).added, 0U);
  std::map<std::string, ObservationRow> by_status;
  const auto rows = observations_.list_device(device.id);
  ASSERT_EQ(rows.size(), 4U);
  for (const ObservationRow& row : rows) {
    by_status[row.status + (row.observed_at == kUnknownTime ? "?" : "")] = row;
  }
  // The median of seven runs; the time said by a measurement, in microseconds.
  EXPECT_NEAR(*by_status.at("ok").seconds, 1.25e-3, 1e-15);
  EXPECT_EQ(by_status.at("ok").observed_at, "2023-01-16T12:39:11.190129Z");
  EXPECT_NEAR(*by_status.at("ok?").seconds, 7.5e-4, 1e-15);
  EXPECT_FALSE(by_status.at("compile").seconds.has_value());
  EXPECT_FALSE(by_status.at("constraints").seconds.has_value());
  EXPECT_EQ(nlohmann::json::parse(rows[0].launch)["args"]["n"], 4096);
}

TEST_F(ForeignFormats, RefusesWhatTheyAreNot) {
  const DeviceRow device = RandomRows(1).device();
  DeviceTable(store_).upsert(device);
  const nlohmann::json t4 = data("kernel_tuner_t4.json");
  const nlohmann::json clblast = data("clblast_xgemm_1_32.json");
  const TuningSource source{.device_id = device.id, .kernel_name = "k", .args = {}};
  const auto refused = [&](nlohmann::json file, const TuningSource& from) {
    std::string message = input_error([&] { import_tuning_results(store_, file, from); });
    EXPECT_TRUE(observations_.list_device(device.id).empty()) << "all or nothing";
    return message;
  };
  EXPECT_THAT(refused(nlohmann::json::array(), source), HasSubstr("neither"));
  EXPECT_THAT(refused(t4, {}), HasSubstr("neither device nor kernel"));
  EXPECT_THAT(refused(t4, {.device_id = "nobody", .kernel_name = "k", .args = {}}),
              HasSubstr("no device 'nobody'"));
  nlohmann::json edited = t4;
  edited["schema_version"] = "2.0.0";
  EXPECT_THAT(refused(edited, source), HasSubstr("2.0.0"));
  edited = t4;
  edited["results"].back()["invalidity"] = "tired";
  EXPECT_THAT(refused(edited, source), HasSubstr("tired"));
  edited = t4;
  edited["results"].back().erase("configuration");
  EXPECT_THAT(refused(edited, source), HasSubstr("\"configuration\" is missing"));
  edited = t4;
  edited["results"][0]["timestamp"] = "yesterday";
  EXPECT_THAT(refused(edited, source), HasSubstr("not a time"));
  edited = clblast;
  edited["results"].back()["time"] = "fast";
  EXPECT_THAT(refused(edited, source), HasSubstr("\"time\" is missing"));
  edited = clblast;
  edited.erase("device");
  EXPECT_THAT(refused(edited, {}), HasSubstr("do not name their device"));
}

TEST_F(ForeignFormats, GoogleBenchmarkHasEveryRunOfTheGoodSamples) {
  RandomRows rows(4);
  CalibrationRow calibration;
  calibration.device_version_uid = DeviceTable(store_).upsert(rows.device());
  calibration.effort = "quick";
  calibration.plan_hash = "plan";
  const std::string uid = CalibrationTable(store_).start(calibration);
  SampleTable samples(store_);
  std::size_t runs = 0;
  for (int i = 0; i < 20; ++i) {
    const SampleRow row = rows.sample(uid, samples.upsert_micro_kernel(rows.micro_kernel()));
    samples.add(row);
    runs += row.seconds.size();
  }
  const nlohmann::json document = to_google_benchmark(store_, uid);
  ASSERT_EQ(document["benchmarks"].size(), runs);
  std::map<std::string, std::size_t> seen;
  for (const nlohmann::json& entry : document["benchmarks"]) {
    EXPECT_EQ(entry["repetition_index"], seen[entry["name"]]++);
    EXPECT_GT(entry["real_time"], 0);
    EXPECT_GT(entry["cpu_time"], 0);
    EXPECT_EQ(entry["time_unit"], "ns");
    EXPECT_EQ(entry["run_type"], "iteration");
  }
  for (const nlohmann::json& entry : document["benchmarks"]) {
    EXPECT_EQ(entry["repetitions"], seen[entry["name"]]);
  }
  const SampleRow first = samples.list_ok(uid).front();
  bool found = false;
  for (const nlohmann::json& entry : document["benchmarks"]) {
    found = found || entry["real_time"] == first.seconds.front() * 1e9;
  }
  EXPECT_TRUE(found);
  EXPECT_THAT(input_error([&] { (void)to_google_benchmark(store_, "nobody"); }),
              HasSubstr("no calibration"));
}

}  // namespace
}  // namespace clgauge::db
