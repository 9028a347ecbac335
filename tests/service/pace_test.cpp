#include "service/store/pace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "service/store/sampled_kernels.h"
#include "stored_calibration.h"

namespace clgauge::service {
namespace {

using ::testing::HasSubstr;

class Calibrations : public ::testing::Test {
 protected:
  // A complete calibration whose reference took these times, one after another.
  db::CalibrationRow calibrate(const std::vector<double>& reference_seconds,
                               const std::string& started_at, const std::string& driver = "1.0",
                               const std::string& reference = "walk") {
    db::CalibrationRow row = quick_calibration(store_, some_device(driver));
    row.started_at = started_at;
    db::CalibrationTable table(store_);
    const std::string uid = table.start(row);
    add_sample(store_, uid, "fast_elsewhere", 1e-9);
    for (const double seconds : reference_seconds) {
      add_sample(store_, uid, reference_name(reference), seconds);
    }
    table.finish(uid, db::CalibrationState::complete);
    return table.find(uid).value();
  }

  db::Store store_ = db::Store::in_memory();
};

TEST_F(Calibrations, TheFirstOneKnowsNothing) {
  const auto first = calibrate({2e-4, 2.1e-4}, "2026-01-01T00:00:00Z");
  EXPECT_FALSE(pace_of(store_, first).has_value());
  EXPECT_EQ(slowness(std::optional<Pace>()), "");
}

TEST_F(Calibrations, OneThatIsSlowFromEndToEndIsTold) {
  const auto fast = calibrate({4e-4, 2e-4}, "2026-01-01T00:00:00Z");
  calibrate({3e-4}, "2026-01-02T00:00:00Z");
  const auto slow = calibrate({3.8e-4, 3.4e-4}, "2026-01-03T00:00:00Z");
  const auto pace = pace_of(store_, slow);
  ASSERT_TRUE(pace.has_value());
  EXPECT_DOUBLE_EQ(pace->ratio, 1.7);
  EXPECT_THAT(pace->fastest_at, HasSubstr("2026-01-01"));
  EXPECT_THAT(slowness(pace), HasSubstr("1.70 times as long"));
  EXPECT_THAT(slowness(pace), HasSubstr("2026-01-01"));
  EXPECT_EQ(slowness(pace_of(store_, fast)), "");
}

TEST_F(Calibrations, NoiseIsNotSlowness) {
  calibrate({2e-4}, "2026-01-01T00:00:00Z");
  EXPECT_EQ(slowness(pace_of(store_, calibrate({2.2e-4, 9e-4}, "2026-01-02T00:00:00Z"))), "");
}

TEST_F(Calibrations, OtherDriversAndOtherReferencesSayNothing) {
  calibrate({2e-4}, "2026-01-01T00:00:00Z", "0.9");
  calibrate({2e-4}, "2026-01-01T00:00:00Z", "1.0", "chase");
  EXPECT_FALSE(pace_of(store_, calibrate({9e-4}, "2026-01-02T00:00:00Z")).has_value());
}

TEST_F(Calibrations, AMachineThatIsSlowerThanItWasIsTold) {
  const auto calibration = calibrate({2e-4, 2.2e-4}, "2026-01-01T00:00:00Z");
  const auto same = pace_now(store_, calibration, std::vector<double>{2.02e-4, 2.04e-4, 2e-4});
  ASSERT_TRUE(same.has_value());
  EXPECT_NEAR(same->median, 1.01, 1e-9);
  EXPECT_EQ(slowness(same), "");
  const auto slower = pace_now(store_, calibration, std::vector<double>{3e-4, 2.1e-4, 2.6e-4});
  EXPECT_THAT(slowness(slower), HasSubstr("1.05 to 1.50 times as long, 1.30 in the middle of 3"));
  EXPECT_FALSE(pace_now(store_, calibration, {}).has_value());
}

}  // namespace
}  // namespace clgauge::service
