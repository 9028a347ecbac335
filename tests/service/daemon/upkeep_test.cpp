// What clgauged does unasked: it notices that a driver has changed, and that a device has moved.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include <nlohmann/json.hpp>

#include "base/paths.h"
#include "collector/version.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/exchange/store_json.h"
#include "db/kernel_cache.h"
#include "service/keeper/daemon_keeper.h"
#include "tests/service/daemon/clgauged_fixture.h"
#include "tests/service/synthetic_kernel.h"

namespace clgauge::service {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

class UpkeepTest : public ClgaugedTest {
 protected:
  UpkeepTest() { ::setenv("CLGAUGE_DB", store().c_str(), 1); }
  ~UpkeepTest() override { ::unsetenv("OCL_ICD_VENDORS"); }

  void start_again(const std::vector<std::string>& arguments) {
    ::kill(daemon_, SIGTERM);
    ::waitpid(daemon_, nullptr, 0);
    daemon_ = start(arguments);
  }
  [[nodiscard]] json devices() const {
    return connect().call("devices", json::object(), 60s).at("devices");
  }
  [[nodiscard]] json waited_for(const std::string& driver) const {
    json device = json::object();
    for (int i = 0; i < 600 && device.value("driver", "") != driver; ++i) {
      device = devices().at(0);
      std::this_thread::sleep_for(50ms);
    }
    return device;
  }
};

TEST_F(UpkeepTest, KernelsThatAnotherCollectorCountedAreDropped) {
  db::Store kept = open_kept_store(store());
  db::KernelCache cache(kept);
  cache.put({"old", "k", "another", "{}", ""});
  cache.put({"new", "k", collector::collector_version(), "{}", ""});
  start_again({});
  for (int i = 0; i < 600 && cache.get("old"); ++i) {
    std::this_thread::sleep_for(50ms);
  }
  EXPECT_FALSE(cache.get("old").has_value());
  EXPECT_TRUE(cache.get("new").has_value());
}

TEST_F(UpkeepTest, AChangedDriverMakesCalibrationsStaleByItself) {
  const auto driver = folder_ / "driver";
  write_file_atomically(driver, "1.0");
  std::filesystem::create_directory(folder_ / "vendors");
  write_file_atomically(folder_ / "vendors" / "fake.icd", FAKE_ICD_UPDATED "\n");
  ::setenv("FAKE_DRIVER_FILE", driver.c_str(), 1);
  ::setenv("OCL_ICD_VENDORS", (folder_ / "vendors").c_str(), 1);
  start_again({"--look-every", "1"});
  const json device = waited_for("1.0");
  ASSERT_EQ(device.at("name"), "Fake device");
  {
    db::Store kept = open_kept_store(store());
    db::CalibrationRow row;
    row.device_version_uid = db::DeviceTable(kept).find(device.at("id")).value().version_uid;
    row.effort = "quick";
    row.plan_hash = "plan";
    db::CalibrationTable table(kept);
    table.finish(table.start(row), db::CalibrationState::complete);
  }
  EXPECT_EQ(devices().at(0).at("calibrated"), true);
  EXPECT_EQ(devices().at(0).at("stale"), false);

  write_file_atomically(driver, "2.0");
  EXPECT_EQ(waited_for("2.0").value("stale", false), true);
  const std::string metrics = connect().call("metrics", json::object(), 60s).at("text");
  EXPECT_THAT(metrics, ::testing::HasSubstr("stale=\"1\""));
  write_file_atomically(driver, "1.0");  // put back
  EXPECT_EQ(waited_for("1.0").value("stale", true), false);
}

TEST_F(UpkeepTest, ObservedRunsTellThatADeviceHasMoved) {
  connect().call("version", json::object(), 60s);
  {
    db::Store kept = open_kept_store(store());
    std::ifstream in(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core.json");
    static_cast<void>(db::import_json(kept, in));
  }
  auto client = connect();
  const json known = client.call("devices", json::object(), 60s).at("devices");
  const auto calibrated = std::find_if(known.begin(), known.end(),
                                       [](const json& one) { return one.at("calibrated"); });
  ASSERT_NE(calibrated, known.end());
  const std::string id = calibrated->at("id");
  json kernel = {{"kernel_model", json::parse(synthetic_kernel("walk", "1", "64"))},
                 {"sizes", {{"n", 1 << 22}}},
                 {"device", id}};
  const double seconds = client.call("predict", kernel, 60s).at("seconds");
  json answer;
  int runs = 0;
  for (; runs < 100; ++runs) {
    const double change = runs < 20 ? 1.0 : 1.5;
    kernel["seconds"] = seconds * change * (runs % 2 == 0 ? 1.01 : 0.99);
    answer = client.call("observe", kernel, 60s);
    if (!answer.at("drift").empty()) {
      break;
    }
  }
  EXPECT_GE(runs, 20);
  EXPECT_LE(runs, 40);
  ASSERT_EQ(answer.at("drift").size(), 1U) << answer;
  EXPECT_NEAR(answer.at("drift").at(0).at("ratio").get<double>(), 1.5, 0.05);
  const std::string group = answer.at("drift").at(0).at("group");
  const json now = devices();
  EXPECT_TRUE(std::any_of(now.begin(), now.end(), [&](const json& one) {
    return one.at("id") == id && one.at("drift") == answer.at("drift");
  }));
  EXPECT_THAT(client.call("metrics", json::object(), 60s).at("text").get<std::string>(),
              ::testing::HasSubstr("clgauge_drift_ratio{device=\"" + id + "\",costs=\"" + group));
  EXPECT_THROW(client.call("calibrate", {{"device", id}, {"renew", {"nothing"}}}, 60s), Error);
}

// On a device that is here: a few kernels are calibrated, runs say that arithmetic takes longer
// than that, and while nobody asks anything the daemon measures these kernels again by itself.
TEST_F(UpkeepTest, RecalibratesWhatHasDriftedWhenIdle) {
  start_again({"--recalibrate-when-idle", "0.05"});
  auto watcher = connect();
  watcher.call("subscribe", json::object(), 60s);
  const auto finished = [&] {
    for (;;) {
      const auto line = watcher.receive_line(120s);
      if (!line) {
        return json::object();
      }
      const json event = json::parse(*line).value("params", json::object());
      if (event.value("state", "running") != "running") {
        return event;
      }
    }
  };
  auto client = connect();
  const json here = client.call("devices", json::object(), 60s).at("devices");
  const auto present = std::find_if(here.begin(), here.end(), [](const json& one) {
    return one.contains("index") && one.at("index").is_number();
  });
  ASSERT_NE(present, here.end());
  const std::string id = present->at("id");
  client.call("calibrate",
              {{"device", id}, {"filter", "arithmetic op:add,madd dtype:float32 lanes:1"}}, 60s);
  const json first = finished();
  ASSERT_EQ(first.value("state", ""), "finished") << first;

  // Bound by arithmetic in a loop, as the kernels that were calibrated.
  json kernel = {
      {"source",
       "kernel void polynomial(global float* y) { float a = y[get_global_id(0)];"
       " for (int i = 0; i < 1024; ++i) a = a * 0.5f + 1.5f; y[get_global_id(0)] = a; }"},
      {"global", {1 << 18}},
      {"local", {64}},
      {"device", id}};
  const double seconds = client.call("predict", kernel, 60s).at("seconds");
  json drift = json::array();
  for (int run = 0; run < 100 && drift.empty(); ++run) {
    kernel["seconds"] = seconds * (run < 20 ? 1.0 : 2.0) * (run % 2 == 0 ? 1.01 : 0.99);
    drift = client.call("observe", kernel, 60s).at("drift");
  }
  ASSERT_EQ(drift.size(), 1U) << drift;
  EXPECT_EQ(drift.at(0).at("group"), "arithmetic");

  // Nobody asks anything: the next to be heard is what the daemon does unasked.
  const json second = finished();
  ASSERT_EQ(second.value("state", ""), "finished") << second;
  EXPECT_EQ(second.at("device"), id);
  EXPECT_NE(second.at("calibration"), first.at("calibration"));
  EXPECT_EQ(second.at("samples"), first.at("samples"));
  EXPECT_EQ(second.at("resumed"), 0) << "arithmetic is all that there is";
  const json now = devices();
  EXPECT_TRUE(std::any_of(now.begin(), now.end(), [&](const json& one) {
    return one.at("id") == id && one.at("drift").empty();
  })) << now;
}

}  // namespace
}  // namespace clgauge::service
