// What observed runs do to predictions, on a store of recorded calibrations. No device.
#include "service/store/kernel_correction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "db/exchange/store_json.h"
#include "db/observation_table.h"
#include "service/store/answer.h"
#include "service/store/drift_watch.h"
#include "service/store/known_device.h"
#include "synthetic_kernel.h"

namespace clgauge::service {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

collector::KernelModel kernel(const std::string& name, const std::string& stride) {
  return collector::kernel_model_from_json(
      nlohmann::json::parse(synthetic_kernel(name, "8", stride)));
}

class KernelCorrection : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ifstream in(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core.json");
    static_cast<void>(db::import_json(store_, in));
    device_ = known_device(store_, "").row;
    stored_ = load_model(store_, device_.id, kDefaultModel, device_.driver);
    ASSERT_TRUE(stored_);
  }

  std::string observe(const collector::KernelModel& of, const collector::Bindings& sizes,
                      const ObservedRun& run) {
    return service::observe(store_, device_.id, device_.driver, of, sizes, run);
  }

  [[nodiscard]] std::size_t rows() {
    return db::ObservationTable(store_).list_device(device_.id).size();
  }

  db::Store store_ = db::Store::in_memory();
  db::DeviceRow device_;
  std::optional<StoredModel> stored_;
};

TEST_F(KernelCorrection, NoiseThatIsNoneIsNotKept) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double noise : {nan, -0.1, std::numeric_limits<double>::infinity(), 1e300}) {
    try {
      observe(kernel("plain", "1"), {{"n", 1024}}, {1e-3, noise, "observe"});
      ADD_FAILURE() << noise;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_THAT(error.what(), HasSubstr("it must be a number from 0 to 10"));
    }
  }
  EXPECT_EQ(rows(), 0U);
  observe(kernel("plain", "1"), {{"n", 1024}}, {1e-3, 0, "observe"});
  EXPECT_EQ(rows(), 1U);
}

TEST_F(KernelCorrection, DamagedRowsAreLeftOutAndNamed) {
  const auto plain = kernel("plain", "1");
  observe(plain, {{"n", 1024}}, {1e-3, 0.03, "observe"});
  const db::ObservationRow good = db::ObservationTable(store_).list_device(device_.id).front();
  const auto correction = [&](std::vector<std::string>& notes) {
    return to_json(correction_of(store_, device_.id, *stored_, plain, {}, &notes));
  };
  std::vector<std::string> notes;
  const nlohmann::json before = correction(notes);
  EXPECT_THAT(notes, IsEmpty());
  EXPECT_EQ(before.at("observations").size(), 1U);

  std::vector<std::string> uids;
  const auto damage = [&](const char* member, const nlohmann::json& value) {
    db::ObservationRow row = good;
    auto detail = nlohmann::json::parse(row.detail);
    detail[member] = value;
    row.detail = detail.dump();
    uids.push_back(db::ObservationTable(store_).add(row));
  };
  damage("work", 0);
  damage("predicted", {{"source", 0}});
  damage("log_sigma", nullptr);  // what a noise of NaN once became
  EXPECT_EQ(correction(notes), before);
  ASSERT_EQ(notes.size(), 1U);
  for (const std::string& uid : uids) {
    EXPECT_THAT(notes.front(), HasSubstr(uid));
  }
  damage("work", "many");
  damage("shape", 8);
  damage("predicted", {{"source", "fast"}});
  damage("calibration", 1);
  damage("log_sigma", 1e300);
  damage("predicted", {{"source", 1e-320}});
  notes.clear();
  EXPECT_EQ(correction(notes), before);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_THAT(notes.front(), HasSubstr(", .."));
  // Nor do they end the watch over the device.
  EXPECT_TRUE(DriftWatch().drift_of(store_, device_.id, stored_->calibration.uid).empty());
}

}  // namespace
}  // namespace clgauge::service
